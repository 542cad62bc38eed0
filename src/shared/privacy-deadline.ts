import { addDays, type CalendarDate } from "./calendar-date.ts";

/** The kinds of request a member may make about their data. */
export const privacyKinds = ["access", "copy", "correction", "erasure"] as const;
export type PrivacyKind = (typeof privacyKinds)[number];

/**
 * Calendar days, not working days, that Kenya's data protection rules allow for an answer: the
 * General Regulations of 2021 for access, a copy, a correction and erasure.
 */
export const privacyDays = {
  access: 7,
  copy: 30,
  correction: 7,
  erasure: 14,
} as const satisfies Record<PrivacyKind, number>;

/** The last day on which a request is answered in time; the day it was received does not count. */
export function privacyDueOn(kind: PrivacyKind, receivedOn: CalendarDate): CalendarDate {
  return addDays(receivedOn, privacyDays[kind]);
}

const DAY_MS = 86_400_000;

/** Whole days left until the last one: zero on that day itself, negative after it. */
export function daysLeft(dueOn: CalendarDate, today: CalendarDate): number {
  return Math.round((Date.parse(`${dueOn}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS);
}
