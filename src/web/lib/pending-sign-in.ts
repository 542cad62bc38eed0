import { createStore } from "./store.ts";

/** A sign-in of the staff whose password was right; in memory alone, and gone with a reload. */
export interface Pending {
  /** Opens the calls of the second factor, and no other. */
  readonly token: string;
  readonly staffNo: string;
  readonly step: "prove" | "enrol";
}

const halfway = createStore<Pending | null>(null);

export const usePending = halfway.use;

/** Goes on with the second factor, which Login asks for; null begins anew. */
export const goPending = halfway.set;
