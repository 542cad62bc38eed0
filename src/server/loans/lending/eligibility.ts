import { stillUncovered } from "#shared/cover.ts";
import { cheaperLoan } from "#shared/instant-loan.ts";
import type { EligibilityRule } from "#shared/contract/loans/instant-loans.ts";
import { type Cents, cents, formatMoney, ZERO_CENTS } from "#shared/money.ts";
import { wholeShillings } from "#shared/pay-in-prompts.ts";
import type { EligibilityWords } from "#shared/messages/loans/eligibility.ts";
import { freeDeposits } from "./free-deposits.ts";
import type { LoanPolicy } from "./loan-policy.ts";

/** The figures of an applicant that the rules need. */
export interface Applicant {
  readonly deposits: Cents;
  /**
   * The part of the deposits pledged to other members' loans, which cannot secure the member's own
   * loan.
   */
  readonly pledged: Cents;
  /** The balances without guarantors, on loans and on applications made before. */
  readonly owed: Cents;
  readonly shareCapital: Cents;
  readonly monthsOfMembership: number;
  /** The number of their applications that wait. */
  readonly openApplications: number;
  /** The balance on instant loans. */
  readonly unpaid: Cents;
  readonly blacklisted: boolean;
}

const ruleFigures = [
  "amount",
  "least",
  "most",
  "more",
  "uncovered",
  "named",
  "deposits",
  "pledged",
  "times",
  "owed",
] as const;
type RuleFigure = (typeof ruleFigures)[number];
const noFigures = Object.fromEntries(ruleFigures.map((name) => [name, ""])) as Record<
  RuleFigure,
  string
>;

export interface RuleOutcome {
  readonly code: EligibilityRule;
  /** The message key, if the rule has a message other than its own. */
  readonly words?: EligibilityWords;
  readonly state: "met" | "unmet" | "off";
  /** The values for the placeholders of its message. */
  readonly values: Readonly<Record<RuleFigure, string>>;
}

export interface Assessment {
  readonly rules: readonly RuleOutcome[];
  /** The amount that can be borrowed now; zero if a rule is unmet whatever the amount. */
  readonly most: Cents;
  /** The same, with guarantors if the policy accepts them. */
  readonly mostWithGuarantors: Cents;
  /** The part of the amount that the member's own free deposits do not cover. */
  readonly uncovered: Cents;
  readonly eligible: boolean;
}

const ofAmount = new Set<EligibilityRule>(["minimum", "maximum", "deposits"]);

/**
 * Judges every rule for an amount, and finds the largest amount that all of them allow, alone and
 * with guarantors. Requested guarantees count as accepted.
 */
export function assess(
  policy: LoanPolicy,
  applicant: Applicant,
  amount: Cents,
  named: Cents = ZERO_CENTS,
): Assessment {
  const byDeposits = depositsLimit(policy, applicant);
  const limit = byDeposits !== null && byDeposits < policy.maximum ? byDeposits : policy.maximum;
  const ofMember = rulesOfMember(policy, applicant);
  const judged = [...rulesOfAmount(policy, applicant, amount, named), ...ofMember];
  const inTheWay = judged.some(({ code, state }) => state === "unmet" && !ofAmount.has(code));
  const lent = (most: Cents) => (inTheWay || most < policy.minimum ? ZERO_CENTS : most);
  return {
    rules: judged,
    most: lent(limit),
    mostWithGuarantors: lent(policy.guarantorsAllowed ? policy.maximum : limit),
    uncovered: uncoveredOf(byDeposits, amount),
    eligible: judged.every(({ state }) => state !== "unmet"),
  };
}

/**
 * Returns the amount that the member's own deposits can still secure: the deposits that are not
 * pledged, times the policy's multiple, less the balances. Null if the policy requires no deposits.
 */
function depositsLimit({ depositsPercent }: LoanPolicy, applicant: Applicant): Cents | null {
  if (depositsPercent === 0) return null;
  const free = freeDeposits(applicant.deposits, applicant.pledged);
  const secured = (free * BigInt(depositsPercent)) / 100n - applicant.owed;
  return secured > 0n ? cents(secured) : ZERO_CENTS;
}

