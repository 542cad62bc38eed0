import { createWalk } from "../walk.ts";

/** The loan queue as it was last looked at. */
export const loanWalk = createWalk();
