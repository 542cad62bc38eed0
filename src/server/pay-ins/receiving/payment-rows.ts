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

const findStanding = statement({
  name: "pay-in-standing",
  text: `select p.id is not null as is_known, p.id is not null and (p.amount_cents <> $2
        or p.account_text <> $3 or p.short_code <> $4) as differs,
      exists (select from loan_step r where r.receipt_no = $1 and r.step = 'repaid'
        and not exists (select from loan_step v where v.reverses = r.id)) as is_recorded,
      case when day > coalesce(until, '-infinity') and day <= akiba_today() then day
        else akiba_today() end as value_date,
      s.purpose, s.loan_rest
    from pay_in_setting s
      left join pay_in p on p.receipt_no = $1
      cross join (select ${nairobiDay("coalesce($5::timestamptz, akiba_now())")} as day) d
      cross join (select max(until) as until from books_closed) closed`,
  row: z.object({
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
  /** Whether the office recorded it as a repayment. */
  readonly isRecorded: boolean;
  readonly valueDate: CalendarDate;
  readonly purpose: "deposits" | "share-capital";
  readonly loanRest: LoanRest;
}

/** Locks a receipt until the end of the unit of work and returns what is known of it. */
export async function lockReceipt(work: UnitOfWork, payment: Payment): Promise<Standing> {
  const { receiptNo, amount, accountText, shortCode, paidAt } = payment;
  await work.run("select akiba_lock_receipt($1)", [receiptNo]);
  const given = [receiptNo, amount, accountText, shortCode, paidAt];
  const row = await work.first(findStanding, given);
  if (row === null) throw new Error("the settings of payments in are missing");
  return {
    isKnown: row.is_known,
    differs: row.differs,
    isRecorded: row.is_recorded,
    valueDate: row.value_date,
    purpose: row.purpose,
    loanRest: row.loan_rest,
  };
}

const writePayIn = statement({
  name: "pay-in-write",
  text: `insert into pay_in (receipt_no, short_code, amount_cents, account_text, sender_name,
      sender_number, paid_at, state, cause)
    values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, akiba_now()), $8, $9)
    returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Writes a payment that was not known, and returns its id. */
export async function writePayment(
  work: UnitOfWork,
  payment: Payment,
  {
    state,
    cause,
  }: { readonly state: "credited" | "suspense" | "recorded"; readonly cause: "" | Cause },
): Promise<bigint> {
  const { receiptNo, shortCode, amount, accountText, senderName, senderNumber, paidAt } = payment;
  const values = [receiptNo, shortCode, amount, accountText, senderName, senderNumber, paidAt];
  const row = await work.first(writePayIn, [...values, state, cause]);
  if (row === null) throw new Error(`payment ${receiptNo} was not written`);
  return row.id;
}

const findTarget = statement({
  name: "pay-in-target",
  text: `select m.id as member_id, m.member_no, m.full_name, m.language, m.mobile_number,
      m.membership = 'left' as has_left, not waits_for_a_count(m.id) as is_cash_counted,
      coalesce((select array_agg(a.reference order by a.id) from ledger_account a
        where a.code = 'withdrawable-deposits' and a.member_id = m.id), '{}') as accounts,
      l.id as loan_id, l.loan_no, l.state as loan_state, l.start_date,
      coalesce(a.balance_cents, 0)::bigint as owed_cents
    from member m
      left join loan l on l.id = $2 and l.member_id = m.id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where m.id = $1`,
  row: z.object({
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

export type TargetRow = z.infer<typeof findTarget.row>;

/** Returns a member with one of their loans; null if there is no such member. */
export function targetAt(snapshot: Snapshot, memberId: bigint, loanId: bigint | null) {
  return snapshot.first(findTarget, [memberId, loanId]);
}

/** Locks the loan or the member, so that a repayment or an exit comes before or after. */
export async function lockTarget(
  work: UnitOfWork,
  memberId: bigint,
  loanId: bigint | null,
): Promise<void> {
  if (loanId === null) await work.run("select from member where id = $1 for share", [memberId]);
  else await work.run("select from loan where id = $1 for no key update", [loanId]);
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
