import { createStore } from "./store.ts";

/** The browser's offer to install the portal, which Chromium makes once for each page load. */
interface InstallOffer extends Event {
  /** Asks the person; resolves once they have answered. */
  readonly prompt: () => Promise<unknown>;
}

const offer = createStore<InstallOffer | null>(null);

/** The offer, for a page that shows it; null without one. */
export const useInstallOffer = offer.use;

/**
 * Keeps the browser's offer for a page of ours, and the browser makes none of its own. On a first
 * visit there is nothing to keep: no service worker was in this browser before the page, or only
 * before the page was loaded again.
 */
export function followInstallOffer(): void {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isFirstVisit =
    !(navigator as Partial<Navigator>).serviceWorker?.controller || load?.type === "reload";
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (!isFirstVisit) offer.set(event as InstallOffer);
  });
}

/** Takes the offer back once it was answered: the browser takes no second answer. */
export function endInstallOffer(): void {
  offer.set(null);
}
