import type { CalendarDate } from "#shared/calendar-date.ts";

/** The facts that delay an exit and that the member cannot clear alone. */
interface Waits {
  readonly today: CalendarDate;
  /** The last instalment of each loan that the member guarantees; null if unknown. */
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
 * Returns the earliest day on which nothing prevents an exit, if everything is done on its due day;
 * null if it is unknown. Debts and applications do not delay it: the member can clear them today.
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
