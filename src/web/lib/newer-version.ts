import { holdsDrafts } from "./drafts.ts";
import { offlineSince } from "./offline-since.ts";
import { currentSession } from "./session.ts";

let isReady = false;

/** Notices that a newer version is kept: the one message that a service worker sends. */
export function followVersions(): void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker?.controller) return;
  serviceWorker.addEventListener("message", () => {
    isReady = true;
  });
}

/**
 * Whether the next link loads the whole page, and so the newer version. Never while it would lose
 * input, and not without a connection or while PIN-protected figures are read, which would
 * disappear from the screen.
 */
export function takesNewerVersion(): boolean {
  const losesFigures = offlineSince.get() !== null || currentSession()?.token === "";
  return isReady && navigator.onLine && !losesFigures && !holdsDrafts();
}
