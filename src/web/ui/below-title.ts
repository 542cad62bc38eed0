import { createContext } from "react";

/** Whether a heading is below that of a card, so that the levels of headings leave none out. */
export const BelowTitle = createContext(false);
