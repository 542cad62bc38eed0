import type { CalendarDate } from "#shared/calendar-date.ts";
import { cents, shillings } from "#shared/money.ts";
import { lock, pay } from "#server/dividends/payments/commands.ts";
import { takeFile } from "#server/payouts/desk/commands.ts";
import { factsOfFile } from "#server/payouts/queue/payout-files.ts";
import { nextFile } from "#server/payouts/queue/queue.ts";
import { takeResult } from "#server/payouts/queue/results.ts";
import { sendDue } from "#server/payouts/queue/send-due.ts";
import { shownPayout } from "#server/payouts/queue/shown-payout.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { bookYear, postYear } from "./dividend-year.ts";
import { enrolWithLogin } from "./people.ts";
import type { ServedSociety } from "./served-society.ts";
import { silentLog } from "./silent-log.ts";

/** Members with a confirmed number each, by the deposits that 11 % of are their dividend. */
export type Paid = Readonly<Record<string, { readonly deposits: number; readonly mobile: string }>>;

/** Pays 2025 to the phones of members who chose nothing, so that each waits in the queue. */
export async function payToPhones(society: ServedSociety, members: Paid): Promise<void> {
  for (const [memberNo, { deposits, mobile }] of Object.entries(members)) {
    await enrolWithLogin(society, memberNo, { mobile });
    const opening = cents(BigInt(deposits * 100));
    await bookYear(society, memberNo, 2025, { shareCapital: cents(0n), deposits: [opening] });
  }
  await society.owner.query("update member set mobile_confirmed_at = '2026-04-01'");
  await postYear(society, {
    opensOn: "2026-04-14" as CalendarDate,
    closesOn: "2026-04-14" as CalendarDate,
    defaultMode: "mobile",
  });
  society.clock.set("2026-04-15T06:12:00Z");
  await society.database.unitOfWork("staff:PAYS", (work) => lock(work, 2025));
  await society.database.unitOfWork("staff:PAYS", (work) => pay(work, 2025, () => {}));
}

interface PayoutStanding {
  readonly id: string;
  readonly state: string;
  readonly problem: string;
  readonly receipt_no: string;
  readonly attempt_id: string;
  readonly cents: string;
}

/** The state of a member's payout, as the database has it. */
export async function payoutOf(society: ServedSociety, memberNo: string): Promise<PayoutStanding> {
  const found = await society.owner.query<PayoutStanding>(
    `select p.id::text, state, problem, receipt_no, attempt_id, amount_cents::text as cents
      from payout p join member m on m.id = p.member_id where m.member_no = $1 order by p.id`,
    [memberNo],
  );
  const [payout] = found.rows;
  if (payout === undefined) throw new Error(`${memberNo} has no payout`);
  return payout;
}

/** The total balance of a ledger account, in its normal direction and in shillings. */
export async function totalOf(
  society: ServedSociety,
  code: string,
  memberNo = "",
): Promise<number> {
  const found = await society.owner.query<{ cents: string }>(
    `select coalesce(sum(a.balance_cents * a.normal_side), 0) as cents
      from ledger_account a left join member m on m.id = a.member_id
      where a.code = $1 and ($2 = '' or m.member_no = $2)`,
    [code, memberNo],
  );
  return Number(found.rows[0]?.cents) / 100;
}

/** Files whose counts differ from their payments when counted one by one. */
export async function filesMiscounted(society: ServedSociety): Promise<unknown[]> {
  const found = await society.owner.query(
    `select * from payout_file f cross join lateral (
        select count(*) as payments, coalesce(sum(p.amount_cents), 0) as cents,
          count(*) filter (where p.attempt_id = a.id and p.state = 'paid') as paid,
          count(*) filter (where p.attempt_id = a.id and p.state in ('sent', 'unknown')) as open
        from payout_attempt a join payout p on p.id = a.payout_id where a.file_id = f.id
      ) c
      where (f.payments, f.amount_cents, f.paid, f.open)
        is distinct from (c.payments, c.cents, c.paid, c.open)`,
  );
  return found.rows;
}

/** Takes the payments due now into a file, by a command without a page before it. */
export async function fileOfAll(work: UnitOfWork) {
  return takeFile(work, digestOfShown(factsOfFile(await nextFile(work))));
}

/** Returns a payment with the digest of what is shown of it now. */
export async function decidedNow(work: UnitOfWork, id: bigint) {
  return { id, shownDigest: digestOfShown(await shownPayout(work, id)) };
}

/** Sends the payments that are due to a provider that accepts everything. */
export function sendAccepted({ database }: Pick<ServedSociety, "database">): Promise<number> {
  const accepted = { outcome: "accepted", reference: "AG_1" } as const;
  const provider = { send: async () => accepted };
  return sendDue({ database, provider, log: silentLog, lanes: 50 });
}

/** A provider's result for an attempt, with an amount in shillings. */
interface Given {
  readonly attemptId: string;
  readonly outcome: "paid" | "failed" | "timeout";
  readonly amount: number;
  readonly receiptNo?: string;
  readonly reason?: string;
}

/** Gives the provider's result for an attempt, and returns its effect. */
export function giveResult(
  { database }: Pick<ServedSociety, "database">,
  { amount, receiptNo = "", reason = "result-2040", ...about }: Given,
) {
  const result = { ...about, receiptNo, reason, amount: shillings(amount) };
  return database.unitOfWork("provider", (work) => takeResult(work, result));
}
