import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import type { Cause, LoanRest } from "./payment-parts.ts";

/** A payment as the provider confirmed it. */
export interface Payment {
  readonly receiptNo: string;
  readonly shortCode: string;
  readonly amount: Cents;
  /** The account number as the sender typed it. */
  readonly accountText: string;
  readonly senderName: string;
  /** As the provider shows it, mostly masked. */
  readonly senderNumber: string;
  /** An ISO time; null for the time at which it is received. */
  readonly paidAt: string | null;
}

const lockGiven = statement({
  name: "pay-in-receipts-lock",
  text: "select akiba_lock_receipt(receipt) from unnest($1::text[]) as given (receipt)",
  row: z.object({}),
});

const findStandings = statement({
  name: "pay-in-standings",
  text: `select g.receipt_no, p.id is not null as is_known, p.id is not null
        and (p.amount_cents <> g.amount_cents or p.account_text <> g.account_text
          or p.short_code <> g.short_code) as differs,
      exists (select from loan_step r where r.receipt_no = g.receipt_no and r.step = 'repaid'
        and not exists (select from loan_step v where v.reverses = r.id))
        or receipt_is_booked(g.receipt_no) as is_recorded,
      case when day > coalesce(until, '-infinity') and day <= akiba_today() then day
        else akiba_today() end as value_date,
      s.purpose, s.loan_rest
    from pay_in_setting s
      cross join unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
        as g (receipt_no, amount_cents, account_text, short_code, paid_at)
      left join pay_in p on p.receipt_no = g.receipt_no
      cross join lateral (select ${nairobiDay("coalesce(g.paid_at, akiba_now())")} as day) d
      cross join (select max(until) as until from books_closed) closed`,
  row: z.object({
    receipt_no: z.string(),
    is_known: z.boolean(),
    differs: z.boolean(),
    is_recorded: z.boolean(),
    /** The day of the payment, or today if its month is closed. */
    value_date: storedDate,
    purpose: z.enum(["deposits", "share-capital"]),
    loan_rest: z.enum(["deposits", "refund"]),
  }),
});

/** The facts known of a receipt, and the settings by which it is credited. */
export interface Standing {
  readonly isKnown: boolean;
  /** Whether it was confirmed before with other details. */
  readonly differs: boolean;
  /** Whether the office has booked it: at the loan desk, in the treasury or by an import. */
  readonly isRecorded: boolean;
  readonly valueDate: CalendarDate;
  readonly purpose: "deposits" | "share-capital";
  readonly loanRest: LoanRest;
}

/** A payment whose receipt is locked, and its known facts. */
export interface Arrival {
  readonly payment: Payment;
  readonly standing: Standing;
}

/**
 * Locks the receipts of payments until the end of the unit of work; no two payments may have the
 * same one. Returns the known facts of each.
 */
export async function lockReceipts(
  work: UnitOfWork,
  payments: readonly Payment[],
): Promise<Arrival[]> {
  // In one order, so that two units of work never wait for one another.
  await work.rows(lockGiven, [payments.map(({ receiptNo }) => receiptNo).toSorted()]);
  return arrivalsOf(work, payments);
}

/** Returns what is known of the receipts of payments, as long as nobody else adds to it. */
export async function arrivalsOf(
  snapshot: Snapshot,
  payments: readonly Payment[],
): Promise<Arrival[]> {
  const rows = await snapshot.rows(findStandings, [
    payments.map(({ receiptNo }) => receiptNo),
    payments.map(({ amount }) => amount),
    payments.map(({ accountText }) => accountText),
    payments.map(({ shortCode }) => shortCode),
    payments.map(({ paidAt }) => paidAt),
  ]);
  const found = new Map(rows.map((row) => [row.receipt_no, row]));
  return payments.map((payment) => {
    const row = found.get(payment.receiptNo);
    if (row === undefined) throw new Error("the settings of payments in are missing");
    const standing: Standing = {
      isKnown: row.is_known,
      differs: row.differs,
      isRecorded: row.is_recorded,
      valueDate: row.value_date,
      purpose: row.purpose,
      loanRest: row.loan_rest,
    };
    return { payment, standing };
  });
}

const writePayIns = statement({
  name: "pay-ins-write",
  text: `insert into pay_in (receipt_no, short_code, amount_cents, account_text, sender_name,
      sender_number, paid_at, state, cause)
    select receipt_no, short_code, amount_cents, account_text, sender_name, sender_number,
      coalesce(paid_at, akiba_now()), state, cause
    from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[],
        $7::timestamptz[], $8::text[], $9::text[]) with ordinality
      as given (receipt_no, short_code, amount_cents, account_text, sender_name, sender_number,
        paid_at, state, cause, place)
    order by place
    returning id, receipt_no`,
  row: z.object({ id: z.bigint(), receipt_no: z.string() }),
});

/** A payment that was not known, and the state in which it is booked. */
export interface Booked {
  readonly payment: Payment;
  readonly state: "credited" | "suspense" | "recorded";
  /** Why it waits; empty if it does not. */
  readonly cause: "" | Cause;
}

