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
