import * as z from "zod/mini";
import { eftLineStates } from "#shared/contract/payouts/bank.ts";
import { isPartIn } from "#server/loans/lending/loan-steps.ts";
import { isAtBank, isOfNoSuspended } from "#server/payouts/queue/payout-rows.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const payable = z.object({
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

const columns = `p.id as payout_id, d.id as details_id, p.member_id, p.loan_id,
  p.reference, m.member_no, m.full_name,
  d.bank_name, d.branch_code, d.account_no, d.account_name, p.amount_cents`;

// A payout that waits at the office, is claimed by nobody, is in no other file, and does not belong
// to somebody who was suspended.
const waits = `p.channel = 'office' and p.state = 'waiting' and p.claimed_receipt = ''
  and p.due_at <= akiba_now() and not akiba_held()
  and not ${isAtBank("p")} and ${isOfNoSuspended}`;

const usable =
  "d.member_id = p.member_id and d.state = 'approved' and d.usable_from <= akiba_now()";

const findPayable = statement({
  name: "eft-payable",
  text: `select ${columns} from payout p join member m on m.id = p.member_id
      join member_bank_details d on ${usable}
    where ${waits} and 'member:' || m.member_no <> akiba_person($1) order by p.id`,
  row: payable,
});

/**
 * Returns the payouts that can go to the bank now, without those to the person who asks, or of a
 * loan that this person has guaranteed.
 */
export async function payableBy(snapshot: Snapshot, actor: string): Promise<Payable[]> {
  const others: Payable[] = [];
  for (const row of await snapshot.rows(findPayable, [actor])) {
    if (!(await isOwnLoan(snapshot, row, actor))) others.push(row);
  }
  return others;
}

/** Whether a payout is of a loan that a person of the office took or has guaranteed. */
export async function isOwnLoan(
  snapshot: Snapshot,
  { loan_id: id, member_id }: Pick<Payable, "loan_id" | "member_id">,
  actor: string,
): Promise<boolean> {
  return id !== null && isPartIn(snapshot, { id, member_id }, actor);
}

const findChosen = statement({
  name: "eft-chosen",
  text: `select ${columns} from payout p join member m on m.id = p.member_id
      join member_bank_details d on ${usable}
    where ${waits} and p.id = any ($1::bigint[]) order by p.id`,
  row: payable,
});

/** Returns those of the chosen payouts that can still go to the bank. */
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

const nameOf = (actor: string) =>
  `coalesce((select s.full_name from staff s where 'staff:' || s.staff_no = ${actor}),
    ${actor}, '')`;

const file = z.object({
  id: z.bigint(),
  debit_account: z.string(),
  made_by: z.string(),
  approved_by: z.string(),
  approved_at: z.string(),
  payments: z.int(),
  amount: bigCents,
  paid: z.int(),
  returned: z.int(),
  open: z.int(),
  taken_back: z.boolean(),
});
export type EftFileRow = z.infer<typeof file>;

const fileColumns = `f.id, f.debit_account, ${nameOf("f.made_by")} as made_by,
  ${nameOf("f.approved_by")} as approved_by, ${nairobiMoment("f.approved_at")} as approved_at,
  c.payments, c.amount, c.paid, c.returned, c.open, f.taken_back_by is not null as taken_back`;
const counted = `cross join lateral (select count(*)::int as payments,
    coalesce(sum(l.amount_cents), 0)::bigint as amount,
    count(*) filter (where l.state = 'paid')::int as paid,
    count(*) filter (where l.state = 'returned')::int as returned,
    count(*) filter (where l.state = 'open')::int as open
  from eft_line l where l.file_id = f.id) c`;

const findFiles = statement({
  name: "eft-files",
  text: `select ${fileColumns} from eft_file f ${counted} order by f.id desc limit 20`,
  row: file,
});

/** The last twenty files, the latest first. */
export const lastEftFiles = (snapshot: Snapshot): Promise<EftFileRow[]> => snapshot.rows(findFiles);

const findFile = statement({
  name: "eft-file",
  text: `select ${fileColumns} from eft_file f ${counted} where f.id = $1`,
  row: file,
});

/** Returns a file with its totals; null if there is none. */
export const eftFileAt = (snapshot: Snapshot, id: bigint): Promise<EftFileRow | null> =>
  snapshot.first(findFile, [id]);

const line = z.object({
  ...payable.shape,
  line_no: z.int(),
  state: z.enum(eftLineStates),
  bank_reference: z.string(),
  reason: z.string(),
});
export type EftLineRow = z.infer<typeof line>;

const findLines = statement({
  name: "eft-lines",
  text: `select ${columns}, l.line_no, l.state, l.bank_reference, l.reason
    from eft_line l join payout p on p.id = l.payout_id join member m on m.id = p.member_id
      join member_bank_details d on d.id = l.details_id
    where l.file_id = $1 order by l.line_no`,
  row: line,
});

/** The payments of a file, in its order, with the account that each was sent to. */
export const eftLinesOf = (snapshot: Snapshot, id: bigint): Promise<EftLineRow[]> =>
  snapshot.rows(findLines, [id]);

const findUsed = statement({
  name: "eft-receipts-used",
  text: "select receipt_no from payout_receipt where receipt_no = any ($1::text[])",
  row: z.object({ receipt_no: z.string() }),
});

/** Returns which of these references of the bank have settled a payout already. */
export async function usedReferences(
  snapshot: Snapshot,
  references: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await snapshot.rows(findUsed, [[...references]]);
  return new Set(found.map(({ receipt_no: reference }) => reference));
}
