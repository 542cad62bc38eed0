import { createWalk } from "#web/staff/walk.ts";

/** The loan queue as it was last looked at. */
export const loanWalk = createWalk();
