import { createStore } from "./store.ts";

/** A sign-in of the staff whose password was right; in memory alone, and gone with a reload. */
export interface Halfway {
  /** Opens the calls of the second factor, and no other. */
  readonly token: string;
  readonly staffNo: string;
  readonly step: "prove" | "enrol";
}

const halfway = createStore<Halfway | null>(null);

export const useHalfway = halfway.use;

/** Goes on with the second factor, which Login asks for; null begins anew. */
export const goHalfway = halfway.set;
