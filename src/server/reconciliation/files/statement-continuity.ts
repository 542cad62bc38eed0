import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, formatMoney } from "#shared/money.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { ReadStatement } from "./read-statement.ts";

/** The days that the statements imported so far cover. */
interface Covered {
  readonly startsOn: CalendarDate;
  readonly coversTo: CalendarDate;
}

/** The account number that the last statement of one of our accounts named. */
interface NamedAccount {
  /** Whether it is the account of the new statement. */
  readonly isThis: boolean;
  readonly name: string;
}

/** The days of a new statement by all imported lines, with its own. */
interface History {
  /** The balance before its first day, in cents. */
  readonly opening: Cents;
  /** How many lines its days have. */
  readonly lines: number;
  /** Whether the earliest statement no longer opens with the balance that it stated. */
  readonly isFirstWrong: boolean;
}

/**
 * Rejects a statement whose account number differs from the last one's, or is that of our other
 * account.
 */
export function requireSameAccount(
  known: readonly NamedAccount[],
  { accountNamed }: ReadStatement,
): void {
  if (accountNamed === "") return;
  if (known.some(({ isThis, name }) => isThis !== (name === accountNamed))) {
    throw new Problem("statement-account", { values: { given: accountNamed } });
  }
}

/** Throws if there is a gap between the covered days and the statement's own days. */
export function requireNoGap(covered: Covered | null, { from, to }: ReadStatement): void {
  if (covered === null) return;
  const { startsOn, coversTo } = covered;
  if (from > addDays(coversTo, 1) || to < addDays(startsOn, -1)) {
    throw new Problem("statement-gap", { values: { from, to, startsOn, coversTo } });
  }
}

/** Throws if the statement's opening balance or lines differ from those already imported. */
export function requireAgreement(known: History, { from, opening, lines }: ReadStatement): void {
  if (known.lines !== lines.length) {
    throw new Problem("statement-lines", { values: { count: known.lines - lines.length } });
  }
  if (known.opening === opening && !known.isFirstWrong) return;
  const values = { day: from, given: formatMoney(opening), known: formatMoney(known.opening) };
  throw new Problem("statement-opening", { values });
}
