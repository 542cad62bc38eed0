import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { addedNames } from "#server/ledger/journal/added-accounts.ts";
import { trialBalance } from "#server/ledger/journal/trial-balance.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import {
  type Balances,
  balanceSheet,
  balancesOf,
  incomeStatement,
  lessOf,
  type NamedReport,
  yearEarlier,
  yearStart,
} from "./financial-report.ts";

/** Reads the income and expenses of a period, and those of the same period a year earlier. */
export async function readIncomeStatement(
  snapshot: Snapshot,
  from: CalendarDate,
  to: CalendarDate,
): Promise<NamedReport> {
  const movedIn = async (first: CalendarDate, last: CalendarDate): Promise<Balances> => {
    const end = balancesOf(await trialBalance(snapshot, last));
    return lessOf(end, balancesOf(await trialBalance(snapshot, addDays(first, -1))));
  };
  const beforeTo = yearEarlier(to);
  const now = await movedIn(from, to);
  const before = await movedIn(yearEarlier(from), beforeTo);
  const names = await addedNames(snapshot);
  return { ...incomeStatement({ from, to, beforeTo }, now, before), names };
}

/**
 * Reads the society's assets and liabilities at the end of a day, and at the end of the year
 * before.
 */
export async function readBalanceSheet(
  snapshot: Snapshot,
  day: CalendarDate,
): Promise<NamedReport> {
  const from = yearStart(day);
  const beforeTo = addDays(from, -1);
  const yearBefore = addDays(yearStart(beforeTo), -1);
  const [end, opening, earlier] = [
    balancesOf(await trialBalance(snapshot, day)),
    balancesOf(await trialBalance(snapshot, beforeTo)),
    balancesOf(await trialBalance(snapshot, yearBefore)),
  ];
  const report = balanceSheet({ from, to: day, beforeTo }, [end, opening, earlier]);
  return { ...report, names: await addedNames(snapshot) };
}