/** Writes payments that were not known, and returns their ids in the same order. */
export async function writePayments(
  work: UnitOfWork,
  booked: readonly Booked[],
): Promise<bigint[]> {
  const payments = booked.map(({ payment }) => payment);
  const rows = await work.rows(writePayIns, [
    payments.map(({ receiptNo }) => receiptNo),
    payments.map(({ shortCode }) => shortCode),
    payments.map(({ amount }) => amount),
    payments.map(({ accountText }) => accountText),
    payments.map(({ senderName }) => senderName),
    payments.map(({ senderNumber }) => senderNumber),
    payments.map(({ paidAt }) => paidAt),
    booked.map(({ state }) => state),
    booked.map(({ cause }) => cause),
  ]);
  const ids = new Map(rows.map((row) => [row.receipt_no, row.id]));
  return payments.map(({ receiptNo }) => {
    const id = ids.get(receiptNo);
    if (id === undefined) throw new Error(`payment ${receiptNo} was not written`);
    return id;
  });
}

const findTargets = statement({
  name: "pay-in-targets",
  text: `select asked.place::int as place, m.id as member_id, m.member_no, m.full_name, m.language,
      m.mobile_number, m.membership = 'left' as has_left,
      not waits_for_a_count(m.id) as is_cash_counted,
      coalesce((select array_agg(a.reference order by a.id) from ledger_account a
        where a.code = 'withdrawable-deposits' and a.member_id = m.id), '{}') as accounts,
      l.id as loan_id, l.loan_no, l.state as loan_state, l.start_date,
      coalesce(a.balance_cents, 0)::bigint as owed_cents
    from unnest($1::bigint[], $2::bigint[]) with ordinality
        as asked (member_id, loan_id, place)
      join member m on m.id = asked.member_id
      left join loan l on l.id = asked.loan_id and l.member_id = m.id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no`,
  row: z.object({
    place: z.int(),
    member_id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    language: z.enum(["en", "sw"]),
    mobile_number: z.string(),
    has_left: z.boolean(),
    is_cash_counted: z.boolean(),
    accounts: z.array(z.string()),
    loan_id: z.nullable(z.bigint()),
    loan_no: z.nullable(z.string()),
    loan_state: z.nullable(z.string()),
    start_date: z.nullable(storedDate),
    owed_cents: bigCents,
  }),
});

export type TargetRow = z.infer<typeof findTargets.row>;

/** The member that a payment goes to, and the loan, if it repays one. */
export interface Goal {
  readonly memberId: bigint;
  readonly loanId: bigint | null;
}

/** Returns a member with one of their loans; null if there is no such member. */
export async function targetAt(snapshot: Snapshot, memberId: bigint, loanId: bigint | null) {
  const [target] = await targetsAt(snapshot, [{ memberId, loanId }]);
  return target ?? null;
}

/** Returns the target of each goal, in order; null for none, and for a member that is not known. */
export async function targetsAt(
  snapshot: Snapshot,
  goals: readonly (Goal | null)[],
): Promise<(TargetRow | null)[]> {
  if (goals.every((goal) => goal === null)) return goals.map(() => null);
  const rows = await snapshot.rows(findTargets, [
    goals.map((goal) => goal?.memberId ?? null),
    goals.map((goal) => goal?.loanId ?? null),
  ]);
  const found = new Map(rows.map((row) => [row.place, row]));
  return goals.map((_, at) => found.get(at + 1) ?? null);
}

const lockMembers = statement({
  name: "pay-in-members-lock",
  text: "select id from member where id = any ($1::bigint[]) order by id for share",
  row: z.object({}),
});

const lockLoans = statement({
  name: "pay-in-loans-lock",
  text: "select id from loan where id = any ($1::bigint[]) order by id for no key update",
  row: z.object({}),
});

/** Locks a loan or a member, so that a repayment or an exit comes before or after. */
export function lockTarget(
  work: UnitOfWork,
  memberId: bigint,
  loanId: bigint | null,
): Promise<void> {
  return lockTargets(work, [{ memberId, loanId }]);
}

/** Locks the loan of each goal, or its member if it has no loan. */
export async function lockTargets(work: UnitOfWork, goals: readonly Goal[]): Promise<void> {
  const members = goals.filter(({ loanId }) => loanId === null).map(({ memberId }) => memberId);
  const loans = goals.flatMap(({ loanId }) => loanId ?? []);
  if (members.length > 0) await work.rows(lockMembers, [members]);
  if (loans.length > 0) await work.rows(lockLoans, [loans]);
}

const findRunning = statement({
  name: "pay-in-running-loans",
  text: "select id from loan where member_id = $1 and state = 'disbursed' order by id limit 2",
  row: z.object({ id: z.bigint() }),
});

/** Returns a member's running loan; null if they have none, or several. */
export async function onlyLoanOf(snapshot: Snapshot, memberId: bigint): Promise<bigint | null> {
  const [first, second] = await snapshot.rows(findRunning, [memberId]);
  return first === undefined || second !== undefined ? null : first.id;
}
