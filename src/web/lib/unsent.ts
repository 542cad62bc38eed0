import { alsoHolds } from "./drafts.ts";
import { forgetWithOffline } from "./offline-reading.ts";
import { useSessionState, whenLeaving } from "./session.ts";
import { createStore } from "./store.ts";

/** One figure that a member saw when they decided. */
export interface SeenFigure {
  readonly term: string;
  readonly value: string;
}

/** Something a member did without a connection, which waits until it can be sent. */
export interface Unsent {
  /** The Idempotency-Key it is sent with; of what needs a code, the thing it answers. */
  readonly id: string;
  /** It is sent in a session of this member only. */
  readonly memberNo: string;
  /** When the member did it, in milliseconds. */
  readonly at: number;
  /** The call that sends it, see `unsent/kinds.ts`; null if a code must be typed first. */
  readonly kind: string | null;
  /** A label for the member, in the language in which it was done. */
  readonly what: string;
  /** The page with its form, and what was typed there by the name of each draft. */
  readonly address: string;
  readonly drafts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly saw: readonly SeenFigure[];
  /** The figures and the body of today where they are others: the member is asked. */
  readonly changed: { readonly figures: readonly SeenFigure[]; readonly body: unknown } | null;
  /** When it was first sent, so that the server may have it; null before. */
  readonly triedAt: number | null;
  /** Until when the others are sent first, as its own answers get lost; 0 if they do not. */
  readonly stuckUntil: number;
  /** Why the server rejected it; empty if it did not. */
  readonly problem: string;
  /** Whether it is also kept in this browser, sealed. */
  readonly sealed: boolean;
}

/** Everything that waits in this page, oldest first. */
export const unsent = createStore<readonly Unsent[]>([]);
/** How many things are sealed in this browser that this page can read only with the PIN. */
export const underPin = createStore(0);
/** Whether the member is asked whether to log out and lose what waits. */
export const askedToLeave = createStore(false);
/** How often something that waits was opened in its form, which then starts again. */
export const reopened = createStore(0);

/** Returns what the member who is logged in has waiting in this page. */
export function useOwnUnsent(): readonly Unsent[] {
  const memberNo = useSessionState().session?.memberNo;
  return unsent.use().filter((one) => one.memberNo === memberNo);
}

/** Whether something would be lost at Log Out. */
export function isAnythingUnsent(): boolean {
  return unsent.get().length + underPin.get() > 0;
}

/** Removes from this page what waits to be sent, except that of one member if they are named. */
export function forgetUnsent(except?: string): void {
  const left = unsent.get().filter(({ memberNo }) => memberNo === except);
  if (left.length < unsent.get().length) unsent.set(left);
  if (except !== undefined) return;
  underPin.set(0);
  askedToLeave.set(false);
}

// Login knows nothing of this file, which would weigh on it.
whenLeaving(() => forgetUnsent());
forgetWithOffline(() => forgetUnsent());
alsoHolds(() => unsent.get().length > 0);
