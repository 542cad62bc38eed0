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
 * Defers the browser's install prompt (`beforeinstallprompt`) so that our page can show it. On a
 * first visit the prompt is only suppressed: no service worker controls the page yet, or only since
 * a reload.
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

/** Removes the offer once it was answered: the browser accepts only one answer. */
export function endInstallOffer(): void {
  offer.set(null);
}
