import * as z from "zod/mini";
import { isAtBank, isNotOfSuspendedMember } from "#server/payouts/queue/payout-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { isUsable } from "./usable-account-sql.ts";

/** The row of a payout that can go to the bank. */
export const payable = z.object({
  payout_id: z.bigint(),
  details_id: z.bigint(),
  member_id: z.bigint(),
  /** The loan that it pays or that was overpaid; null for other payouts. */
  loan_id: z.nullable(z.bigint()),
  reference: z.string(),
  member_no: z.string(),
  full_name: z.string(),
  bank_name: z.string(),
  branch_code: z.string(),
  account_no: z.string(),
  account_name: z.string(),
  amount_cents: bigCents,
});

/** A payout that can go to the bank, with the account that it goes to. */
export type Payable = z.infer<typeof payable>;

/** The columns of `payable`, of a payout `p`, its member `m` and details `d`, as SQL. */
export const payableColumns = `p.id as payout_id, d.id as details_id, p.member_id, p.loan_id,
  p.reference, m.member_no, m.full_name,
  d.bank_name, d.branch_code, d.account_no, d.account_name, p.amount_cents`;

// A payout that waits at the office, is not claimed, is in no other file, and does not belong to a
// suspended member.
const waits = `p.channel = 'office' and p.state = 'waiting' and p.claimed_receipt = ''
  and p.due_at <= akiba_now() and not akiba_held()
  and not ${isAtBank("p")} and ${isNotOfSuspendedMember}`;

const usable = `d.member_id = p.member_id and d.state = 'approved' and ${isUsable}`;

const isPayee = "s.member_id = p.member_id";
const isOfOwnLoan =
  "(p.loan_id is not null and akiba_loan_concerns(p.loan_id, 'staff:' || s.staff_no))";

const findPayable = statement({
  name: "eft-payable",
  text: `select ${payableColumns} from payout p join member m on m.id = p.member_id
      join member_bank_details d on ${usable}
    where ${waits} and not exists (select from staff s
      where 'staff:' || s.staff_no = $1 and (${isPayee} or ${isOfOwnLoan}))
    order by p.id`,
  row: payable,
});

/**
 * Returns the payouts that can go to the bank now, except those to the requester or of a loan that
 * the requester has guaranteed.
 */
export const payableBy = (snapshot: Snapshot, actor: string): Promise<Payable[]> =>
  snapshot.rows(findPayable, [actor]);

const findConcerns = statement({
  name: "eft-concerns",
  text: `select coalesce(bool_or(${isPayee}), false) as is_paid,
      coalesce(bool_or(${isOfOwnLoan}), false) as has_loan
    from payout p join staff s on 'staff:' || s.staff_no = any ($2::text[])
    where p.id = any ($1::bigint[])`,
  row: z.object({ is_paid: z.boolean(), has_loan: z.boolean() }),
});

/** How payouts concern people of the office. */
export interface Concerns {
  /** Whether one of the payouts goes to one of the people. */
  readonly isPaid: boolean;
  /** Whether one of the payouts is of a loan that one of the people took or has guaranteed. */
  readonly hasLoan: boolean;
}

/** Returns how payouts concern people of the office, whatever the number of either. */
export async function concernsOf(
  snapshot: Snapshot,
  payouts: readonly Pick<Payable, "payout_id">[],
  people: readonly string[],
): Promise<Concerns> {
  const ids = payouts.map(({ payout_id: id }) => id);
  const found = await snapshot.first(findConcerns, [ids, [...people]]);
  if (found === null) throw new Error("an aggregate has a row");
  return { isPaid: found.is_paid, hasLoan: found.has_loan };
}

const findChosen = statement({
  name: "eft-chosen",
  text: `select ${payableColumns} from payout p join member m on m.id = p.member_id
      join member_bank_details d on ${usable}
    where ${waits} and p.id = any ($1::bigint[]) order by p.id`,
  row: payable,
});

/** Returns the chosen payouts that can still go to the bank. */
export function payableOf(snapshot: Snapshot, ids: readonly bigint[]): Promise<Payable[]> {
  return snapshot.rows(findChosen, [[...ids]]);
}

const countWithout = statement({
  name: "eft-without",
  text: `select count(*)::int as payments from payout p where ${waits}
    and not exists (select from member_bank_details d where ${usable})`,
  row: z.object({ payments: z.int() }),
});

/** Returns how many payouts of the office wait for bank details that may be used. */
export async function payoutsWithout(snapshot: Snapshot): Promise<number> {
  return (await snapshot.first(countWithout))?.payments ?? 0;
}

const findWithout = statement({
  name: "eft-without-rows",
  text: `select p.reference, m.member_no, m.full_name, p.amount_cents,
      coalesce((select ${nairobiMoment("d.usable_from")} from member_bank_details d
        where d.member_id = p.member_id and d.state = 'approved'), '') as usable_from
    from payout p join member m on m.id = p.member_id
    where ${waits} and not exists (select from member_bank_details d where ${usable})
    order by p.id limit $1`,
  row: z.object({
    reference: z.string(),
    member_no: z.string(),
    full_name: z.string(),
    amount_cents: bigCents,
    usable_from: z.string(),
  }),
});

/** Returns the first payouts of the office that wait for bank details, with their members. */
export const waitingPayouts = (snapshot: Snapshot, most: number) =>
  snapshot.rows(findWithout, [most]);
