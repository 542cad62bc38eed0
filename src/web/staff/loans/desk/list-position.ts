import { createListPosition } from "#web/staff/list-position.ts";

/** The last state of the loan queue. */
export const loanPosition = createListPosition();
