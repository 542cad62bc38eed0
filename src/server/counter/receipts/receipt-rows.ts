import * as z from "zod/mini";
import { counterWays, destinations } from "#shared/contract/counter/receiving.ts";
import { receiptStates } from "#shared/receipt-states.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";
import { begins, membersMeant, wordsAsked } from "#server/members/membership/name-search.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { bigCents, storedDate, textCents } from "#server/kernel/platform/row-fields.ts";

const HITS = 8;

// The digits of a member number are enough, as members say it.
const findMembers = statement({
  name: "counter-members",
  text: `select m.member_no, m.full_name, m.mobile_number
    from member m
    where m.membership <> 'left' and m.id in (
      ${membersMeant("$1", "$2::text[]", "$3")}
      union all select d.id from member d
        where regexp_replace(d.member_no, '[^0-9]', '', 'g') = $4 and $4 <> ''
      union all select p.id from member p where ${begins("p.mobile_number", "$5")})
    order by regexp_replace(m.member_no, '[^0-9]', '', 'g') <> $4, m.full_name, m.id
    limit ${HITS}`,
  row: z.object({ member_no: z.string(), full_name: z.string(), mobile_number: z.string() }),
});

/** Returns the members that a search at the counter may mean. */
export async function membersFound(snapshot: Snapshot, typed: string) {
  const asked = readMemberSearch(typed);
  if (asked === null) return [];
  const { longest, others } = wordsAsked(typed);
  const digits = /^\d+$/.test(typed.trim()) ? typed.trim() : "";
  return snapshot.rows(findMembers, [longest, others, asked.number, digits, asked.mobile]);
}

const findMember = statement({
  name: "counter-member",
  text: `select m.member_no, m.full_name, m.mobile_number,
      coalesce((select array_agg(a.reference order by a.id) from ledger_account a
        where a.code = 'withdrawable-deposits' and a.member_id = m.id), '{}') as withdrawable,
      coalesce((select jsonb_agg(jsonb_build_object('loan_no', l.loan_no,
          'owed', a.balance_cents::text) order by l.id)
        from loan l join ledger_account a on a.code = 'loan-receivable'
          and a.member_id = l.member_id and a.reference = l.loan_no
        where l.member_id = m.id and l.state = 'disbursed'), '[]') as loans
    from member m where m.member_no = $1 and m.membership <> 'left'`,
  row: z.object({
    member_no: z.string(),
    full_name: z.string(),
    mobile_number: z.string(),
    withdrawable: z.array(z.string()),
    loans: z.array(z.object({ loan_no: z.string(), owed: textCents })),
  }),
});

/** Returns where a member can pay in; null if there is no such member, or they have left. */
export function memberAt(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findMember, [memberNo]);
}

const holdTarget = statement({
  name: "counter-target",
  text: `select m.id as member_id, m.member_no, m.full_name, m.language, m.mobile_number,
      exists (select from ledger_account a where a.code = 'withdrawable-deposits'
        and a.member_id = m.id and a.reference = $2) as has_account
    from member m where m.member_no = $1 and m.membership <> 'left' for share of m`,
  row: z.object({
    member_id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    language: z.enum(["en", "sw"]),
    mobile_number: z.string(),
    has_account: z.boolean(),
  }),
});

export type TargetRow = z.infer<typeof holdTarget.row>;

/** Holds a member, so that they do not leave meanwhile; null if there is none. */
export function holdMember(work: UnitOfWork, memberNo: string, account: string) {
  return work.first(holdTarget, [memberNo, account]);
}

const lockLoan = statement({
  name: "counter-lock-loan",
  text: `select l.id, l.state, l.start_date, coalesce((select a.balance_cents from ledger_account a
        where a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no), 0)::bigint as owed_cents
    from loan l where l.loan_no = $1 and l.member_id = $2 for no key update of l`,
  row: z.object({
    id: z.bigint(),
    state: z.string(),
    start_date: z.nullable(storedDate),
    owed_cents: bigCents,
  }),
});

export type LoanRow = z.infer<typeof lockLoan.row>;

/** Locks a loan of a member; null if they have no such loan. */
export function lockLoanOf(work: UnitOfWork, memberId: bigint, loanNo: string) {
  return work.first(lockLoan, [loanNo, memberId]);
}

const drawNumber = statement({
  name: "counter-number",
  text: "update counter_series set last_no = last_no + 1 returning last_no",
  row: z.object({ last_no: z.bigint() }),
});

/** Draws the next receipt number; the next one waits until this unit of work ends. */
export async function nextReceiptNo(work: UnitOfWork): Promise<string> {
  const drawn = await work.first(drawNumber);
  if (drawn === null) throw new Error("the numbers of the counter have no row");
  return `RC${String(drawn.last_no).padStart(7, "0")}`;
}

const receiptRow = z.object({
  id: z.bigint(),
  receipt_no: z.string(),
  way: z.enum(counterWays),
  state: z.enum(receiptStates),
  member_no: z.string(),
  full_name: z.string(),
  language: z.enum(["en", "sw"]),
  destination: z.enum(destinations),
  account: z.string(),
  amount_cents: bigCents,
  received_by: z.string(),
  received_at: z.date(),
  received_on: storedDate,
  value_date: z.string(),
  document_no: z.string(),
  bank: z.string(),
  loan_id: z.nullable(z.bigint()),
  is_own: z.boolean(),
});

export type ReceiptRow = z.infer<typeof receiptRow>;

