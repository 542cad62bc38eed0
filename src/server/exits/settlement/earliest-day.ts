import type { CalendarDate } from "#shared/calendar-date.ts";

/** The facts for which an exit waits, and that the member cannot end alone. */
interface Waits {
  readonly today: CalendarDate;
  /** The last instalment of each loan that the member guarantees; null where it is not known. */
  readonly guaranteesEnd: readonly (CalendarDate | null)[];
  /** The day on which choices for an unpaid dividend close; null if there is none. */
  readonly choiceClosesOn: CalendarDate | null;
  /** Whether money is on its way to the member: nobody knows for how long. */
  readonly onItsWay: boolean;
}

/** Returns a day if it is still to come. */
export const stillToCome = (day: CalendarDate | null, today: CalendarDate) =>
  day !== null && day >= today ? day : null;

/**
 * Returns the first day on which nothing need prevent an exit, if others do everything on its day;
 * null if it is not known. Debts and applications do not delay it: the member can end them today.
 */
export function earliestDay({ today, guaranteesEnd, ...dividend }: Waits): CalendarDate | null {
  const { choiceClosesOn, onItsWay } = dividend;
  if (onItsWay) return null;
  const choices = choiceClosesOn === null ? [] : [choiceClosesOn];
  const days = [...guaranteesEnd, ...choices].map((day) => stillToCome(day, today));
  return days.reduce((latest, day) => {
    return latest === null || day === null ? null : day > latest ? day : latest;
  }, today);
}
