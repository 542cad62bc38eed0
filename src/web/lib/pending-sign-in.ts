import { createStore } from "./store.ts";

/** An MFA-pending sign-in of a member of staff. It is held in memory only and lost on reload. */
export interface Pending {
  /** Authorises only the calls of the second factor. */
  readonly token: string;
  readonly staffNo: string;
  readonly step: "prove" | "enrol";
}

const halfway = createStore<Pending | null>(null);

export const usePending = halfway.use;

/** Continues with the second factor, which Login asks for; null starts again. */
export const goPending = halfway.set;
