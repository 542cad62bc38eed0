import type { CounterWay, Destination } from "#shared/contract/counter/receiving.ts";
import type { Cents } from "#shared/money.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import * as queries from "./receipt-rows.ts";

/** Where money goes, as the person at the counter chose it. */
export interface Wanted {
  readonly memberNo: string;
  readonly to: Destination;
  /** The withdrawable account or the loan. */
  readonly account?: string | undefined;
  readonly amount: Cents;
}

/** The member and the account or loan that money goes to, locked. */
export interface Target {
  readonly member: queries.TargetRow;
  readonly to: Destination;
  /** The withdrawable account or the loan; empty otherwise. */
  readonly account: string;
  readonly loan: queries.LoanRow | null;
}

/**
 * Returns where money goes, locked until the unit of work ends. Throws if it cannot go there, or if
 * it belongs to a person who takes part in the step.
 */
export async function requireTarget(
  work: UnitOfWork,
  wanted: Wanted,
  { way, people }: { readonly way: CounterWay | "cleared"; readonly people: readonly string[] },
): Promise<Target> {
  const { memberNo, to, account = "" } = wanted;
  const member = await queries.holdMember(work, memberNo, account);
  if (member === null) throw new Problem("no-such-member");
  const memberId = member.member_id;
  const loan =
    to === "loan" ? await requireLoan(work, memberId, { ...wanted, account }, way) : null;
  if (to === "withdrawable" && !member.has_account) {
    throw fieldProblem("account", "pay-in.no-account");
  }
  for (const person of people) {
    const isOwn = await isCredited(work, { memberId, loanId: loan?.id ?? null }, person);
    if (isOwn) throw new Problem("own-listing");
  }
  return { member, to, account: loan !== null || to === "withdrawable" ? account : "", loan };
}

/**
 * Cash has no cents, so a repayment in cash may be above what is owed by less than a shilling. A
 * cheque that has cleared is credited whatever was repaid meanwhile.
 */
async function requireLoan(
  work: UnitOfWork,
  memberId: bigint,
  { account, amount }: Wanted & { readonly account: string },
  way: CounterWay | "cleared",
): Promise<queries.LoanRow> {
  const loan = await queries.lockLoanOf(work, memberId, account);
  if (loan === null) throw fieldProblem("account", "field.required");
  if (way === "cleared" && loan.state === "settled") return loan;
  if (loan.state !== "disbursed") throw new Problem("loan-state");
  const most = way === "cash" ? loan.owed_cents + 99n : loan.owed_cents;
  if (way !== "cleared" && amount > most) throw fieldProblem("amount", "loan.owes-less");
  return loan;
}
