import type { EligibilityRule } from "#shared/contract/instant-loans.ts";
import { type LoanQuote, scheduleOf } from "#shared/instant-loan.ts";
import type { Language } from "#shared/language.ts";
import { eligibilityWords } from "#shared/messages/eligibility.ts";
import { type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { LoanPolicy, SetPolicy } from "#server/lending/loan-policy.ts";
import type { ApplicationRow, LoanListRow, StepRow } from "./queries.ts";
import { type Assessment, cheaperFor } from "./rules.ts";

export function presentPolicy(policy: SetPolicy) {
  const { effectiveFrom, price, minMonths, maxMonths, depositsPercent, membershipMonths } = policy;
  return {
    effectiveFrom,
    feeTiers: price.tiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
      ...(upTo !== null && { upTo: toWireAmount(upTo) }),
      flatFee: toWireAmount(flatFee),
      rateBasisPoints: Number(rateBasisPoints),
    })),
    minimum: toWireAmount(policy.minimum),
    maximum: toWireAmount(policy.maximum),
    minMonths,
    maxMonths,
    depositsPercent,
    membershipMonths,
    shareCapital: toWireAmount(policy.shareCapital),
    refuseUnpaid: policy.refuseUnpaid,
    refuseBlacklisted: policy.refuseBlacklisted,
  };
}

/** A quote in the earlier client's words: period and repayment. */
export function presentQuote({ principal, fee, total, monthlyDeduction, instalments }: LoanQuote) {
  return {
    amount: toWireAmount(principal),
    fee: toWireAmount(fee),
    total: toWireAmount(total),
    period: instalments.length,
    repayment: toWireAmount(monthlyDeduction),
  };
}

/** What two policies make of one amount. */
export function presentPreview(
  amount: Cents,
  inForce: LoanQuote | null,
  proposed: LoanQuote | null,
) {
  return {
    amount: toWireAmount(amount),
    ...(inForce !== null && { inForce: presentQuote(inForce) }),
    ...(proposed !== null && { proposed: presentQuote(proposed) }),
  };
}

export function presentEligibility(
  language: Language,
  { rules, most, eligible }: Assessment,
  asked: { readonly policy: LoanPolicy; readonly amount: Cents },
) {
  const cheaper = cheaperFor(asked.policy, asked.amount, most);
  return {
    eligible,
    most: toWireAmount(most),
    least: toWireAmount(asked.policy.minimum),
    rules: rules.map(({ code, state, values }) => ({
      code,
      state,
      words: state === "off" ? "" : eligibilityWords(language, code, state, values),
    })),
    ...(cheaper !== null && {
      cheaper: {
        amount: toWireAmount(cheaper.principal),
        fee: toWireAmount(cheaper.fee),
        saving: toWireAmount(cheaper.saving),
      },
    }),
  };
}

/** What would satisfy the first rule that is in the way. */
export function presentHindrance(language: Language, { rules }: Assessment): string {
  const first = rules.find(({ state }) => state === "unmet");
  return first
    ? eligibilityWords(language, first.code satisfies EligibilityRule, "unmet", first.values)
    : "";
}

function presentFigures(loan: ApplicationRow) {
  return {
    amount: toWireAmount(loan.principal_cents),
    fee: toWireAmount(loan.fee_cents),
    total: toWireAmount(loan.total_cents),
    period: loan.term_months,
    repayment: toWireAmount(loan.monthly_deduction_cents),
  };
}

function presentSchedule(loan: ApplicationRow): number[] {
  const { total_cents, monthly_deduction_cents, term_months } = loan;
  return scheduleOf(total_cents, monthly_deduction_cents, term_months).map(toWireAmount);
}

/** The answer to an application, with the society's own figures. */
export function presentApplied(loan: ApplicationRow) {
  return {
    code: 201 as const,
    message: "Application Successful" as const,
    loanNo: loan.loan_no,
    memNo: loan.member_no,
    category: "Instant" as const,
    ...presentFigures(loan),
    instalments: presentSchedule(loan),
  };
}

export function presentAmended(loan: ApplicationRow) {
  return {
    code: 200 as const,
    message: "Loan Updated",
    id: String(loan.id),
    memberno: loan.member_no,
    member: loan.full_name,
    category: loan.category,
    ...presentFigures(loan),
  };
}

export function presentLoanList(rows: readonly LoanListRow[]) {
  return rows.map(({ id, member_no, full_name, category, principal_cents }) => ({
    id: String(id),
    memberno: member_no,
    member: full_name,
    category,
    amount: toWireAmount(principal_cents),
  }));
}

function presentRow(loan: ApplicationRow) {
  return {
    id: String(loan.id),
    loanNo: loan.loan_no,
    memberNo: loan.member_no,
    member: loan.full_name,
    state: loan.state,
    ...presentFigures(loan),
    appliedOn: loan.applied_on,
    ageDays: loan.age_days,
  };
}

export function presentQueue(found: { rows: readonly ApplicationRow[]; next: bigint | null }) {
  return { rows: found.rows.map(presentRow), next: found.next === null ? "" : String(found.next) };
}

/** An application with its timeline; only staff are told who of the office took a step. */
export function presentApplication(
  { loan, steps }: { readonly loan: ApplicationRow; readonly steps: readonly StepRow[] },
  forStaff: boolean,
) {
  return {
    ...presentRow(loan),
    category: loan.category,
    instalments: presentSchedule(loan),
    steps: steps.map((step) => ({
      step: step.step,
      date: step.taken_on,
      time: step.taken_time,
      by: step.taken_by.startsWith("member:") ? ("member" as const) : ("office" as const),
      who: forStaff ? step.staff_name : "",
      reason: step.reason,
      amount: toWireAmount(step.amount_cents ?? ZERO_CENTS),
      receipt: step.receipt_no,
    })),
  };
}
