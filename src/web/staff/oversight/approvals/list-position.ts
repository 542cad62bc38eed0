import { createListPosition } from "#web/staff/list-position.ts";

/** The list of requests as it was last shown. */
export const approvalPosition = createListPosition();
