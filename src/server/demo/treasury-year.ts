import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, shillings } from "#shared/money.ts";
import { yearOf } from "#shared/public-holidays.ts";
import type { NewMovement } from "#server/treasury/movements/enter.ts";
import { firstOfMonth, monthName, monthOf, monthsFrom } from "./calendar.ts";

type DatedMovement = NewMovement & { readonly day: CalendarDate };

/** Amounts that differ from month to month and are the same wherever the demo is set up. */
const varied = (least: number, step: number, month: CalendarDate): Cents =>
  shillings(least + step * ((monthOf(month) * 7 + yearOf(month)) % 12));

/**
 * The rent received, interest, charges and running costs of each whole month since the start of
 * last year, entered on the second day of the next month, so that the income statement of this year
 * and of last have figures.
 */
export function movementsOfMonths(today: CalendarDate): readonly DatedMovement[] {
  const first = `${yearOf(today) - 1}-01-01` as CalendarDate;
  const last = addDays(firstOfMonth(today), -1);
  // The month before this one is played separately, with what is still being worked on.
  const byCheque = addMonths(firstOfMonth(today), -4);
  return monthsFrom(first, last)
    .slice(0, -1)
    .flatMap((month) => ofMonth(month, month >= byCheque));
}

function ofMonth(month: CalendarDate, byCheque: boolean): DatedMovement[] {
  const day = addDays(addMonths(month, 1), 1);
  const name = monthName(month);
  const number = month.slice(2, 7).replace("-", "");
  return [
    {
      kind: "bank-interest-received",
      amount: varied(3600, 95, month),
      day,
      description: `Interest on the current account, ${name}`,
    },
    {
      kind: "bank-charge",
      amount: shillings(1250),
      day,
      reference: `LF-${number}`,
      description: `Ledger fees of ${name}`,
    },
    {
      // The balance at M-Pesa is only what payouts need.
      kind: "mpesa-charge-at-bank",
      amount: varied(410, 37, month),
      day,
      description: `Charges of payouts in ${name}, by M-Pesa's statement`,
    },
    {
      kind: "other-income-at-bank",
      amount: shillings(72_000),
      day,
      reference: `FT${number}07`,
      description: `Rent of the shops at Uzima House, ${name}`,
    },
    {
      kind: "expense-by-bank",
      amount: varied(24_500, 350, month),
      day,
      reference: byCheque ? `00${number}` : `FT${number}31`,
      ...(byCheque && { payee: "Kirinyaga Stationers Ltd" }),
      description: `Office, power and stationery, ${name}`,
    },
  ];
}
