import * as z from "zod/mini";
import {
  payInCauses,
  payInPurposes,
  payInStates,
  type PayInTab,
  payInTabs,
  reversalStates,
} from "#shared/contract/pay-ins/desk.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nearNumbers } from "./near-numbers.ts";
import { mayBeReversed } from "./reversible.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";

const payInRow = z.object({
  id: z.bigint(),
  receipt_no: z.string(),
  amount_cents: bigCents,
  account_text: z.string(),
  sender_name: z.string(),
  sender_number: z.string(),
  paid_at: z.date(),
  received_at: z.date(),
  state: z.enum(payInStates),
  cause: z.enum(payInCauses),
  differs: z.boolean(),
  turn: z.int(),
  member_no: z.string(),
  full_name: z.string(),
});

export type PayInRow = z.infer<typeof payInRow>;

// All parts of a payment belong to one member.
const columns = `p.id, p.receipt_no, p.amount_cents, p.account_text, p.sender_name,
  p.sender_number, p.paid_at, p.received_at, p.state, p.cause, p.differs, p.turn::int as turn,
  coalesce(m.member_no, '') as member_no, coalesce(m.full_name, '') as full_name`;

const joins = `left join pay_in_part t on t.pay_in_id = p.id and t.turn = p.turn and t.part_no = 1
  left join member m on m.id = t.member_id`;

const onTab = `case $1 when 'differs' then p.differs else p.state = $1 end`;

const PAGE = 50;

const findPage = statement({
  name: "pay-in-page",
  text: `select ${columns} from pay_in p ${joins}
    where ${onTab} and ($2::bigint is null or p.id < $2)
      and ($3 = '' or p.receipt_no = upper($3) or m.member_no = upper($3)
        or position(upper($3) in upper(p.sender_name || ' ' || p.account_text)) > 0)
    order by p.id desc limit ${PAGE + 1}`,
  row: payInRow,
});

interface Asked {
  readonly tab: PayInTab;
  readonly search: string;
  readonly after: bigint | undefined;
}

/** One page of payments, the latest first, and whether it is the last. */
export async function pageOf(snapshot: Snapshot, { tab, search, after }: Asked) {
  const rows = await snapshot.rows(findPage, [tab, after ?? null, search]);
  return { rows: rows.slice(0, PAGE), isLast: rows.length <= PAGE };
}

const findTabs = statement({
  name: "pay-in-tabs",
  text: `select state as tab, count(*)::int as payments, sum(amount_cents)::bigint as amount
      from pay_in group by state
    union all
    select 'differs', count(*)::int, coalesce(sum(amount_cents), 0)::bigint
      from pay_in where differs`,
  row: z.object({ tab: z.enum(payInTabs), payments: z.int(), amount: bigCents }),
});

/** The number and total of payments on each tab that has any. */
export function tabRows(snapshot: Snapshot) {
  return snapshot.rows(findTabs);
}

const findOne = statement({
  name: "pay-in-one",
  text: `select ${columns} from pay_in p ${joins} where p.receipt_no = $1`,
  row: payInRow,
});

/** Returns a payment by its receipt; null if there is none. */
export function payInByReceipt(snapshot: Snapshot, receipt: string): Promise<PayInRow | null> {
  return snapshot.first(findOne, [receipt]);
}

/** Locks a payment, so that two decisions about it are taken one after the other. */
export async function lockPayIn(work: UnitOfWork, receipt: string): Promise<void> {
  await work.run("select from pay_in where receipt_no = $1 for no key update", [receipt]);
}

const partRow = z.object({
  destination: z.enum([...payInPurposes, "suspense", "returned"]),
  amount_cents: bigCents,
  refunded_cents: bigCents,
  entry_id: z.bigint(),
  member_id: z.nullable(z.bigint()),
  member_no: z.string(),
  full_name: z.string(),
  loan_id: z.nullable(z.bigint()),
  loan_no: z.string(),
});

export type PartRow = z.infer<typeof partRow>;

const findParts = statement({
  name: "pay-in-parts",
  text: `select t.destination, t.amount_cents, t.refunded_cents, t.entry_id, t.member_id,
      coalesce(m.member_no, '') as member_no, coalesce(m.full_name, '') as full_name, t.loan_id,
      coalesce(l.loan_no, '') as loan_no
    from pay_in_part t left join member m on m.id = t.member_id
      left join loan l on l.id = t.loan_id
    where t.pay_in_id = $1 and t.turn = $2 order by t.part_no`,
  row: partRow,
});

/** Where a payment's money is. */
export function partsAt(snapshot: Snapshot, { id, turn }: PayInRow): Promise<PartRow[]> {
  return snapshot.rows(findParts, [id, turn]);
}

const findSuspendedOn = statement({
  name: "pay-in-suspended-on",
  text: `select case
        when e.value_date > coalesce((select max(until) from books_closed), '-infinity')
        then e.value_date else akiba_today() end as day
    from pay_in_part t join journal_entry e on e.id = t.entry_id
    where t.pay_in_id = $1 and t.turn = $2 and t.destination = 'suspense'`,
  row: z.object({ day: storedDate }),
});

