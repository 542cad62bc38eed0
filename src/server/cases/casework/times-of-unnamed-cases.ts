import type { ThreadRow } from "./case-steps.ts";

/**
 * A step as shown to a reader. For an unnamed case the office sees only the day: the minute,
 * together with the times of sign-ins, would reveal the member.
 */
export function presentStep(step: ThreadRow, withTimes: boolean) {
  return {
    id: String(step.id),
    step: step.step,
    by: step.by_member ? ("member" as const) : ("office" as const),
    who: step.who,
    date: step.taken_on,
    time: withTimes || !step.by_member ? step.taken_time : "",
    text: step.text,
  };
}
