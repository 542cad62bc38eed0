import { createStore } from "./store.ts";

/** Since when no call has reached the server, as an instant; null while calls reach it. */
export const offlineSince = createStore<number | null>(null);

/** Notes that there is no connection, from now on if that is new. */
export function noteOffline(): void {
  offlineSince.set(offlineSince.get() ?? Date.now());
}

/** Whether there is no connection to the server, as far as is known. */
export function useOffline(): boolean {
  return offlineSince.use() !== null;
}
