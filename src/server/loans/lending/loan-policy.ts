import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  type FeeTier,
  type LoanPrice,
  type LoanQuote,
  quoteLoan,
  type ScheduleStart,
  scheduleStarts,
} from "#shared/instant-loan.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { type RestRule, restRules } from "#shared/pay-day.ts";
import { DatedRows, type DatedTable, inForceInSql } from "#server/kernel/platform/dated-rows.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate, textCents } from "#server/kernel/platform/row-fields.ts";

/** The terms of instant loans from a day on. */
export interface LoanPolicy {
  readonly price: LoanPrice;
  readonly minimum: Cents;
  readonly maximum: Cents;
  readonly minMonths: number;
  readonly maxMonths: number;
  /** 100 lends as much as the deposits; zero requires no deposits. */
  readonly depositsPercent: number;
  readonly membershipMonths: number;
  readonly shareCapital: Cents;
  /** How many applications of a member may wait at once; zero sets no limit. */
  readonly openApplications: number;
  readonly rejectUnpaid: boolean;
  readonly rejectBlacklisted: boolean;
  /** Whether guarantors may cover the part that the member's own free deposits do not. */
  readonly guarantorsAllowed: boolean;
  /** Days after its due day from which a deduction that was not received counts as missed. */
  readonly missedGraceDays: number;
  /** The employer's pay day, from 1 to 31; 0 if none is set. */
  readonly payDay: number;
  readonly payDayRest: RestRule;
  readonly scheduleFrom: ScheduleStart;
  /** Days after an import in which nobody is notified of a missed deduction. */
  readonly missedQuietDays: number;
  /** The smallest missed amount about which guarantors are notified. */
  readonly missedLeast: Cents;
}

const notNegative = textCents.check(z.refine((amount) => amount >= 0n));

const feeTiers = z.array(
  z.pipe(
    z.object({
      upToCents: z.nullable(notNegative),
      flatFeeCents: notNegative,
      rateBasisPoints: z.int(),
    }),
    z.transform(({ upToCents, flatFeeCents, rateBasisPoints }): FeeTier => {
      return { upTo: upToCents, flatFee: flatFeeCents, rateBasisPoints: BigInt(rateBasisPoints) };
    }),
  ),
);

/** A policy as it was set, with the day from which it applies. */
export interface SetPolicy extends LoanPolicy {
  readonly id: bigint;
  readonly effectiveFrom: CalendarDate;
}

/** The policies, which apply from a day on. */
export const datedPolicies: DatedTable = {
  table: "loan_policy",
  subject: null,
  from: "today",
  cancellations: { table: "loan_policy_cancellation", column: "policy_id" },
};

const policyColumns = `r.id, r.effective_from, r.fee_tiers, r.min_cents, r.max_cents, r.min_months,
  r.max_months, r.deposits_percent, r.membership_months, r.share_capital_cents, r.open_applications,
  r.refuse_unpaid, r.refuse_blacklisted, r.guarantors_allowed, r.missed_grace_days, r.pay_day,
  r.pay_day_rest, r.missed_quiet_days, r.missed_least_cents,
  r.schedule_from`;

const policyRow = z.pipe(
  z.object({
    id: z.bigint(),
    effective_from: storedDate,
    fee_tiers: feeTiers,
    min_cents: bigCents,
    max_cents: bigCents,
    min_months: z.int(),
    max_months: z.int(),
    deposits_percent: z.int(),
    membership_months: z.int(),
    share_capital_cents: bigCents,
    open_applications: z.int(),
    refuse_unpaid: z.boolean(),
    refuse_blacklisted: z.boolean(),
    guarantors_allowed: z.boolean(),
    missed_grace_days: z.int(),
    pay_day: z.int(),
    pay_day_rest: z.enum(restRules),
    missed_quiet_days: z.int(),
    missed_least_cents: bigCents,
    schedule_from: z.enum(scheduleStarts),
  }),
  z.transform((row): SetPolicy => ({
    id: row.id,
    effectiveFrom: row.effective_from,
    price: { tiers: row.fee_tiers },
    minimum: row.min_cents,
    maximum: row.max_cents,
    minMonths: row.min_months,
    maxMonths: row.max_months,
    depositsPercent: row.deposits_percent,
    membershipMonths: row.membership_months,
    shareCapital: row.share_capital_cents,
    openApplications: row.open_applications,
    rejectUnpaid: row.refuse_unpaid,
    rejectBlacklisted: row.refuse_blacklisted,
    guarantorsAllowed: row.guarantors_allowed,
    missedGraceDays: row.missed_grace_days,
    payDay: row.pay_day,
    payDayRest: row.pay_day_rest,
    missedQuietDays: row.missed_quiet_days,
    missedLeast: row.missed_least_cents,
    scheduleFrom: row.schedule_from,
  })),
);

const findPolicy = statement({
  name: "loan-policy",
  text: inForceInSql(datedPolicies, policyColumns),
  row: policyRow,
});

/** The policy in force today. */
export async function policyInForce(snapshot: Snapshot): Promise<SetPolicy> {
  const found = await snapshot.first(findPolicy);
  if (found === null) throw new Error("no loan policy is in force");
  return found;
}

