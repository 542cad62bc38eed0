import { alsoHolds } from "./drafts.ts";
import { forgetWithOffline } from "./offline-reading.ts";
import { useSessionState, whenLeaving } from "./session.ts";
import { createStore } from "./store.ts";

/** One figure that a member saw when they decided. */
export interface SeenFigure {
  readonly term: string;
  readonly value: string;
}

/** An action that a member took without a connection, queued until it can be sent. */
export interface Unsent {
  /**
   * The Idempotency-Key of the item; for an item that needs a code, the subject that it answers.
   */
  readonly id: string;
  /** It is sent in a session of this member only. */
  readonly memberNo: string;
  /** When the member did it, in milliseconds. */
  readonly at: number;
  /** The call that sends it, see `unsent/kinds.ts`; null if a code must be typed first. */
  readonly kind: string | null;
  /** A label for the member, in the language in which it was done. */
  readonly what: string;
  /** The page with its form, and the input there by the name of each draft. */
  readonly address: string;
  readonly drafts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly saw: readonly SeenFigure[];
  /** The current figures and body if they have changed: the member is asked. */
  readonly changed: { readonly figures: readonly SeenFigure[]; readonly body: unknown } | null;
  /** When it was first sent, after which the server may have it; null before. */
  readonly triedAt: number | null;
  /** Until when the others are sent first, because its own answers get lost; 0 if they do not. */
  readonly stuckUntil: number;
  /** Why the server rejected it; empty if it did not. */
  readonly problem: string;
  /** Whether it is also kept in this browser, sealed. */
  readonly sealed: boolean;
}

/** The queued items of this page, oldest first. */
export const unsent = createStore<readonly Unsent[]>([]);
/** The number of items sealed in this browser that this page can read only with the PIN. */
export const underPin = createStore(0);
/** Whether the member is asked whether to log out and lose the queued items. */
export const askedToLeave = createStore(false);
/** How often a queued item was opened in its form, which then starts again. */
export const reopened = createStore(0);

/** Returns the logged-in member's queued items in this page. */
export function useOwnUnsent(): readonly Unsent[] {
  const memberNo = useSessionState().session?.memberNo;
  return unsent.use().filter((one) => one.memberNo === memberNo);
}

/** Whether something would be lost at Log Out. */
export function isAnythingUnsent(): boolean {
  return unsent.get().length + underPin.get() > 0;
}

/** Removes the queued items from this page, except those of one member if named. */
export function forgetUnsent(except?: string): void {
  const left = unsent.get().filter(({ memberNo }) => memberNo === except);
  if (left.length < unsent.get().length) unsent.set(left);
  if (except !== undefined) return;
  underPin.set(0);
  askedToLeave.set(false);
}

// Login does not load this file, which would make it larger.
whenLeaving(() => forgetUnsent());
forgetWithOffline(() => forgetUnsent());
alsoHolds(() => unsent.get().length > 0);
