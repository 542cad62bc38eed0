import * as z from "zod/mini";
import { payoutStates } from "#shared/contract/payouts/desk.ts";
import type { ShownPayoutFact } from "#shared/payout-facts.ts";
import { maskedMobile } from "#shared/masked.ts";
import { payoutWays } from "#shared/payout-ways.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const findShown = statement({
  name: "payout-shown",
  text: `select m.full_name, m.member_no, p.amount_cents, p.state, p.problem, p.mobile_number,
      p.receipt_no, p.claimed_receipt, p.claimed_way, p.changed_at,
      coalesce(substr(p.claimed_by, 7), '') as claimed_by,
      coalesce(substr(p.failed_by, 7), '') as failed_by,
      case when c.id is null and m.mobile_confirmed_at is not null
        then m.mobile_number else '' end as mobile_now,
      case when c.id is null then m.mobile_confirmed_at end as confirmed_at,
      coalesce((select a.reference from ledger_account a where a.member_id = p.member_id
        and a.code = 'withdrawable-deposits' order by a.id limit 1), '') as account_no
    from payout p join member m on m.id = p.member_id
      left join contact_change_request c
        on c.member_id = m.id and c.state = 'approved' and c.mobile_number <> ''
    where p.id = $1`,
  row: z.object({
    full_name: z.string(),
    member_no: z.string(),
    amount_cents: bigCents,
    state: z.enum(payoutStates),
    problem: z.string(),
    mobile_number: z.string(),
    receipt_no: z.string(),
    claimed_receipt: z.string(),
    claimed_way: z.enum(["", ...payoutWays]),
    changed_at: z.date(),
    claimed_by: z.string(),
    failed_by: z.string(),
    mobile_now: z.string(),
    confirmed_at: z.nullable(z.date()),
    account_no: z.string(),
  }),
});

/** One fact of a payment to a phone, as the contract names it. */
export interface PayoutFact {
  readonly name: ShownPayoutFact;
  readonly value: string;
}

const money = (amount: Cents) => String(toWireAmount(amount));

/**
 * Returns the facts a member of staff is shown before they decide about a payment. The time at
 * which the number was confirmed distinguishes two numbers with the same last digits. Throws
 * `no-such-payout`.
 */
export async function shownPayout(snapshot: Snapshot, id: bigint): Promise<PayoutFact[]> {
  const row = await snapshot.first(findShown, [id]);
  if (row === null) throw new Problem("no-such-payout");
  return [
    { name: "name", value: row.full_name },
    { name: "member-no", value: row.member_no },
    { name: "amount", value: money(row.amount_cents) },
    { name: "state", value: row.state },
    { name: "why", value: row.problem },
    { name: "mobile", value: maskedMobile(row.mobile_number) },
    { name: "mobile-now", value: maskedMobile(row.mobile_now) },
    { name: "confirmed-at", value: row.confirmed_at?.toISOString() ?? "" },
    { name: "account", value: row.account_no },
    { name: "receipt", value: row.receipt_no },
    { name: "claimed-receipt", value: row.claimed_receipt },
    { name: "claimed-way", value: row.claimed_way },
    { name: "claimed-by", value: row.claimed_by },
    { name: "failed-by", value: row.failed_by },
    { name: "changed-at", value: row.changed_at.toISOString() },
  ];
}
