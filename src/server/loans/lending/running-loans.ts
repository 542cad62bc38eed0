import * as z from "zod/mini";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { accountOfLoan, uncoveredInstalments } from "./instalments-due.ts";

/** A loan with a balance. */
export interface RunningLoan {
  readonly id: bigint;
  readonly loanNo: string;
  readonly balance: Cents;
  /** The amount due by the end of the month, including arrears. */
  readonly due: Cents;
  /** The day of the oldest instalment that is not paid in full. */
  readonly oldestDueOn: string;
}

/** A member with their debts. */
export interface Payer {
  readonly memberId: bigint;
  readonly loans: readonly RunningLoan[];
}

const findPayers = statement({
  text: `with found as (
      select m.id, m.member_no from member m where m.member_no = any ($1) and m.membership <> 'left'
    ), due as (
      select l.id, l.loan_no, l.member_id, a.balance_cents,
        a.balance_cents - coalesce(sum(u.owed_cents) filter (
          where u.due_on >= $2::date + interval '1 month'), 0) as due_cents,
        coalesce(min(u.due_on), l.end_date) as oldest
      from found f join loan l on l.member_id = f.id and l.state = 'disbursed'
        join ${accountOfLoan} and a.balance_cents > 0
        left join lateral ${uncoveredInstalments("n.loan_id = l.id")} u on true
      group by l.id, a.balance_cents
    )
    select f.member_no, f.id as member_id, d.id as loan_id, d.loan_no, d.balance_cents,
      d.due_cents::bigint, d.oldest as oldest_due_on
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

/** The members with these numbers and their running loans, as of a month. */
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

/** Returns which of these are numbers of loans. */
export async function knownLoans(
  snapshot: Snapshot,
  notes: readonly string[],
): Promise<Set<string>> {
  const found = await snapshot.rows(findLoanNos, [notes]);
  return new Set(found.map(({ loan_no }) => loan_no));
}
