import type { LoanQuote } from "#shared/instant-loan.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { presentTiers, type SetPolicy } from "#server/loans/lending/loan-policy.ts";
import type { ListedRow, PolicyHistory, RemovedRow } from "./queries.ts";

export function presentPolicy(policy: SetPolicy) {
  const { effectiveFrom, price, minMonths, maxMonths, depositsPercent, membershipMonths } = policy;
  return {
    effectiveFrom,
    feeTiers: presentTiers(price),
    minimum: toWireAmount(policy.minimum),
    maximum: toWireAmount(policy.maximum),
    minMonths,
    maxMonths,
    depositsPercent,
    membershipMonths,
    shareCapital: toWireAmount(policy.shareCapital),
    openApplications: policy.openApplications,
    rejectUnpaid: policy.rejectUnpaid,
    rejectBlacklisted: policy.rejectBlacklisted,
    guarantorsAllowed: policy.guarantorsAllowed,
    missedGraceDays: policy.missedGraceDays,
    payDay: policy.payDay,
    payDayRest: policy.payDayRest,
    missedQuietDays: policy.missedQuietDays,
    missedLeast: toWireAmount(policy.missedLeast),
    scheduleFrom: policy.scheduleFrom,
  };
}

/** A quote in the earlier client's words: period and repayment. */
function presentQuote({ principal, fee, total, monthlyDeduction, instalments }: LoanQuote) {
  return {
    amount: toWireAmount(principal),
    fee: toWireAmount(fee),
    total: toWireAmount(total),
    period: instalments.length,
    repayment: toWireAmount(monthlyDeduction),
  };
}

/** The effect of two policies on one amount. */
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

/** Every policy with its state, the latest day first. */
export function presentPolicies({ today, newest, rows }: PolicyHistory) {
  return {
    today,
    newest: String(newest),
    rows: rows.map(({ policy, state, set, cancelled }) => ({
      id: String(policy.id),
      state,
      policy: presentPolicy(policy),
      set,
      ...(cancelled !== null && { cancelled }),
    })),
  };
}

export function presentListed(row: ListedRow) {
  const { member_no: memberNo, full_name: member, reason } = row;
  const listed = { by: row.listed_by, date: row.listed_on, time: row.listed_time };
  return { memberNo, member, reason, listed };
}

export function presentRemoved(row: RemovedRow) {
  const { removed_by: by, removed_on: date, removed_time: time, removal_reason: reason } = row;
  return { ...presentListed(row), removed: { by, date, time, reason } };
}