const findPolicyById = statement({
  name: "loan-policy-by-id",
  text: `select ${policyColumns} from loan_policy r where r.id = $1`,
  row: policyRow,
});

/**
 * The policy by which a loan is judged: the one it was quoted under, whatever has been set since.
 * Null for a loan from before the portal.
 */
export async function policyOfLoan(
  snapshot: Snapshot,
  { policy_id: id }: { readonly policy_id: bigint | null },
): Promise<SetPolicy | null> {
  return id === null ? null : policyById(snapshot, id);
}

async function policyById(snapshot: Snapshot, id: bigint): Promise<SetPolicy> {
  const found = await snapshot.first(findPolicyById, [id]);
  if (found === null) throw new Error(`there is no loan policy ${id}`);
  return found;
}

const MAX_LISTED = 100;

const findPolicies = statement({
  name: "loan-policies",
  text: `select ${policyColumns} from loan_policy r
    order by r.effective_from desc, r.id desc limit ${MAX_LISTED}`,
  row: policyRow,
});

/** A hundred policies at most, in force or not: the latest day first. */
export function latestPolicies(snapshot: Snapshot): Promise<SetPolicy[]> {
  return snapshot.rows(findPolicies);
}

const policyRows = new DatedRows(datedPolicies, [
  "fee_tiers",
  "min_cents",
  "max_cents",
  "min_months",
  "max_months",
  "deposits_percent",
  "membership_months",
  "share_capital_cents",
  "open_applications",
  "refuse_unpaid",
  "refuse_blacklisted",
  "guarantors_allowed",
  "missed_grace_days",
  "pay_day",
  "pay_day_rest",
  "missed_quiet_days",
  "missed_least_cents",
  "schedule_from",
]);

type KeptTerm =
  | "guarantorsAllowed"
  | "missedGraceDays"
  | "payDay"
  | "payDayRest"
  | "missedQuietDays"
  | "missedLeast"
  | "scheduleFrom";

/** Terms that keep today's value if a new policy does not set them. */
export type KeptTerms = { readonly [Term in KeptTerm]?: LoanPolicy[Term] | undefined };

/** A policy to set, and the newest one that its author had seen. */
export interface PolicyToSet extends Omit<LoanPolicy, KeptTerm>, KeptTerms {
  readonly effectiveFrom: CalendarDate;
  readonly follows?: bigint | undefined;
}

/**
 * Sets the terms from a day on, never for the past. Throws `policy-changed` if another was set
 * after the one it follows, or at the same time.
 */
export async function setPolicy(work: UnitOfWork, policy: PolicyToSet): Promise<SetPolicy> {
  const tiers = policy.price.tiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
    upToCents: upTo === null ? null : String(upTo),
    flatFeeCents: String(flatFee),
    rateBasisPoints: Number(rateBasisPoints),
  }));
  await policyRows.rejectTooEarly(work, policy.effectiveFrom);
  const inForce = await policyInForce(work);
  const values = [
    JSON.stringify(tiers),
    policy.minimum,
    policy.maximum,
    policy.minMonths,
    policy.maxMonths,
    policy.depositsPercent,
    policy.membershipMonths,
    policy.shareCapital,
    policy.openApplications,
    policy.rejectUnpaid,
    policy.rejectBlacklisted,
    policy.guarantorsAllowed ?? inForce.guarantorsAllowed,
    policy.missedGraceDays ?? inForce.missedGraceDays,
    policy.payDay ?? inForce.payDay,
    policy.payDayRest ?? inForce.payDayRest,
    policy.missedQuietDays ?? inForce.missedQuietDays,
    policy.missedLeast ?? inForce.missedLeast,
    policy.scheduleFrom ?? inForce.scheduleFrom,
  ];
  const written = await policyRows.schedule(work, {
    effectiveFrom: policy.effectiveFrom,
    follows: policy.follows,
    values,
  });
  if (written === null) throw new Problem("policy-changed");
  const subject = `loan-policy:${policy.effectiveFrom}`;
  work.audit({ action: "loan-policy-set", subject, detail: { id: String(written.id), tiers } });
  return policyById(work, written.id);
}

/**
 * Withdraws a policy before its first day. Throws `policy-begun` if there is nothing to withdraw.
 */
export async function cancelPolicy(work: UnitOfWork, id: bigint): Promise<SetPolicy> {
  if (!(await policyRows.withdraw(work, id))) throw new Problem("policy-begun");
  const policy = await policyById(work, id);
  const subject = `loan-policy:${policy.effectiveFrom}`;
  work.audit({ action: "loan-policy-cancelled", subject, detail: { id: String(id) } });
  return policy;
}

/** Quotes a loan; returns null if the amount cannot be divided over that number of months. */
export function quoteOrNone(
  { price, minMonths, maxMonths }: Pick<LoanPolicy, "price" | "minMonths" | "maxMonths">,
  amount: Cents,
  months: number,
): LoanQuote | null {
  if (months < minMonths || months > maxMonths) return null;
  try {
    return quoteLoan(amount, months, price);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Fee tiers in the form that every call with a policy uses. */
export function presentTiers({ tiers }: LoanPrice) {
  return tiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
    ...(upTo !== null && { upTo: toWireAmount(upTo) }),
    flatFee: toWireAmount(flatFee),
    rateBasisPoints: Number(rateBasisPoints),
  }));
}
