import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import type { EligibilityRule } from "#shared/contract/loans/instant-loans.ts";
import { type LoanStage, loanStages } from "#shared/contract/loans/desk.ts";
import { scheduleOf } from "#shared/instant-loan.ts";
import type { Language } from "#shared/language.ts";
import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import type { LoanDeskWords } from "#shared/messages/loans/desk-en.ts";
import { addCents, type Cents, cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { Row, StatementTable } from "#server/kernel/documents/statement-document.ts";
import type { ClosedAmendment } from "#server/loans/lending/amendments.ts";
import type { RuleOutcome } from "#server/loans/lending/eligibility.ts";
import { freeDeposits } from "#server/loans/lending/free-deposits.ts";
import { presentTiers, type SetPolicy } from "#server/loans/lending/loan-policy.ts";
import { shownWay } from "#server/loans/lending/loans.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import {
  type GuaranteeRow,
  type InstalmentRow,
  isOpen,
  type JudgedRow,
  type LoanFile,
  type QueuePage,
  type TabRow,
} from "./queries.ts";
import {
  deductionsBeside,
  type Judged,
  punctuality,
  type RepaidLoan,
  shownRepayment,
  verdictOf,
} from "./loan-assessment.ts";

export function presentQueue({ rows, next }: QueuePage, found: readonly TabRow[], order: string) {
  const cursor =
    next === null ? "" : order === "amount" ? `${next.amount}-${next.id}` : `${next.id}`;
  const tabs = found.length === 0 ? [] : presentTabs(found);
  return { rows: rows.map(presentRow), next: cursor, tabs };
}

const tabOf: Readonly<Record<LoanStage, string>> = {
  "to-approve": "applied",
  "to-disburse": "approved",
  "disbursed-today": "today",
  declined: "declined",
  withdrawn: "withdrawn",
  running: "disbursed",
  settled: "settled",
};

function presentTabs(found: readonly TabRow[]) {
  return loanStages.map((stage) => {
    const row = found.find(({ tab }) => tab === tabOf[stage]);
    return {
      stage,
      count: Number(row?.count ?? 0),
      amount: toWireAmount(row?.amount ?? ZERO_CENTS),
    };
  });
}

function presentRow({ row, judged }: JudgedRow) {
  return {
    id: String(row.id),
    loanNo: row.loan_no,
    memberNo: row.member_no,
    member: row.full_name,
    state: row.state,
    amount: toWireAmount(row.principal_cents),
    total: toWireAmount(row.total_cents),
    period: row.term_months,
    repayment: toWireAmount(row.monthly_deduction_cents),
    deposits: toWireAmount(row.deposits),
    appliedOn: row.applied_on,
    since: row.since,
    waitingHours: row.waiting_hours,
    ...(judged !== null && { checks: presentVerdict(judged, row.principal_cents) }),
  };
}

function presentVerdict(judged: Judged, amount: Cents) {
  const rule = firstUnmet(judged);
  return { verdict: verdictOf(judged, amount), ...(rule !== undefined && { rule }) };
}

function firstUnmet({ assessment: { rules } }: Judged): EligibilityRule | undefined {
  return rules.find(({ state }) => state === "unmet")?.code;
}

/** The first unmet rule, or the verdict, in one or two words. */
function verdictText(judged: Judged, badges: LoanDeskWords["badges"]): string {
  const rule = firstUnmet(judged);
  if (rule !== undefined) return badges[rule];
  if (judged.waitsForMember) return badges.member;
  return judged.uncovered > 0n ? badges.guarantors : badges.met;
}

/** A tab as a table for a spreadsheet, in the reader's language. */
export function queueTable({ rows, next }: QueuePage, language: Language): StatementTable {
  const { columns, badges, total, first } = loanDeskMessages[language];
  const sum = addCents(...rows.map(({ row }) => row.principal_cents));
  const head = (name: keyof typeof columns, kind: "text" | "date" | "money" | "number") => {
    return { head: columns[name], kind };
  };
  return {
    columns: [
      head("loanNo", "text"),
      head("member", "text"),
      head("memberNo", "text"),
      head("amount", "money"),
      head("months", "number"),
      head("deduction", "money"),
      head("deposits", "money"),
      head("checks", "text"),
      head("applied", "date"),
      head("waitingHours", "number"),
    ],
    broughtForward: null,
    rows: rows.map(({ row, judged }): Row => {
      return [
        row.loan_no,
        row.full_name,
        row.member_no,
        row.principal_cents,
        row.term_months,
        row.monthly_deduction_cents,
        row.deposits,
        judged === null ? "" : verdictText(judged, badges),
        row.applied_on,
        row.waiting_hours,
      ];
    }),
    total: {
      label: next === null ? total : first,
      sums: [null, null, null, sum, null, null, null, null, null, null],
      tied: 3,
    },
    proof: null,
  };
}

