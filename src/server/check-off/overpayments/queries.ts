import * as z from "zod/mini";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { type Cents, negateCents } from "#shared/money.ts";
import { accountOfLoan } from "#server/loans/lending/instalments-due.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const loanRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  member_id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  membership: z.enum(memberStates),
  state: z.string(),
  balance_cents: bigCents,
});

const findLoan = statement({
  name: "overpayment-loan",
  text: `select l.id, l.loan_no, l.member_id, m.member_no, m.full_name, m.membership, l.state,
      a.balance_cents
    from loan l join member m on m.id = l.member_id join ${accountOfLoan} where l.loan_no = $1`,
  row: loanRow,
});

/** A loan that was paid out, with the balance of its account. */
export type LoanBalance = z.infer<typeof loanRow>;

/** Returns a loan that was paid out; null if there is none with that number. */
export function loanBalance(snapshot: Snapshot, loanNo: string): Promise<LoanBalance | null> {
  return snapshot.first(findLoan, [loanNo]);
}

/** Returns the overpaid amount of a loan; zero or less if there is none. */
export function overpaidOn({ balance_cents }: LoanBalance): Cents {
  return negateCents(balance_cents);
}

/** Locks loans and their accounts in one order, so that a balance holds until the commit. */
export async function lockLoans(work: UnitOfWork, loanNos: readonly string[]): Promise<void> {
  await work.run(
    `select from loan l join ${accountOfLoan} where l.loan_no = any ($1)
      order by l.id for no key update`,
    [loanNos],
  );
}
