import { createWalk } from "../walk.ts";

/** The last state of the inbox. */
export const caseWalk = createWalk();
