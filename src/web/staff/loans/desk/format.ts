import { fill } from "#shared/language.ts";
import type { LoanDeskWords } from "#shared/messages/loans/desk-en.ts";

const DAY_HOURS = 24;

/** Formats a wait for a column: 2 d 4 h. */
export function formatWait(hours: number, { waited }: LoanDeskWords): string {
  if (hours < 1) return waited.now;
  const parts = { days: Math.floor(hours / DAY_HOURS), hours: hours % DAY_HOURS };
  return fill(hours < DAY_HOURS ? waited.hours : waited.days, parts);
}

/** Formats it for a sentence: 2 days 4 hours. */
export function formatLongWait(all: number, { waited }: LoanDeskWords): string {
  const days = Math.floor(all / DAY_HOURS);
  const hours = all % DAY_HOURS;
  const part = (count: number, one: string, many: string): string => {
    return count === 0 ? "" : fill(count === 1 ? one : many, { count });
  };
  const said = [
    part(days, waited.oneDay, waited.manyDays),
    part(hours, waited.oneHour, waited.manyHours),
  ];
  return said.filter(Boolean).join(" ") || waited.longNow;
}
