import type { Retained, RetentionUnit, Span } from "./retention-bounds.ts";

/** The shortest span of each; the table of the rules enforces the same. */
export const leastKept: Readonly<Record<Retained, Span>> = {
  books: { amount: 7, unit: "years" },
  contacts: { amount: 0, unit: "days" },
  login: { amount: 0, unit: "days" },
  sessions: { amount: 7, unit: "days" },
  messages: { amount: 7, unit: "days" },
  requests: { amount: 1, unit: "years" },
};

/** The longest span in each unit; the table enforces the same. */
export const mostKept: Readonly<Record<RetentionUnit, number>> = {
  days: 3650,
  months: 1200,
  years: 100,
};

/** Twelfths of a day in each unit: a year is 365 days at least, and a month is a twelfth of it. */
const twelfths: Readonly<Record<RetentionUnit, number>> = { days: 12, months: 365, years: 4380 };

/** Whether a span may be the rule for a kind of data: long enough, and not unlimited. */
export function mayBeKept(what: Retained, { amount, unit }: Span): boolean {
  if (what === "books" && unit !== "years") return false;
  const least = leastKept[what];
  return amount * twelfths[unit] >= least.amount * twelfths[least.unit] && amount <= mostKept[unit];
}
