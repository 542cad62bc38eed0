import { createWalk } from "../walk.ts";

/** The inbox as it was last looked at. */
export const caseWalk = createWalk();
