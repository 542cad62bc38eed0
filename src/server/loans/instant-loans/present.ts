import type { LoanPayment } from "#shared/contract/loans/instant-loans.ts";
import { scheduleOf } from "#shared/instant-loan.ts";
import type { Language } from "#shared/language.ts";
import { eligibilityWords } from "#shared/messages/loans/eligibility.ts";
import { addCents, type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { OpenAmendment } from "#server/loans/lending/amendments.ts";
import { type Assessment, cheaperFor } from "#server/loans/lending/eligibility.ts";
import type { LoanPolicy } from "#server/loans/lending/loan-policy.ts";
import type { ApplicationRow } from "#server/loans/lending/loan-rows.ts";
import type { GuarantorRow } from "#server/loans/lending/name-guarantors.ts";
import type { LoanListRow, LoanOfMember, StepRow } from "./queries.ts";

export function presentEligibility(
  language: Language,
  { rules, most, mostWithGuarantors, uncovered, eligible }: Assessment,
  asked: { readonly policy: LoanPolicy; readonly amount: Cents },
) {
  const cheaper = cheaperFor(asked.policy, asked.amount, most);
  return {
    eligible,
    most: toWireAmount(most),
    least: toWireAmount(asked.policy.minimum),
    mostWithGuarantors: toWireAmount(mostWithGuarantors),
    needsGuarantees: toWireAmount(uncovered),
    rules: rules.map(({ code, state, values, words = code }) => ({
      code,
      state,
      words: state === "off" ? "" : eligibilityWords(language, words, state, values),
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

function presentFigures(loan: ApplicationRow | LoanOfMember) {
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

export function presentLoanList(rows: readonly LoanListRow[]) {
  return rows.map(({ id, member_no, full_name, category, principal_cents }) => ({
    id: String(id),
    memberno: member_no,
    member: full_name,
    category,
    amount: toWireAmount(principal_cents),
  }));
}

function presentRow(loan: ApplicationRow | LoanOfMember) {
  return {
    id: String(loan.id),
    loanNo: loan.loan_no,
    memberNo: loan.member_no,
    member: loan.full_name,
    state: loan.state,
    ...presentFigures(loan),
    appliedOn: loan.applied_on,
  };
}

function presentAged(loan: ApplicationRow) {
  return { ...presentRow(loan), ageDays: loan.age_days };
}

export function presentLoansOf(found: { rows: readonly LoanOfMember[]; next: bigint | null }) {
  const rows = found.rows.map((loan) => {
    return {
      ...presentRow(loan),
      category: loan.category,
      isApplication: loan.is_application,
      changedOn: loan.changed_on,
    };
  });
  return { rows, next: found.next === null ? "" : String(found.next) };
}

/** The borrower sees only the number of a guarantor who has not accepted. */
function presentGuarantor(guarantor: GuarantorRow, forStaff: boolean) {
  const { id, member_no, full_name, state, asked_on, answered_on } = guarantor;
  const isNamed = forStaff || state === "accepted" || state === "released";
  return {
    id: String(id),
    memberNo: member_no,
    name: isNamed ? full_name : "",
    amount: toWireAmount(guarantor.amount_cents),
    state,
    askedOn: asked_on,
    answeredOn: answered_on ?? "",
  };
}

interface Shown {
  readonly loan: ApplicationRow;
  readonly steps: readonly StepRow[];
  readonly guarantors: readonly GuarantorRow[];
  readonly amendment: OpenAmendment | null;
  readonly payment: LoanPayment | null;
}

/** Whether a step's reason was written for the borrower; any other is only for the office. */
function isForMember({ step }: StepRow): boolean {
  return step === "declined";
}

/** A change that waits for the member; only staff see who proposed it. */
function presentAmendment(amendment: OpenAmendment, forStaff: boolean) {
  return {
    id: String(amendment.id),
    amount: toWireAmount(amendment.principal_cents),
    fee: toWireAmount(amendment.fee_cents),
    total: toWireAmount(amendment.total_cents),
    repayment: toWireAmount(amendment.monthly_deduction_cents),
    proposedOn: amendment.proposed_on,
    expiresOn: amendment.expires_on,
    by: forStaff ? amendment.proposed_by_name : "",
  };
}

/** An application with its timeline; only staff see which member of staff took a step. */
export function presentApplication(
  { loan, steps, guarantors, amendment, payment }: Shown,
  forStaff: boolean,
) {
  const accepted = guarantors.filter(({ state }) => state === "accepted");
  return {
    ...presentAged(loan),
    category: loan.category,
    instalments: presentSchedule(loan),
    needsGuarantees: toWireAmount(loan.cover_cents),
    guaranteed: toWireAmount(addCents(...accepted.map(({ amount_cents }) => amount_cents))),
    guarantors: guarantors.map((guarantor) => presentGuarantor(guarantor, forStaff)),
    steps: steps.map((step) => ({
      step: step.step,
      date: step.taken_on,
      time: step.taken_time,
      by: step.taken_by.startsWith("member:") ? ("member" as const) : ("office" as const),
      who: forStaff ? step.staff_name : "",
      reason: forStaff || isForMember(step) ? step.reason : "",
      amount: toWireAmount(step.amount_cents ?? ZERO_CENTS),
      receipt: step.receipt_no,
    })),
    ...(payment && { payment }),
    ...(amendment && { amendment: presentAmendment(amendment, forStaff) }),
  };
}
