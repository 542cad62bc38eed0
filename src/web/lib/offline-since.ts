import { createStore } from "./store.ts";

/** Since when no call has reached the server, as an instant; null while calls reach it. */
export const offlineSince = createStore<number | null>(null);

/** Whether there is no connection to the server, as far as is known. */
export function useOffline(): boolean {
  return offlineSince.use() !== null;
}