function uncoveredOf(limit: Cents | null, amount: Cents): Cents {
  return limit === null || amount <= limit ? ZERO_CENTS : cents(amount - limit);
}

function rulesOfAmount(
  policy: LoanPolicy,
  applicant: Applicant,
  amount: Cents,
  named: Cents,
): RuleOutcome[] {
  const { minimum, maximum, depositsPercent, guarantorsAllowed } = policy;
  const limit = depositsLimit(policy, applicant);
  const uncovered = uncoveredOf(limit, amount);
  const pledges = guarantorsAllowed ? named : ZERO_CENTS;
  const missing = stillUncovered(uncovered, pledges);
  const covered = missing === 0n;
  const percent = BigInt(depositsPercent);
  const { deposits, pledged, owed } = applicant;
  // Guarantors are only counted for what the deposits do not cover.
  const secured = amount - (covered ? ZERO_CENTS : pledges);
  // The deposits required by the amount and the balances, rounded up to the cent.
  const asked = limit === null ? 0n : ((secured + owed) * 100n + percent - 1n) / percent;
  return [
    judge("minimum", true, amount >= minimum, { least: formatMoney(minimum) }),
    judge("maximum", true, amount <= maximum, { most: formatMoney(maximum) }),
    {
      ...judge("deposits", limit !== null, covered, {
        amount: formatMoney(amount),
        most: formatMoney(limit ?? ZERO_CENTS),
        more: formatMoney(wholeShillings(cents(asked + pledged - deposits))),
        // A rule that is met names the whole cover.
        uncovered: formatMoney(covered ? uncovered : missing),
        named: formatMoney(named),
        deposits: formatMoney(deposits),
        pledged: formatMoney(pledged),
        times: String(depositsPercent / 100),
        owed: formatMoney(owed),
      }),
      ...(guarantorsAllowed && uncovered > 0n && { words: wordsOf(covered, named) }),
    },
  ];
}

/**
 * The message of the rule on deposits; with too few guarantors it says which amount is still
 * missing.
 */
function wordsOf(covered: boolean, named: Cents): EligibilityWords {
  return covered || named === 0n ? "depositsOrGuarantors" : "guarantorsShort";
}

function rulesOfMember(policy: LoanPolicy, applicant: Applicant): RuleOutcome[] {
  const { membershipMonths, shareCapital, openApplications } = policy;
  const { rejectUnpaid, rejectBlacklisted } = policy;
  const months = applicant.monthsOfMembership;
  return [
    judge("membership", membershipMonths > 0, months >= membershipMonths, {
      least: String(membershipMonths),
      more: String(membershipMonths - months),
    }),
    judge("shareCapital", shareCapital > 0n, applicant.shareCapital >= shareCapital, {
      least: formatMoney(shareCapital),
      more: formatMoney(wholeShillings(cents(shareCapital - applicant.shareCapital))),
    }),
    {
      ...judge("openApplication", openApplications > 0, !isFull(policy, applicant), {
        most: String(openApplications),
        more: String(applicant.openApplications),
      }),
      ...(applicant.openApplications === 0 && { words: "noApplication" }),
    },
    judge("unpaidLoan", rejectUnpaid, applicant.unpaid <= 0n, {
      more: formatMoney(applicant.unpaid),
    }),
    judge("blacklist", rejectBlacklisted, !applicant.blacklisted),
  ];
}

/** Whether a member has as many waiting applications as the policy allows. */
export function isFull(
  { openApplications }: Pick<LoanPolicy, "openApplications">,
  applicant: Pick<Applicant, "openApplications">,
): boolean {
  return openApplications > 0 && applicant.openApplications >= openApplications;
}

function judge(
  code: EligibilityRule,
  isAsked: boolean,
  isMet: boolean,
  values: Partial<RuleOutcome["values"]> = {},
): RuleOutcome {
  const state = !isAsked ? "off" : isMet ? "met" : "unmet";
  return { code, state, values: { ...noFigures, ...values } };
}

/** A larger amount that costs less, if the member may borrow it. */
export function cheaperFor(policy: LoanPolicy, amount: Cents, most: Cents) {
  return most === 0n ? null : cheaperLoan(amount, policy.price, most);
}
