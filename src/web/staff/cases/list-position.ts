import { createListPosition } from "../list-position.ts";

/** The last state of the inbox. */
export const casePosition = createListPosition();
