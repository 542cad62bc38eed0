import { holdsDrafts } from "./drafts.ts";

let isReady = false;

/** Notices that the service worker of a newer version has taken over from this page's own. */
export function followVersions(): void {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker?.controller) return;
  serviceWorker.addEventListener("controllerchange", () => {
    isReady = true;
  });
}

/**
 * Whether the next link loads the whole page, and so the newer version. Never while something is
 * typed that it would lose, and not offline, where it would lose the figures on the screen.
 */
export function takesNewerVersion(): boolean {
  return isReady && navigator.onLine && !holdsDrafts();
}
