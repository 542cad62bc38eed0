import { cheaperLoan, type LoanQuote, quoteLoan } from "#shared/instant-loan.ts";
import type { EligibilityRule } from "#shared/contract/instant-loans.ts";
import { type Cents, cents, formatMoney, isNear, shillings, ZERO_CENTS } from "#shared/money.ts";
import type { LoanPolicy } from "#server/lending/loan-policy.ts";
import type { FieldError } from "#server/platform/refusal.ts";

/** How an applicant stands, as far as the rules ask. */
export interface Applicant {
  readonly deposits: Cents;
  readonly shareCapital: Cents;
  readonly monthsOfMembership: number;
  readonly hasOpenApplication: boolean;
  /** What is still owed on instant loans. */
  readonly unpaid: Cents;
  readonly blacklisted: boolean;
}

export interface RuleOutcome {
  readonly code: EligibilityRule;
  readonly state: "met" | "unmet" | "off";
  /** Fills the places of its words. */
  readonly values: Readonly<Record<"least" | "most" | "more", string>>;
}

export interface Assessment {
  readonly rules: readonly RuleOutcome[];
  /** What can be borrowed now; nought where a rule that no amount would meet is in the way. */
  readonly most: Cents;
  readonly eligible: boolean;
}

const ofAmount = new Set<EligibilityRule>(["minimum", "maximum", "deposits"]);

/** Judges every rule for an amount, and finds the most that all of them would let through. */
export function assess(policy: LoanPolicy, applicant: Applicant, amount: Cents): Assessment {
  const byDeposits = depositsLimit(policy, applicant);
  const limit = byDeposits !== null && byDeposits < policy.maximum ? byDeposits : policy.maximum;
  const judged = [...rulesOfAmount(policy, applicant, amount), ...rulesOfMember(policy, applicant)];
  const inTheWay = judged.some(({ code, state }) => state === "unmet" && !ofAmount.has(code));
  return {
    rules: judged,
    most: inTheWay || limit < policy.minimum ? ZERO_CENTS : limit,
    eligible: judged.every(({ state }) => state !== "unmet"),
  };
}

function depositsLimit({ depositsPercent }: LoanPolicy, { deposits }: Applicant): Cents | null {
  return depositsPercent === 0 ? null : cents((deposits * BigInt(depositsPercent)) / 100n);
}

function rulesOfAmount(policy: LoanPolicy, applicant: Applicant, amount: Cents): RuleOutcome[] {
  const { minimum, maximum, depositsPercent } = policy;
  const limit = depositsLimit(policy, applicant);
  const percent = BigInt(depositsPercent);
  // What the amount asks for in deposits, to the cent above.
  const asked = limit === null ? 0n : (amount * 100n + percent - 1n) / percent;
  return [
    judge("minimum", true, amount >= minimum, { least: formatMoney(minimum) }),
    judge("maximum", true, amount <= maximum, { most: formatMoney(maximum) }),
    judge("deposits", limit !== null, limit === null || amount <= limit, {
      most: formatMoney(limit ?? ZERO_CENTS),
      more: formatMoney(cents(asked - applicant.deposits)),
    }),
  ];
}

function rulesOfMember(policy: LoanPolicy, applicant: Applicant): RuleOutcome[] {
  const { membershipMonths, shareCapital, refuseUnpaid, refuseBlacklisted } = policy;
  const months = applicant.monthsOfMembership;
  return [
    judge("membership", membershipMonths > 0, months >= membershipMonths, {
      least: String(membershipMonths),
      more: String(membershipMonths - months),
    }),
    judge("shareCapital", shareCapital > 0n, applicant.shareCapital >= shareCapital, {
      least: formatMoney(shareCapital),
      more: formatMoney(cents(shareCapital - applicant.shareCapital)),
    }),
    judge("openApplication", true, !applicant.hasOpenApplication),
    judge("unpaidLoan", refuseUnpaid, applicant.unpaid <= 0n, {
      more: formatMoney(applicant.unpaid),
    }),
    judge("blacklist", refuseBlacklisted, !applicant.blacklisted),
  ];
}

function judge(
  code: EligibilityRule,
  isAsked: boolean,
  isMet: boolean,
  values: Partial<RuleOutcome["values"]> = {},
): RuleOutcome {
  const state = !isAsked ? "off" : isMet ? "met" : "unmet";
  return { code, state, values: { least: "", most: "", more: "", ...values } };
}

/** Quotes a loan, or gives null where the amount cannot be shared over so many months. */
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

/** The society's tolerances: a cent on the total, a shilling on the deduction. */
const TOTAL_TOLERANCE = cents(1n);
const REPAYMENT_TOLERANCE = shillings(1);

/** Which of the figures that came with an application are not the society's own. */
export function tamperedFigures(
  quote: LoanQuote,
  given: { readonly total: string; readonly repayment: string },
): FieldError[] {
  const wrong: FieldError[] = [];
  if (!isNear(given.total, quote.total, TOTAL_TOLERANCE)) {
    wrong.push({ field: "total", problem: "total.differs" });
  }
  if (!isNear(given.repayment, quote.monthlyDeduction, REPAYMENT_TOLERANCE)) {
    wrong.push({ field: "repayment", problem: "repayment.differs" });
  }
  return wrong;
}

/** A larger amount that costs less, where the member may borrow it. */
export function cheaperFor(policy: LoanPolicy, amount: Cents, most: Cents) {
  return most === 0n ? null : cheaperLoan(amount, policy.price, most);
}
