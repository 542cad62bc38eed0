import * as z from "zod/mini";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/platform/database.ts";

const bigCents = z.pipe(z.bigint(), z.transform(cents));

/** A loan on which something is owed. */
export interface RunningLoan {
  readonly id: bigint;
  readonly loanNo: string;
  readonly balance: Cents;
  /** What of it is due by the end of the month, arrears and all. */
  readonly due: Cents;
  /** The day of the oldest instalment that is not paid in full. */
  readonly oldestDueOn: string;
}

/** A member with what they owe. */
export interface Payer {
  readonly memberId: bigint;
  readonly loans: readonly RunningLoan[];
}

const findPayers = statement({
  text: `with found as (
      select m.id, m.member_no from member m where m.member_no = any ($1) and m.membership <> 'left'
    ), running as (
      select l.id, l.loan_no, l.member_id, l.total_cents, a.balance_cents
      from found f join loan l on l.member_id = f.id and l.state = 'disbursed'
        join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
          and a.reference = l.loan_no
      where a.balance_cents > 0
    ), scheduled as (
      select r.id, i.due_on, i.amount_cents,
        sum(i.amount_cents) over (partition by r.id order by i.number) as reached
      from running r join loan_instalment i on i.loan_id = r.id
    ), due as (
      select r.id, r.loan_no, r.member_id, r.balance_cents,
        coalesce(sum(s.amount_cents) filter (where s.due_on >= $2::date + interval '1 month'), 0)
          as later,
        coalesce(min(s.due_on) filter (where s.reached > r.total_cents - r.balance_cents),
          max(s.due_on)) as oldest
      from running r join scheduled s using (id)
      group by r.id, r.loan_no, r.member_id, r.balance_cents
    )
    select f.member_no, f.id as member_id, d.id as loan_id, d.loan_no, d.balance_cents,
      greatest(0, d.balance_cents - d.later)::bigint as due_cents, d.oldest as oldest_due_on
    from found f left join due d on d.member_id = f.id
    order by f.id, d.id`,
  row: z.object({
    member_no: z.string(),
    member_id: z.bigint(),
    loan_id: z.nullable(z.bigint()),
    loan_no: z.nullable(z.string()),
    balance_cents: z.nullable(bigCents),
    due_cents: z.nullable(bigCents),
    oldest_due_on: z.nullable(z.string()),
  }),
});

/** The members of these numbers with their running loans, as they stand in a month. */
export async function payersOf(
  snapshot: Snapshot,
  memberNos: readonly string[],
  month: string,
): Promise<Map<string, Payer>> {
  const payers = new Map<string, Payer & { readonly loans: RunningLoan[] }>();
  for (const row of await snapshot.rows(findPayers, [memberNos, month])) {
    const payer = payers.get(row.member_no) ?? { memberId: row.member_id, loans: [] };
    payers.set(row.member_no, payer);
    if (row.loan_id === null) continue;
    payer.loans.push({
      id: row.loan_id,
      loanNo: row.loan_no ?? "",
      balance: row.balance_cents ?? cents(0n),
      due: row.due_cents ?? cents(0n),
      oldestDueOn: row.oldest_due_on ?? "",
    });
  }
  return payers;
}

const findLoanNos = statement({
  text: "select loan_no from loan where loan_no = any ($1)",
  row: z.object({ loan_no: z.string() }),
});

/** Which of these are numbers of loans. */
export async function knownLoans(
  snapshot: Snapshot,
  notes: readonly string[],
): Promise<Set<string>> {
  const found = await snapshot.rows(findLoanNos, [notes]);
  return new Set(found.map(({ loan_no }) => loan_no));
}

/**
 * The SELECT of what is due of each member in the month that begins on the day $2, as far as it has
 * not been paid ahead: member_id and cents.
 */
export const dueInMonth = `select member_id, sum(due) as cents from (
    select l.member_id, least(sum(i.amount_cents) filter (
          where i.due_on >= $2::date and i.due_on < $2::date + interval '1 month'),
        a.balance_cents - coalesce(sum(i.amount_cents) filter (
          where i.due_on >= $2::date + interval '1 month'), 0)) as due
    from loan l
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
      join loan_instalment i on i.loan_id = l.id
    where l.state = 'disbursed' and a.balance_cents > 0
    group by l.id, l.member_id, a.balance_cents
  ) d where due > 0 group by member_id`;
