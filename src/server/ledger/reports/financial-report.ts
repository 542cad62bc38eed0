import type { CalendarDate } from "#shared/calendar-date.ts";
import { addCents, type Cents, cents, negateCents, ZERO_CENTS } from "#shared/money.ts";
import {
  type AccountLabel,
  type AddedNames,
  codesOf as codesIn,
} from "#server/ledger/journal/added-accounts.ts";
import { type AccountType, chartRow } from "#server/ledger/journal/chart-of-accounts.ts";
import type { TrialRow } from "#server/ledger/journal/trial-balance.ts";

/** A line of a report: an account, or a figure that is calculated from others. */
export interface ReportLine {
  readonly code: AccountLabel | "surplus-of-year";
  readonly amount: Cents;
  /** The figure to compare with. */
  readonly before: Cents;
}

/** The lines of one type and their total. */
export interface ReportSection {
  readonly type: AccountType;
  readonly lines: readonly ReportLine[];
  readonly amount: Cents;
  readonly before: Cents;
}

/** An income statement or a balance sheet. */
export interface Report {
  /** The first day of the figures: of the period, or of the financial year. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  /** The last day of the figures to compare with. */
  readonly beforeTo: CalendarDate;
  readonly sections: readonly ReportSection[];
  /** The surplus of the period, or assets less liabilities and equity, which is zero. */
  readonly result: Cents;
  readonly resultBefore: Cents;
}

/** A report with the names of the accounts that were added to the chart. */
export interface NamedReport extends Report {
  readonly names: AddedNames;
}

/** Balances by code, debits positive. */
export type Balances = ReadonlyMap<AccountLabel, Cents>;

/** Returns the balances of a trial balance by code. */
export const balancesOf = (rows: readonly TrialRow[]): Balances =>
  new Map(rows.map(({ code, balance }) => [code, balance]));
const balanceOf = (balances: Balances, code: AccountLabel): Cents =>
  balances.get(code) ?? ZERO_CENTS;
const typeOf = (label: AccountLabel): AccountType => chartRow(codesIn(label).code).type;
const codesOf = (balances: Balances, ...types: AccountType[]): AccountLabel[] =>
  [...balances.keys()].filter((code) => types.includes(typeOf(code)));

/** The first day of the financial year of a day; the financial year is the calendar year. */
export function yearStart(day: CalendarDate): CalendarDate {
  return `${day.slice(0, 4)}-01-01` as CalendarDate;
}

/** Returns the same day a year earlier. */
export const yearEarlier = (day: CalendarDate): CalendarDate => {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, "0");
  // A year before 29 February is 28 February.
  return `${year}${day.slice(4) === "-02-29" ? "-02-28" : day.slice(4)}` as CalendarDate;
};

/** Composes an income statement of the movements of each account in two periods. */
export function incomeStatement(
  days: Pick<Report, "from" | "to" | "beforeTo">,
  now: Balances,
  before: Balances,
): Report {
  const sections = [section("income", -1, now, before), section("expense", 1, now, before)];
  return {
    ...days,
    sections,
    result: negateCents(totalOf(now, "income", "expense")),
    resultBefore: negateCents(totalOf(before, "income", "expense")),
  };
}

/**
 * Composes a balance sheet of the balances at a day, at the end of the year before, and at the end
 * of the year before that. Income and expense are never closed: those of this year are its surplus,
 * and those of all earlier years are part of the retained surplus.
 */
export function balanceSheet(
  days: Pick<Report, "from" | "to" | "beforeTo">,
  [end, opening, earlier]: readonly [Balances, Balances, Balances],
): Report {
  const now = sidesOf(end, opening);
  const before = sidesOf(opening, earlier);
  const sections = (["asset", "liability", "equity"] as const).map((type) =>
    composed(type, now[type], before[type]),
  );
  const [assets, liabilities, equity] = sections;
  const apart = (of: "amount" | "before"): Cents =>
    addCents(
      assets?.[of] ?? ZERO_CENTS,
      negateCents(liabilities?.[of] ?? ZERO_CENTS),
      negateCents(equity?.[of] ?? ZERO_CENTS),
    );
  return { ...days, sections, result: apart("amount"), resultBefore: apart("before") };
}

type Side = ReadonlyMap<ReportLine["code"], Cents>;

/** Puts each balance on its side: an account of assets that owes is a liability, and vice versa. */
function sidesOf(end: Balances, opening: Balances): Record<"asset" | "liability" | "equity", Side> {
  const asset = new Map<ReportLine["code"], Cents>();
  const liability = new Map<ReportLine["code"], Cents>();
  for (const code of codesOf(end, "asset", "liability")) {
    const balance = balanceOf(end, code);
    const isUsual = (typeOf(code) === "asset") === balance > 0n || balance === 0n;
    const isAsset = (typeOf(code) === "asset") === isUsual;
    if (isAsset) asset.set(code, balance);
    else liability.set(code, negateCents(balance));
  }
  const equity = new Map<ReportLine["code"], Cents>(
    codesOf(end, "equity").map((code) => [code, negateCents(balanceOf(end, code))]),
  );
  const earned = negateCents(totalOf(opening, "income", "expense"));
  equity.set("retained-surplus", addCents(equity.get("retained-surplus") ?? ZERO_CENTS, earned));
  const ofYear = negateCents(totalOf(lessOf(end, opening), "income", "expense"));
  equity.set("surplus-of-year", ofYear);
  return { asset, liability, equity };
}

function section(
  type: "income" | "expense",
  sign: 1 | -1,
  now: Balances,
  before: Balances,
): ReportSection {
  const side = (balances: Balances): Side =>
    new Map(
      codesOf(balances, type).map((code) => [
        code,
        cents(balanceOf(balances, code) * BigInt(sign)),
      ]),
    );
  return composed(type, side(now), side(before));
}

/** A section of the lines that have a figure on either day. */
function composed(type: AccountType, now: Side, before: Side): ReportSection {
  const codes = [...new Set([...now.keys(), ...before.keys()])];
  const lines = codes
    .map((code) => ({
      code,
      amount: now.get(code) ?? ZERO_CENTS,
      before: before.get(code) ?? ZERO_CENTS,
    }))
    .filter(({ amount, before: then }) => amount !== 0n || then !== 0n);
  return {
    type,
    lines,
    amount: addCents(...lines.map(({ amount }) => amount)),
    before: addCents(...lines.map((line) => line.before)),
  };
}

function totalOf(balances: Balances, ...types: AccountType[]): Cents {
  return addCents(...codesOf(balances, ...types).map((code) => balanceOf(balances, code)));
}

/** Returns the movements of each account between two days. */
export function lessOf(end: Balances, start: Balances): Balances {
  return new Map(
    [...end].map(([code, balance]) => [code, cents(balance - balanceOf(start, code))]),
  );
}
