import { createWalk } from "#web/staff/walk.ts";

/** The last state of the loan queue. */
export const loanWalk = createWalk();
