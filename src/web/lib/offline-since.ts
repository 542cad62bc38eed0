import { keepInTab, readInTab } from "./browser-storage.ts";
import { createStore } from "./store.ts";

/** Since when no call has reached the server, as an instant; null while calls reach it. */
export const offlineSince = createStore<number | null>(null);

/** Whether the device says that it has a network, which may have no data or no server. */
export const hasNetwork = createStore(true);

/** Records that there is no connection, from now on if that is new to this tab. */
export function noteOffline(): void {
  hasNetwork.set(navigator.onLine);
  const since = offlineSince.get() ?? (lostBefore() || Date.now());
  offlineSince.set(since);
  keepInTab("lost", String(since));
}

/** Notes that calls reach the server. */
export function noteOnline(): void {
  offlineSince.set(null);
  keepInTab("lost", null);
}

/**
 * When the previous page in this tab lost the connection, as an instant; zero if it was connected.
 */
export function lostBefore(): number {
  return Number(readInTab("lost"));
}

/** Whether the connection to the server is known to be missing. */
export function useOffline(): boolean {
  return offlineSince.use() !== null;
}
