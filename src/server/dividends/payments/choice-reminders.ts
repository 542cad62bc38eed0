import { enqueueSelected, type Notify } from "#server/messaging/outbox/enqueue.ts";
import { contactInSql } from "#server/messaging/outbox/society-contact.ts";
import { isThere } from "#server/payouts/queue/plan.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { amountOfMessage, takeRun } from "./commands.ts";
import type { PaymentMessage } from "./messages.ts";

/** Reminds members who have not chosen and can be reached, each once a day. */
export async function remind(work: UnitOfWork, year: number, notify: Notify): Promise<number> {
  const dividend = await takeRun(work, year);
  if (!dividend.window_is_open) throw new Problem("window-closed");
  const template: PaymentMessage = "dividend-reminder";
  const reminded = await enqueueSelected(
    work,
    template,
    {
      text: `select 'sms', m.mobile_number, m.language, jsonb_build_object(
        ${contactInSql.pairs}, 'year', d.year::text,
        'amount', ${amountOfMessage("e.gross_cents")},
        'date', ${nairobiDay("d.closes_at")}::text,
        'time', ${nairobiTime("d.closes_at")})
      from dividend d join dividend_entitlement e on e.dividend_id = d.id
        join member m on m.id = e.member_id and m.mobile_number <> '' ${contactInSql.join}
      where d.id = $1 and e.reminded_on is distinct from akiba_today()
        and ${isThere("d.id", "e.member_id")} and not exists (
          select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)`,
      values: [dividend.id],
    },
    notify,
  );
  await work.run(
    `update dividend_entitlement e set reminded_on = akiba_today()
      where dividend_id = $1 and not exists (
        select from dividend_election v where v.dividend_id = $1 and v.member_id = e.member_id)`,
    [dividend.id],
  );
  const detail = { members: reminded };
  work.audit({ action: "dividend-reminded", subject: `dividend:${year}`, detail });
  return reminded;
}
