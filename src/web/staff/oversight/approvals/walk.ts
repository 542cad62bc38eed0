import { createWalk } from "#web/staff/walk.ts";

/** The list of requests as it was last shown. */
export const approvalWalk = createWalk();
