/** The steps of a case that have a deadline, in order. */
export const clockSteps = ["acknowledge", "conclude", "tell"] as const;
export type ClockStep = (typeof clockSteps)[number];

/**
 * Working days allowed for each step. The first two count from the day the case was received or
 * reopened, the last one from the day of the decision.
 */
export const caseDays = {
  acknowledge: 3,
  conclude: 14,
  tell: 7,
} as const satisfies Record<ClockStep, number>;
