import { onActivity } from "./activity.ts";
import { heard } from "./api.ts";

/** How long before the end of the session the member is asked to stay. */
export const WARNING_MS = 60_000;

/** The last known state of the clock. */
export interface Quiet {
  /** When the server ends the session unless it gets a call before then. */
  readonly endsAt: number;
  /** Whether the member has been active on this page since the last call. */
  readonly active: boolean;
}

export interface IdleClock {
  readonly look: () => Quiet;
  readonly stop: () => void;
}

/** The server records calls at most this often, so its clock may be behind ours by this much. */
const NOTED_EVERY_MS = 10_000;

const CHANNEL = "akiba-heard";

/**
 * Follows how long the server has had no call from the session, over all tabs of this browser. Also
 * follows activity here that the server cannot see, such as reading.
 */
export function startIdleClock(idleMs: number): IdleClock {
  let lastHeard = Date.now();
  let active = false;
  const others = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : null;
  const hear = (): void => {
    lastHeard = Date.now();
    active = false;
  };
  const hearHere = (): void => {
    hear();
    // A BroadcastChannel has no target origin: it reaches only this origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    others?.postMessage(null);
  };
  const act = (): void => {
    active = true;
  };
  heard.addEventListener("heard", hearHere);
  heard.addEventListener("used", hearHere);
  others?.addEventListener("message", hear);
  const stopActivity = onActivity(act);
  return {
    look: () => ({ endsAt: lastHeard + idleMs - NOTED_EVERY_MS, active }),
    stop() {
      heard.removeEventListener("heard", hearHere);
      heard.removeEventListener("used", hearHere);
      stopActivity();
      others?.close();
    },
  };
}