export function presentFile(file: LoanFile) {
  const { row, person, judging } = file;
  const schedule = scheduleRead(file);
  return {
    member: {
      memberNo: row.member_no,
      fullName: row.full_name,
      mobile: person.mobile_number,
      paysBy: person.pays_by,
      joinedOn: person.joined_on,
      months: row.months_of_membership,
      deposits: toWireAmount(row.deposits),
      freeDeposits: toWireAmount(freeDeposits(row.deposits, row.pledged)),
      owed: toWireAmount(row.owed),
      shareCapital: toWireAmount(row.share_capital),
      unpaid: toWireAmount(row.unpaid),
      blacklisted: row.blacklisted,
    },
    ...(judging && {
      policy: presentPolicy(judging.policy, row.principal_cents),
      verdict: verdictOf(judging.judged, row.principal_cents),
    }),
    checks: judging?.judged.assessment.rules.map(presentCheck) ?? [],
    uncovered: toWireAmount(judging?.judged.uncovered ?? ZERO_CENTS),
    ...schedule,
    guaranteesGiven: file.given.map(presentGuarantee),
    guaranteesHeld: file.held.map(presentGuarantee),
    history: file.history.map((one) => ({
      loanNo: one.loan_no,
      appliedOn: one.applied_on,
      amount: toWireAmount(one.principal_cents),
      state: one.state,
    })),
    waitingHours: row.waiting_hours,
    outstanding: toWireAmount(file.owed),
    repayments: file.repayments.map((one) => ({
      receipt: one.receipt_no,
      date: one.value_date,
      amount: toWireAmount(one.amount),
      way: shownWay(one.kind),
      by: one.by,
      yours: one.yours,
      reversedFor: one.reversed_for,
      shownDigest: digestOfShown(shownRepayment(one)),
    })),
    ...(file.waiting !== null && {
      waiting: { ...file.waiting, amount: toWireAmount(file.waiting.amount) },
    }),
    ...(file.takingBack !== null && { takingBack: file.takingBack }),
    amendments: file.amendments.map(presentAmendment),
    isYours: person.is_asker,
    youAmended: person.amended,
    youApproved: person.approved,
    shown: file.shown,
    shownDigest: digestOfShown(file.shown),
  };
}

function presentPolicy(policy: SetPolicy, principal: Cents) {
  const tier = policy.price.tiers.find(({ upTo }) => upTo === null || principal <= upTo);
  return {
    number: String(policy.id),
    from: policy.effectiveFrom,
    least: toWireAmount(policy.minimum),
    most: toWireAmount(policy.maximum),
    depositsPercent: policy.depositsPercent,
    membershipMonths: policy.membershipMonths,
    shareCapital: toWireAmount(policy.shareCapital),
    feeTiers: presentTiers(policy.price),
    rateBasisPoints: tier?.flatFee === ZERO_CENTS ? Number(tier.rateBasisPoints) : 0,
  };
}

function presentAmendment(row: ClosedAmendment) {
  return {
    id: String(row.id),
    state: row.state,
    amount: toWireAmount(row.principal_cents),
    total: toWireAmount(row.total_cents),
    repayment: toWireAmount(row.monthly_deduction_cents),
    proposedOn: row.proposed_on,
    proposedBy: row.proposed_by_name,
    date: row.ended_on,
    time: row.ended_time,
    by: row.by_name,
  };
}

function presentCheck({ code, state, values }: RuleOutcome) {
  return { code, state, short: state === "unmet" ? values.more : "" };
}

function presentGuarantee(row: GuaranteeRow) {
  return {
    loanNo: row.loan_no,
    memberNo: row.member_no,
    member: row.full_name,
    amount: toWireAmount(row.amount_cents),
    outstanding: toWireAmount(row.outstanding),
  };
}

/** The member's other loans, and the deductions of all of them while this one runs. */
function scheduleRead({ row, instalments, today: day }: LoanFile) {
  const today = day as CalendarDate;
  const loans = instalments
    .filter(({ number }) => number === 1)
    .map((first) => {
      const { loan_no: loanNo } = first;
      return { loanNo, first, rows: instalments.filter((one) => one.loan_no === loanNo) };
    });
  const others = loans.filter(({ loanNo, first }) => {
    return loanNo !== row.loan_no && first.outstanding > 0n;
  });
  const own = loans.find(({ loanNo }) => loanNo === row.loan_no);
  const thisLoan = own ? repaid(own.rows) : isOpen(row.state) ? planned(row, today) : null;
  const months = thisLoan
    ? deductionsBeside(
        thisLoan,
        others.map(({ rows }) => repaid(rows)),
        today,
      )
    : [];
  return {
    others: others.map(({ loanNo, first, rows }) => ({
      loanNo,
      purpose: first.purpose,
      outstanding: toWireAmount(first.outstanding),
      ...punctuality(rows.map(({ is_past, on_time }) => ({ isPast: is_past, onTime: on_time }))),
    })),
    deductions: months.map(({ month, others: due, thisLoan: mine, together }) => ({
      month,
      others: due.map(toWireAmount),
      thisLoan: toWireAmount(mine),
      together: toWireAmount(together),
    })),
  };
}

function repaid(rows: readonly InstalmentRow[]): RepaidLoan {
  const [first] = rows;
  return {
    loanNo: first?.loan_no ?? "",
    paid: cents((first?.total_cents ?? 0n) - (first?.outstanding ?? 0n)),
    instalments: rows.map(({ number, due_on, amount_cents }) => {
      return { number, dueOn: due_on as CalendarDate, amount: amount_cents };
    }),
  };
}

/** The schedule this loan would have if it were paid out today. */
function planned(row: LoanFile["row"], today: CalendarDate): RepaidLoan {
  const { total_cents, monthly_deduction_cents, term_months } = row;
  const amounts = scheduleOf(total_cents, monthly_deduction_cents, term_months);
  return {
    loanNo: row.loan_no,
    paid: ZERO_CENTS,
    instalments: amounts.map((amount, index) => {
      return { number: index + 1, dueOn: addMonths(today, index + 1), amount };
    }),
  };
}
