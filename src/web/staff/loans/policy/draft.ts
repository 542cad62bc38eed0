import { parseCalendarDate } from "#shared/calendar-date.ts";
import { fill } from "#shared/language.ts";
import type { LoanPolicyWords } from "#shared/messages/loans/policy-en.ts";
import {
  type Cents,
  formatMoney,
  fromWireAmount,
  parseTypedAmount,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { scheduleStarts } from "#shared/instant-loan.ts";
import { restRules } from "#shared/pay-day.ts";
import { hundredths, inHundredths } from "#web/staff/hundredths.ts";
import type { Policy } from "./terms.ts";

/** A tier as it is typed; the last one has no upper end. */
export interface DraftTier {
  readonly key: number;
  readonly upTo: string;
  readonly flat: string;
  readonly rate: string;
}

/** The fields that hold one value each. */
const valueNames = [
  "minimum",
  "maximum",
  "minMonths",
  "maxMonths",
  "deposits",
  "membership",
  "shareCapital",
  "open",
  "grace",
  "payDay",
  "payDayRest",
  "scheduleFrom",
  "quiet",
  "missedLeast",
  "day",
] as const;
export type ValueName = (typeof valueNames)[number];

/** The optional rules, and whether guarantors are accepted. */
const ruleNames = [
  "deposits",
  "membership",
  "shareCapital",
  "open",
  "unpaid",
  "blacklist",
  "guarantors",
  "payDay",
] as const;
export type RuleName = (typeof ruleNames)[number];

/** A policy while it is typed: no input is thrown away, valid or not. */
export interface PolicyDraft {
  readonly tiers: readonly DraftTier[];
  readonly values: Readonly<Record<ValueName, string>>;
  readonly asked: Readonly<Record<RuleName, boolean>>;
}

/** The problems, by field name. */
export type DraftProblems = Readonly<Record<string, string>>;

/** Returns the name of one field of a tier. */
export function tierField(key: number, part: "upTo" | "flat" | "rate"): string {
  return `${part}-${key}`;
}

const typed = (amount: number): string =>
  amount === 0 ? "0" : formatMoney(fromWireAmount(amount)).replace(/\.00$/, "");

/** Starts from a policy; a rule that it does not use starts with a common value. */
export function draftOf(policy: Policy, day: string): PolicyDraft {
  const { depositsPercent, membershipMonths, shareCapital, openApplications } = policy;
  return {
    tiers: policy.feeTiers.map(({ upTo, flatFee, rateBasisPoints }, key) => ({
      key,
      upTo: upTo === undefined ? "" : typed(upTo),
      flat: typed(flatFee),
      rate: hundredths(rateBasisPoints),
    })),
    values: {
      minimum: typed(policy.minimum),
      maximum: typed(policy.maximum),
      minMonths: String(policy.minMonths),
      maxMonths: String(policy.maxMonths),
      deposits: hundredths(depositsPercent || 100),
      membership: String(membershipMonths || 6),
      shareCapital: typed(shareCapital || 10_000),
      open: String(openApplications || 1),
      grace: String(policy.missedGraceDays),
      payDay: String(policy.payDay || 25),
      payDayRest: policy.payDayRest,
      scheduleFrom: policy.scheduleFrom,
      quiet: String(policy.missedQuietDays),
      missedLeast: typed(policy.missedLeast),
      day,
    },
    asked: {
      deposits: depositsPercent > 0,
      membership: membershipMonths > 0,
      shareCapital: shareCapital > 0,
      open: openApplications > 0,
      unpaid: policy.rejectUnpaid,
      blacklist: policy.rejectBlacklisted,
      guarantors: policy.guarantorsAllowed,
      payDay: policy.payDay > 0,
    },
  };
}

/** Reads a draft: returns the policy, or the problems by field. */
export function readDraft(
  draft: PolicyDraft,
  today: string,
  { problems: words }: LoanPolicyWords,
): { readonly policy: Policy | null; readonly problems: DraftProblems } {
  const wrong: Record<string, string> = {};
  const { values, asked } = draft;
  const feeTiers = readTiers(draft.tiers, words, wrong);
  const minimum = parseTypedAmount(values.minimum);
  const maximum = parseTypedAmount(values.maximum);
  if (minimum === null) wrong["minimum"] = words.amount;
  if (maximum === null) wrong["maximum"] = words.amount;
  else if (minimum !== null && maximum < minimum) {
    wrong["maximum"] = fill(words.maximum, { amount: formatMoney(minimum) });
  }
  const minMonths = whole(values.minMonths, 1, 6);
  const maxMonths = whole(values.maxMonths, 1, 6);
  if (minMonths === null) wrong["minMonths"] = words.months;
  if (maxMonths === null) wrong["maxMonths"] = words.months;
  else if (minMonths !== null && maxMonths < minMonths) {
    wrong["maxMonths"] = fill(words.maxMonths, { months: minMonths });
  }
  const rule = <T>(name: RuleName & ValueName, read: T | null, problem: string): T | null => {
    if (asked[name] && read === null) wrong[name] = problem;
    return asked[name] ? read : null;
  };
  const deposits = rule("deposits", inHundredths(values.deposits, 1, 10_000), words.times);
  const membership = rule("membership", whole(values.membership, 1, 1200), words.membership);
  const shareCapital = rule("shareCapital", parseTypedAmount(values.shareCapital), words.amount);
  const open = rule("open", whole(values.open, 1, 3), words.open);
  const payDay = rule("payDay", whole(values.payDay, 1, 31), words.payDay);
  const missed = readMissed(values, words, wrong);
  if (parseCalendarDate(values.day) === null || values.day < today) wrong["day"] = words.day;
  if (Object.keys(wrong).length > 0) return { policy: null, problems: wrong };
  const policy: Policy = {
    effectiveFrom: values.day,
    feeTiers,
    minimum: toWireAmount(minimum ?? ZERO_CENTS),
    maximum: toWireAmount(maximum ?? ZERO_CENTS),
    minMonths: minMonths ?? 1,
    maxMonths: maxMonths ?? 1,
    depositsPercent: deposits ?? 0,
    membershipMonths: membership ?? 0,
    shareCapital: toWireAmount(shareCapital ?? ZERO_CENTS),
    openApplications: open ?? 0,
    rejectUnpaid: asked.unpaid,
    rejectBlacklisted: asked.blacklist,
    guarantorsAllowed: asked.guarantors,
    payDay: payDay ?? 0,
    payDayRest: restRules.find((rest) => rest === values.payDayRest) ?? "before",
    scheduleFrom: scheduleStarts.find((start) => start === values.scheduleFrom) ?? "arrival",
    ...missed,
  };
  return { policy, problems: {} };
}

/** Reads when guarantors are notified of a missed deduction. */
function readMissed(
  values: PolicyDraft["values"],
  words: LoanPolicyWords["problems"],
  wrong: Record<string, string>,
) {
  const grace = whole(values.grace, 0, 90);
  if (grace === null) wrong["grace"] = words.grace;
  const quiet = whole(values.quiet, 0, 60);
  if (quiet === null) wrong["quiet"] = words.quiet;
  const least = amountOrZero(values.missedLeast);
  if (least === null) wrong["missedLeast"] = words.leastMissed;
  return {
    missedGraceDays: grace ?? 0,
    missedQuietDays: quiet ?? 0,
    missedLeast: toWireAmount(least ?? ZERO_CENTS),
  };
}

function amountOrZero(text: string): Cents | null {
  return /^0+(\.0{1,2})?$/.test(text.trim()) ? ZERO_CENTS : parseTypedAmount(text);
}

function readTiers(
  tiers: readonly DraftTier[],
  words: LoanPolicyWords["problems"],
  wrong: Record<string, string>,
): Policy["feeTiers"] {
  let before: Cents = ZERO_CENTS;
  return tiers.map(({ key, upTo, flat, rate }, at) => {
    const isLast = at === tiers.length - 1;
    const edge = isLast ? null : parseTypedAmount(upTo);
    if (!isLast && edge === null) wrong[tierField(key, "upTo")] = words.amount;
    if (edge !== null && edge <= before) {
      wrong[tierField(key, "upTo")] = fill(words.order, { amount: formatMoney(before) });
    }
    const flatFee = amountOrZero(flat);
    if (flatFee === null) wrong[tierField(key, "flat")] = words.amountOrZero;
    const rateBasisPoints = inHundredths(rate, 0, 10_000);
    if (rateBasisPoints === null) wrong[tierField(key, "rate")] = words.rate;
    before = edge ?? before;
    return {
      ...(edge !== null && { upTo: toWireAmount(edge) }),
      flatFee: toWireAmount(flatFee ?? ZERO_CENTS),
      rateBasisPoints: rateBasisPoints ?? 0,
    };
  });
}

function whole(text: string, least: number, most: number): number | null {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