/** The value date of a payment in suspense, or today if its month is closed. */
export async function suspendedOn(snapshot: Snapshot, { id, turn }: PayInRow) {
  const found = await snapshot.first(findSuspendedOn, [id, turn]);
  if (found === null) throw new Error(`payment ${id} is not in suspense`);
  return found.day;
}

const findDecisions = statement({
  name: "pay-in-decisions",
  text: `select d.decision, ${staffNameInSql("d.proposed_by")} as proposed_by,
      ${staffNameInSql("d.decided_by")} as decided_by,
      ${nairobiMoment("d.decided_at")} as at, d.reason,
      d.return_receipt, c.booked_cents
    from pay_in_decision d left join pay_in_correction c using (pay_in_id, turn)
    where d.pay_in_id = $1 order by d.turn`,
  row: z.object({
    decision: z.enum(["placed", "moved", "returned", "corrected"]),
    proposed_by: z.string(),
    decided_by: z.string(),
    at: z.string(),
    reason: z.string(),
    return_receipt: z.string(),
    booked_cents: z.nullable(bigCents),
  }),
});

/** The decisions of two people about a payment, the first one first. */
export function decisionsOf(snapshot: Snapshot, payInId: bigint) {
  return snapshot.rows(findDecisions, [payInId]);
}

const findReversal = statement({
  name: "pay-in-reversal-of",
  text: `select r.id, r.state, r.problem, r.receipt_no,
      ${staffNameInSql("r.proposed_by")} as proposed_by,
      ${staffNameInSql("r.approved_by")} as approved_by, r.requested_at
    from pay_in_reversal r where r.pay_in_id = $1 order by r.id desc limit 1`,
  row: z.object({
    id: z.bigint(),
    state: z.enum(reversalStates),
    problem: z.string(),
    receipt_no: z.string(),
    proposed_by: z.string(),
    approved_by: z.string(),
    requested_at: z.date(),
  }),
});

export type ReversalRow = z.infer<typeof findReversal.row>;

/** The last reversal of a payment that M-Pesa was asked for; null if there is none. */
export function reversalOf(snapshot: Snapshot, payInId: bigint): Promise<ReversalRow | null> {
  return snapshot.first(findReversal, [payInId]);
}

/** Whether M-Pesa is asked to reverse a payment, or may have reversed it. */
export async function isBeingReversed(snapshot: Snapshot, payInId: bigint): Promise<boolean> {
  return mayBeReversed(await reversalOf(snapshot, payInId));
}

const findMember = statement({
  name: "pay-in-member",
  text: "select id from member where member_no = $1 and membership <> 'left'",
  row: z.object({ id: z.bigint() }),
});

/**
 * Returns the id of a member by their number; null if there is no such member, or they have left.
 */
export async function memberAt(snapshot: Snapshot, memberNo: string): Promise<bigint | null> {
  return (await snapshot.first(findMember, [memberNo]))?.id ?? null;
}

const findLoan = statement({
  name: "pay-in-loan",
  text: "select id, member_id from loan where loan_no = $1",
  row: z.object({ id: z.bigint(), member_id: z.bigint() }),
});

/** Returns a loan by its number; null if there is none. */
export function loanAt(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findLoan, [loanNo]);
}

const findRest = statement({
  name: "pay-in-loan-rest",
  text: "select loan_rest from pay_in_setting",
  row: z.object({ loan_rest: z.enum(["deposits", "refund"]) }),
});

/** Where the society sends an overpayment of a loan. */
export async function loanRest(snapshot: Snapshot): Promise<"deposits" | "refund"> {
  return (await snapshot.first(findRest))?.loan_rest ?? "deposits";
}

const MAX_LIKELY = 5;

// Two words of the name weigh as much as a number with one typing error.
const findLikely = statement({
  name: "pay-in-likely",
  text: `with named as (
      select m.id,
        2 * (regexp_replace(m.member_no, '[^0-9]', '', 'g') = any ($1))::int
        + 3 * (m.mobile_number = $2)::int
        + (select count(*) from unnest(string_to_array(upper(m.full_name), ' ')) as w (word)
          where w.word = any ($3)) as points
      from member m
      where m.membership <> 'left'
        and (regexp_replace(m.member_no, '[^0-9]', '', 'g') = any ($1) or m.mobile_number = $2
          or string_to_array(upper(m.full_name), ' ') && $3)
    )
    select m.member_no, m.full_name, m.mobile_number from named n join member m using (id)
    order by n.points desc, m.member_no limit ${MAX_LIKELY}`,
  row: z.object({ member_no: z.string(), full_name: z.string(), mobile_number: z.string() }),
});

/**
 * Returns the members that a payment may be meant for, the likeliest first: by a number with one
 * typing error, by a phone number typed as the account, and by the sender's names.
 */
export function likelyMembers(snapshot: Snapshot, payIn: PayInRow) {
  const digits = payIn.account_text.replace(/[^0-9]/g, "");
  const mobile = /^(?:254|0)?([71]\d{8})$/.exec(digits);
  const names = payIn.sender_name
    .toUpperCase()
    .split(" ")
    .filter((word) => word.length > 2);
  const near = mobile === null ? nearNumbers(digits) : [];
  return snapshot.rows(findLikely, [near, mobile === null ? "" : `+254${mobile[1]}`, names]);
}
