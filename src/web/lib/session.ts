import { keep, readKept } from "./browser-storage.ts";
import { createStore } from "./store.ts";

export interface Session {
  /**
   * The bearer token; only the server knows which session it belongs to. Empty while a member reads
   * kept figures without a session.
   */
  readonly token: string;
  /** For display and for addresses; it proves nothing. */
  readonly memberNo: string;
}

/** Why there is no session: it decides where the member goes and the message they see. */
export type Ending = "signed-out" | "expired" | "idle";

interface State {
  readonly session: Session | null;
  readonly ending: Ending | null;
}

const state = createStore<State>({ session: readSession(), ending: null });

export const useSessionState = state.use;

export function currentSession(): Session | null {
  return state.get().session;
}

export function beginSession(session: Session): void {
  keep("access", session.token);
  keep("member", session.memberNo);
  state.set({ session, ending: null });
}

/** Opens the pages of a member for reading the kept figures; the server is not asked. */
export function beginReading(memberNo: string): void {
  state.set({ session: { token: "", memberNo }, ending: null });
}

/**
 * Clears state. `isKnown` is false if it is not known who left and how, so the member may return.
 */
type Forget = (isKnown: boolean) => void;

const leaving: Forget[] = [];

/** Registers state to clear when a member leaves, so that the next one finds nothing. */
export function whenLeaving(forget: Forget): void {
  leaving.push(forget);
}

/** Ends the session in this browser and notifies the other tabs through storage. */
export function endSession(ending: Ending): void {
  // Notifies the other tabs without keeping a value: the key is set before the session is removed.
  keep("ending", ending);
  keep("ending", null);
  keep("access", null);
  keep("member", null);
  if (ending === "signed-out") for (const forget of leaving) forget(true);
  state.set({ session: null, ending });
}

/** Follows the other tabs, and changes made while this page was in the back/forward cache. */
export function followStorage(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === "ending" && event.newValue !== null) told = event.newValue as Ending;
    if (event.key === null || event.key === "access" || event.key === "member") refresh();
  });
  window.addEventListener("pageshow", (event) => {
    // Reading without a session continues while the figures are still kept here.
    const mayGoOn = currentSession()?.token === "" && readKept("offline") !== null;
    if (event.persisted && !mayGoOn) refresh();
  });
}

/** Why another tab ended the session, until this tab has followed. */
let told: Ending | null = null;
/** The member whose drafts may be kept here, even after their session ended. */
let lastMember = state.get().session?.memberNo;

function refresh(): void {
  const before = state.get().session;
  const session = readSession();
  if (before?.token === session?.token && before?.memberNo === session?.memberNo) return;
  lastMember = before?.memberNo ?? lastMember;
  const ending = session ? null : (told ?? "signed-out");
  // A page in the back/forward cache gets no message: the session may only have expired meanwhile.
  const isKnown = session !== null || told !== null;
  told = null;
  if (ending === "signed-out" || (session && session.memberNo !== lastMember)) {
    for (const forget of leaving) forget(isKnown);
  }
  state.set({ session, ending });
}

function readSession(): Session | null {
  const token = readKept("access");
  return token ? { token, memberNo: readKept("member") ?? "" } : null;
}
