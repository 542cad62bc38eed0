import { addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import type { verdicts } from "#shared/contract/loans/desk.ts";
import { stillUncovered } from "#shared/cover.ts";
import { addCents, type Cents, cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { type Applicant, type Assessment, assess } from "#server/loans/lending/eligibility.ts";
import { coverInstalments, type Instalment } from "#server/loans/lending/overdue-instalments.ts";
import type { LoanPolicy } from "#server/loans/lending/loan-policy.ts";
import { wayOf } from "#server/loans/lending/loans.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import type { DeskRow } from "./queries.ts";

/** The verdict on an application. */
export interface Judged {
  /** As if guarantors had accepted everything they have to cover. */
  readonly assessment: Assessment;
  /** The part of that amount that they have not accepted yet. */
  readonly uncovered: Cents;
  /** Whether a change of the application waits for the member's consent. */
  readonly waitsForMember: boolean;
}

/** The borrower's figures without this application, which must not count against itself. */
function applicantOf(row: DeskRow): Applicant {
  return {
    deposits: row.deposits,
    pledged: row.pledged,
    owed: row.owed,
    shareCapital: row.share_capital,
    monthsOfMembership: row.months_of_membership,
    openApplications: 0,
    unpaid: row.unpaid,
    blacklisted: row.blacklisted,
  };
}

/**
 * Judges an undecided application as if its guarantors had accepted everything they have to cover,
 * and returns the part they have not accepted. This distinguishes one that only waits for them from
 * one that is short.
 */
export function judge(row: DeskRow, policy: LoanPolicy): Judged {
  const { state, principal_cents: amount, cover_cents: cover, guaranteed } = row;
  const uncovered = state === "applied" ? stillUncovered(cover, guaranteed) : ZERO_CENTS;
  return {
    assessment: assess(policy, applicantOf(row), amount, uncovered > 0n ? cover : guaranteed),
    uncovered,
    waitsForMember: row.amendment_waits,
  };
}

/**
 * Returns the obstacle to an approval: a rule, the member's consent to a change, the guarantors'
 * answers, or none, up to the limit of what can be lent.
 */
export function verdictOf(
  { assessment: { eligible, most }, uncovered, waitsForMember }: Judged,
  amount: Cents,
): (typeof verdicts)[number] {
  if (!eligible) return "unmet";
  if (waitsForMember) return "member";
  if (uncovered > 0n) return "guarantors";
  return amount === most ? "limit" : "met";
}

/** A loan that is being repaid, or would be. */
export interface RepaidLoan {
  readonly loanNo: string;
  readonly instalments: readonly Instalment[];
  readonly paid: Cents;
}

/** The deductions of one month: for each other loan, for this one, and in total. */
export interface MonthOfDeductions {
  readonly month: string;
  readonly others: readonly Cents[];
  readonly thisLoan: Cents;
  readonly together: Cents;
}

/**
 * The deductions for several loans month by month, for the term of this one. Arrears are added to
 * the current month.
 */
export function deductionsBeside(
  thisLoan: RepaidLoan,
  others: readonly RepaidLoan[],
  today: CalendarDate,
): MonthOfDeductions[] {
  const own = dueByMonth(thisLoan, today);
  const beside = others.map((loan) => dueByMonth(loan, today));
  const months = [...own.keys()].toSorted();
  const first = [...beside.flatMap((due) => [...due.keys()]), ...months].toSorted()[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return [];
  return monthsFrom(first, last).map((month) => {
    const due = beside.map((loan) => loan.get(month) ?? ZERO_CENTS);
    const mine = own.get(month) ?? ZERO_CENTS;
    return { month, others: due, thisLoan: mine, together: addCents(mine, ...due) };
  });
}

function dueByMonth({ instalments, paid }: RepaidLoan, today: CalendarDate): Map<string, Cents> {
  const due = new Map<string, Cents>();
  for (const { dueOn, amount, covered } of coverInstalments(instalments, paid, today)) {
    if (covered === amount) continue;
    const month = (dueOn < today ? today : dueOn).slice(0, 7);
    due.set(month, cents((due.get(month) ?? 0n) + amount - covered));
  }
  return due;
}

function monthsFrom(first: string, last: string): string[] {
  const found: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) found.push(month);
  return found;
}

function nextMonth(month: string): string {
  return addMonths(`${month}-01` as CalendarDate, 1).slice(0, 7);
}

/**
 * The number of instalments of a loan that were due by now, by whether they were covered in time.
 */
export function punctuality(
  instalments: readonly { readonly isPast: boolean; readonly onTime: boolean }[],
): { readonly onTime: number; readonly late: number } {
  const past = instalments.filter(({ isPast }) => isPast);
  const onTime = past.filter((one) => one.onTime).length;
  return { onTime, late: past.length - onTime };
}

interface ShownRepayment {
  readonly entry_id: bigint;
  readonly kind: string;
  readonly value_date: string;
  readonly amount: Cents;
  readonly by: string;
}

/** Returns what a person is shown of a repayment before they reverse it, with its entry. */
export function shownRepayment(row: ShownRepayment): ShownFact[] {
  return [
    { name: "date", value: row.value_date },
    { name: "way", value: wayOf(row.kind) },
    { name: "amount", value: String(toWireAmount(row.amount)) },
    { name: "recorded-by", value: row.by },
    { name: "entry", value: String(row.entry_id) },
  ];
}
