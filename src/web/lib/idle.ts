import { heard } from "./api.ts";

/** How long before the end the member is asked. */
export const WARNING_MS = 60_000;

/** What the clock last knew. */
export interface Quiet {
  /** When the server ends the session unless it hears from it before. */
  readonly endsAt: number;
  /** Whether the member did anything on this page since the server last heard of them. */
  readonly active: boolean;
}

export interface IdleClock {
  readonly look: () => Quiet;
  readonly stop: () => void;
}

/** The server notes a call at most this often, so it may count from so much earlier than we. */
const NOTED_EVERY_MS = 10_000;

const CHANNEL = "akiba-heard";

/**
 * Follows how long the server has not heard from the session, over all tabs of this browser, and
 * whether the member has been doing something here that the server cannot know of, such as reading.
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
    // A channel has no other end to name: it reaches this origin alone.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    others?.postMessage(null);
  };
  const act = (): void => {
    active = true;
  };
  const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
  heard.addEventListener("heard", hearHere);
  others?.addEventListener("message", hear);
  for (const name of acts) window.addEventListener(name, act, { passive: true });
  return {
    look: () => ({ endsAt: lastHeard + idleMs - NOTED_EVERY_MS, active }),
    stop() {
      heard.removeEventListener("heard", hearHere);
      for (const name of acts) window.removeEventListener(name, act);
      others?.close();
    },
  };
}