const columns = `r.id, r.receipt_no, r.way, r.state, m.member_no, m.full_name, r.destination,
    coalesce(l.loan_no, r.account_reference) as account, r.amount_cents,
    ${staffNameInSql("r.received_by")} as received_by,
    r.received_at, ${nairobiDay("r.received_at")} as received_on,
    m.language, r.value_date::text as value_date, r.document_no, r.bank, r.loan_id`;

const joins = "join member m on m.id = r.member_id left join loan l on l.id = r.loan_id";

const PAGE = 50;

const findPage = statement({
  name: "counter-receipts",
  text: `select ${columns}, false as is_own from counter_receipt r ${joins}
    where ($1::text is null or r.till_id = (select t.id from till t
        where t.holder_person = akiba_person($1) and t.state <> 'closed'))
      and ($2 = '' or r.receipt_no = upper($2) or m.member_no = upper($2)
        or position(upper($2) in upper(m.full_name)) > 0)
      and ($3::bigint is null or r.id < $3) and (not $4 or r.state = 'clearing')
      and ($5::text is null or r.received_by = $5)
    order by r.id desc limit ${PAGE + 1}`,
  row: receiptRow,
});

interface Asked {
  /** The holder of the open till that received them; null for all receipts. */
  readonly holder: string | null;
  /** The person who received them; null for those of everybody. */
  readonly receiver: string | null;
  readonly search: string;
  /** Only cheques that wait to clear. */
  readonly clearing: boolean;
  readonly after: bigint | undefined;
}

/** A page of receipts, the latest first. */
export async function pageOf(snapshot: Snapshot, asked: Asked) {
  const { holder, receiver, search, clearing, after } = asked;
  const values = [holder, search, after ?? null, clearing, receiver];
  const found = await snapshot.rows(findPage, values);
  return { rows: found.slice(0, PAGE), isLast: found.length <= PAGE };
}

const findOne = statement({
  name: "counter-receipt",
  text: `select ${columns}, akiba_person(r.received_by) = akiba_person($2) as is_own
    from counter_receipt r ${joins} where r.receipt_no = $1`,
  row: receiptRow,
});

/** One receipt, and whether a person received it; null if there is none. */
export function receiptAt(
  snapshot: Snapshot,
  receiptNo: string,
  person = "",
): Promise<ReceiptRow | null> {
  return snapshot.first(findOne, [receiptNo, person]);
}

const lockOne = statement({
  name: "counter-receipt-lock",
  text: `select r.id, r.receipt_no, r.way, r.state, r.member_id, m.member_no, m.language,
      m.mobile_number, r.destination, coalesce(l.loan_no, r.account_reference) as account,
      r.loan_id, r.amount_cents, r.entry_id, r.received_by as receiver
    from counter_receipt r ${joins} where r.receipt_no = $1 for no key update of r`,
  row: z.object({
    id: z.bigint(),
    receipt_no: z.string(),
    way: z.enum(counterWays),
    state: z.enum(receiptStates),
    member_id: z.bigint(),
    member_no: z.string(),
    language: z.enum(["en", "sw"]),
    mobile_number: z.string(),
    destination: z.enum(destinations),
    account: z.string(),
    loan_id: z.nullable(z.bigint()),
    amount_cents: bigCents,
    entry_id: z.nullable(z.bigint()),
    /** As the audit log names them. */
    receiver: z.string(),
  }),
});

export type LockedReceipt = z.infer<typeof lockOne.row>;

/** Locks a receipt until the unit of work ends; null if there is none. */
export function lockReceipt(work: UnitOfWork, receiptNo: string): Promise<LockedReceipt | null> {
  return work.first(lockOne, [receiptNo]);
}

/** Changes the state of a locked receipt. */
export async function setState(
  work: UnitOfWork,
  id: bigint,
  state: "bounced" | "reversed",
): Promise<void> {
  await work.run("update counter_receipt set state = $2 where id = $1", [id, state]);
}

/** Records the entry of a cheque that has cleared, which counts from today. */
export async function setCredited(work: UnitOfWork, id: bigint, entryId: bigint): Promise<void> {
  await work.run(
    `update counter_receipt set state = 'credited', entry_id = $2, value_date = akiba_today()
      where id = $1`,
    [id, entryId],
  );
}

const findStep = statement({
  name: "counter-loan-step",
  text: "select id, taken_by from loan_step where entry_id = $1 and step = 'repaid'",
  row: z.object({ id: z.bigint(), taken_by: z.string() }),
});

/** Returns the repayment step of an entry; null if its loan has no such step. */
export function stepOfEntry(snapshot: Snapshot, entryId: bigint) {
  return snapshot.first(findStep, [entryId]);
}

const findSteps = statement({
  name: "counter-receipt-steps",
  text: `select s.step, s.reason, s.taken_at,
      ${staffNameInSql("s.taken_by")} as by,
      ${staffNameInSql("s.agreed_by")} as agreed_by
    from counter_receipt_step s join counter_receipt r on r.id = s.receipt_id
    where r.receipt_no = $1 order by s.taken_at`,
  row: z.object({
    step: z.enum(["cleared", "bounced", "reversed"]),
    reason: z.string(),
    taken_at: z.date(),
    by: z.string(),
    agreed_by: z.string(),
  }),
});

/** The steps of a receipt since it was given, the first one first. */
export function stepsOf(snapshot: Snapshot, receiptNo: string) {
  return snapshot.rows(findSteps, [receiptNo]);
}
