import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { addCents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import {
  type AccountMovements,
  inward,
  type Movement,
  outward,
} from "#server/ledger/journal/movements.ts";
import type {
  GuaranteeRow,
  LoanRow,
  MemberStanding,
  SavingsMonth,
  WithdrawableRow,
} from "./queries.ts";
import type { LoanPage } from "#server/statements/loan-statement/loan-rows.ts";
import { wordedNarration } from "#shared/messages/ledger/worded-narrations.ts";
import type { ContributionRow } from "#server/check-off/payroll/contributions.ts";
import type { DatedList } from "#server/kernel/platform/dated-list.ts";
import { coverInstalments, duesOf, repaidOf } from "#server/loans/lending/overdue-instalments.ts";

/**
 * The dividend statement. Credits are dividends and debits are payments, including corrections, so
 * that the running total is always the declared less the paid amount.
 */
export function presentDividend(found: AccountMovements | null) {
  return (found?.movements ?? []).map((movement) => {
    const dividend = toWireAmount(inward(movement));
    const paid = toWireAmount(outward(movement));
    const { date: inputDate, narration, reference: refNo, balance } = movement;
    return { inputDate, narration, refNo, dividend, paid, runningTotal: toWireAmount(balance) };
  });
}

/** Deposits with the balance after each movement, so that the last row has the total. */
export function presentSavings(found: AccountMovements | null) {
  return (found?.movements ?? []).map(({ date, narration, reference, amount, balance }) => ({
    inputDate: date,
    narration,
    refNo: reference,
    savings: toWireAmount(amount),
    runningTotal: toWireAmount(balance),
  }));
}

/** Share capital in the earlier client's columns: amounts withdrawn and saved. */
export function presentShareCapital(found: AccountMovements | null) {
  return (found?.movements ?? []).map((movement) => {
    const credit = toWireAmount(inward(movement));
    const debit = toWireAmount(outward(movement));
    const { id, date, narration: item, reference: referenceNo, receipt: receiptNo } = movement;
    return { id, date, item, referenceNo, receiptNo, debit, credit };
  });
}

/** The earlier client's wrapper of a list. */
function wrap<Row>(curDate: string, data: Row[]) {
  return { status: 200 as const, message: "success", curDate, data };
}

export function presentLoans({ curDate, rows }: DatedList<LoanRow>) {
  return wrap(
    curDate,
    rows.map((loan) => ({
      id: String(loan.id),
      loanNo: loan.loan_no,
      loanPurpose: loan.purpose,
      startDate: loan.start_date ?? "",
      endDate: loan.end_date ?? "",
      period: loan.term_months,
      amount: toWireAmount(loan.principal),
      outStanding: toWireAmount(loan.outstanding),
    })),
  );
}

export function presentGuarantees({ curDate, rows }: DatedList<GuaranteeRow>) {
  return wrap(
    curDate,
    rows.map((guarantee) => ({
      id: String(guarantee.id),
      cdate: guarantee.given_on,
      curDate,
      loanNo: guarantee.loan_no,
      loanPurpose: guarantee.purpose,
      memberName: guarantee.borrower,
      lamount: toWireAmount(guarantee.principal),
      amountGuaranteed: toWireAmount(guarantee.amount),
      outstanding: toWireAmount(guarantee.outstanding),
      guarantorType: guarantee.level,
    })),
  );
}

export function presentWithdrawable({ curDate, rows }: DatedList<WithdrawableRow>) {
  return wrap(
    curDate,
    rows.map((account) => ({
      accNo: account.reference,
      holdersName: account.full_name,
      regDate: account.opened_on,
      curDate,
      outStanding: toWireAmount(account.balance),
    })),
  );
}

export function presentContributions({ curDate, rows }: DatedList<ContributionRow>) {
  const data = rows.map((row) => ({
    ...row,
    id: String(row.id),
    amount: toWireAmount(row.amount),
  }));
  return { curDate, data };
}

function wireMovement({ id, date, narration, reference, receipt, amount, balance }: Movement) {
  return {
    id,
    date,
    narration,
    reference,
    receipt,
    amount: toWireAmount(amount),
    balance: toWireAmount(balance),
  };
}

export function presentMovements(movements: readonly Movement[]) {
  return movements.map(wireMovement);
}

/** A running statement of a period with its totals. */
export function presentRunning(found: AccountMovements) {
  const { asAt, to } = found;
  return {
    asAt,
    from: found.from ?? "",
    to,
    broughtForward: toWireAmount(found.broughtForward),
    movements: presentMovements(found.movements),
    totalIn: toWireAmount(found.totalIn),
    totalOut: toWireAmount(found.totalOut),
    closing: toWireAmount(found.closing),
  };
}

/** A loan with its schedule and the repayments, which cover the oldest instalment first. */
export function presentLoan(loan: LoanPage, { asAt, movements }: AccountMovements) {
  const paid = repaidOf(loan.state, loan);
  return {
    asAt,
    loanNo: loan.loan_no,
    category: loan.category,
    purpose: loan.purpose,
    state: loan.state,
    startDate: loan.start_date ?? "",
    endDate: loan.end_date ?? "",
    termMonths: loan.term_months,
    principal: toWireAmount(loan.principal),
    fee: toWireAmount(loan.fee),
    total: toWireAmount(loan.total),
    monthlyDeduction: toWireAmount(loan.monthly_deduction),
    paid: toWireAmount(paid),
    outstanding: toWireAmount(loan.outstanding),
    instalments: coverInstalments(loan.instalments, paid, asAt).map(
      ({ number, dueOn, amount, covered, state }) => ({
        number,
        dueOn,
        amount: toWireAmount(amount),
        covered: toWireAmount(covered),
        state,
      }),
    ),
    movements: presentMovements(movements),
  };
}

function presentOwed(loan: LoanPage, today: CalendarDate) {
  const covered = coverInstalments(loan.instalments, repaidOf(loan.state, loan), today);
  const { next, overdue } = duesOf(covered);
  return {
    loanNo: loan.loan_no,
    purpose: loan.purpose,
    endDate: loan.end_date ?? "",
    amount: toWireAmount(loan.principal),
    outstanding: toWireAmount(loan.outstanding),
    nextDueOn: next?.dueOn ?? "",
    nextDue: toWireAmount(next?.amount ?? ZERO_CENTS),
    overdue: toWireAmount(overdue),
  };
}

/** The other details of the dashboard. */
export function presentOverview(
  language: Language,
  found: {
    readonly standing: MemberStanding;
    readonly months: readonly SavingsMonth[];
    readonly loans: readonly LoanPage[];
    readonly guarantees: readonly GuaranteeRow[];
    readonly noticeConfirmed: number;
  },
) {
  const { as_at: asAt, mobile_confirmed: mobileConfirmed, last_saving: last } = found.standing;
  const { application } = found.standing;
  return {
    asAt,
    mobileConfirmed,
    noticeConfirmed: found.noticeConfirmed,
    lastSaving: {
      date: last?.date ?? "",
      narration: last === null ? "" : wordedNarration(language, last),
      amount: toWireAmount(last?.amount ?? ZERO_CENTS),
    },
    savingsByMonth: found.months.map(({ month, change, balance }) => {
      return { month, change: toWireAmount(change), balance: toWireAmount(balance) };
    }),
    loans: found.loans.map((loan) => presentOwed(loan, asAt as CalendarDate)),
    guaranteed: toWireAmount(addCents(...found.guarantees.map(({ amount }) => amount))),
    ...(application !== null && {
      application: { ...application, amount: toWireAmount(application.amount) },
    }),
  };
}
