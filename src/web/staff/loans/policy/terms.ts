import type * as z from "zod/mini";
import type { policies } from "#shared/contract/loans/policy.ts";
import type { LoanPrice } from "#shared/instant-loan.ts";
import { fill } from "#shared/language.ts";
import type { LoanPolicyWords } from "#shared/messages/loans/policy-en.ts";
import { cents, fromWireAmount } from "#shared/money.ts";
import { money } from "#web/lib/figures.ts";
import { hundredths } from "#web/staff/hundredths.ts";

export type Policies = z.output<typeof policies.answer>;
export type ListedPolicy = Policies["rows"][number];
export type Policy = ListedPolicy["policy"];

/** One term of a policy, as text. */
export interface Term {
  readonly term: string;
  readonly value: string;
}

/** Returns the terms of a policy, line by line, for the office. */
export function termsOf(policy: Policy, words: LoanPolicyWords): Term[] {
  return [...feeTerms(policy, words.terms), ...ruleTerms(policy, words)];
}

function ruleTerms(policy: Policy, { terms: words }: LoanPolicyWords): Term[] {
  const orOff = (asked: boolean, value: string): string => (asked ? value : words.off);
  const { minMonths, maxMonths, depositsPercent, membershipMonths, shareCapital } = policy;
  const most = policy.openApplications;
  return [
    {
      term: words.amounts,
      value: fill(words.range, { least: money(policy.minimum), most: money(policy.maximum) }),
    },
    { term: words.months, value: fill(words.range, { least: minMonths, most: maxMonths }) },
    {
      term: words.deposits,
      value: orOff(depositsPercent > 0, fill(words.times, { times: hundredths(depositsPercent) })),
    },
    {
      term: words.membership,
      value: orOff(membershipMonths > 0, fill(words.monthsOrMore, { months: membershipMonths })),
    },
    {
      term: words.shareCapital,
      value: orOff(shareCapital > 0, fill(words.orMore, { amount: money(shareCapital) })),
    },
    { term: words.open, value: most > 0 ? String(most) : words.noLimit },
    { term: words.unpaid, value: orOff(policy.rejectUnpaid, words.refused) },
    { term: words.blacklist, value: orOff(policy.rejectBlacklisted, words.refused) },
    {
      term: words.guarantors,
      value: policy.guarantorsAllowed ? words.guarantorsCover : words.guarantorsNone,
    },
    { term: words.scheduleFrom, value: words.scheduleStarts[policy.scheduleFrom] },
    { term: words.payDay, value: formatPayDay(policy, words) },
    { term: words.grace, value: formatGrace(policy.missedGraceDays, words) },
    { term: words.quiet, value: fill(words.quietDays, { days: policy.missedQuietDays }) },
    { term: words.leastMissed, value: money(policy.missedLeast) },
  ];
}

function formatPayDay(
  { payDay: day, payDayRest }: Policy,
  words: LoanPolicyWords["terms"],
): string {
  return day === 0 ? words.payDayNone : fill(words.payDayOf[payDayRest], { day });
}

function formatGrace(days: number, words: LoanPolicyWords["terms"]): string {
  if (days === 0) return words.graceNone;
  return days === 1 ? words.graceDay : fill(words.graceDays, { days });
}

function feeTerms({ feeTiers }: Policy, words: LoanPolicyWords["terms"]): Term[] {
  return feeTiers.map(({ upTo, flatFee, rateBasisPoints }, at) => {
    const rate = hundredths(rateBasisPoints);
    const amount = money(flatFee);
    const before = feeTiers[at - 1]?.upTo;
    const above =
      before === undefined ? words.anyFee : fill(words.feeAbove, { amount: money(before) });
    return {
      term: upTo === undefined ? above : fill(words.feeUpTo, { amount: money(upTo) }),
      value:
        flatFee === 0 && rateBasisPoints === 0
          ? words.free
          : flatFee === 0
            ? fill(words.rate, { rate })
            : fill(rateBasisPoints === 0 ? words.flat : words.both, { amount, rate }),
    };
  });
}

export interface Change extends Term {
  readonly before: string;
}

/** Returns the differences between two policies, the fees of all tiers in one line. */
export function changesBetween(before: Policy, after: Policy, words: LoanPolicyWords): Change[] {
  const [old, fresh] = [before, after].map((policy) => {
    const fees = feeTerms(policy, words.terms).map(({ term, value }) => `${term}: ${value}`);
    return [{ term: words.editor.fees, value: fees.join("; ") }, ...ruleTerms(policy, words)];
  });
  return (fresh ?? []).flatMap(({ term, value }, at) => {
    const was = old?.[at]?.value ?? "";
    return was === value ? [] : [{ term, before: was, value }];
  });
}

/** Returns the policy in force on a day; the rows are ordered by day, latest first. */
export function holdingOn(rows: readonly ListedPolicy[], day: string): ListedPolicy | undefined {
  return rows.find(
    ({ state, policy }) =>
      state !== "cancelled" && state !== "replaced" && policy.effectiveFrom <= day,
  );
}

/** Returns the pricing of a policy, for quotes. */
export function priceOf({ feeTiers }: Pick<Policy, "feeTiers">): LoanPrice {
  return {
    tiers: feeTiers.map(({ upTo, flatFee, rateBasisPoints }) => ({
      upTo: upTo === undefined ? null : fromWireAmount(upTo),
      flatFee: flatFee === 0 ? cents(0n) : fromWireAmount(flatFee),
      rateBasisPoints: BigInt(rateBasisPoints),
    })),
  };
}
