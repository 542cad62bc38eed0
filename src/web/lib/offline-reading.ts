import { keep, readKept } from "./browser-storage.ts";
import { whenLeaving } from "./session.ts";
import { createStore } from "./store.ts";

/** The database of figures kept for reading offline: see `member/identity/vault.ts`. */
export const OFFLINE_STORE = "akiba-offline";

const isOn = createStore(readKept("offline") !== null);

/** Whether figures are kept in this browser, sealed with a PIN. */
export const useOfflineReading = isOn.use;

/** Records that figures are kept from now on, or no longer. */
export function noteOfflineReading(on: boolean): void {
  keep("offline", on ? "on" : null);
  isOn.set(on);
}

const alsoForgotten: (() => void)[] = [];

/** Registers other data that is removed together with the kept figures. */
export function forgetWithOffline(forget: () => void): void {
  alsoForgotten.push(forget);
}

/**
 * Removes everything that is kept for reading offline, and the queued actions. Figures may exist
 * without their record, for example if the page was closed before it was written.
 */
export function forgetOffline(): void {
  for (const forget of alsoForgotten) forget();
  noteOfflineReading(false);
  keep("left", null);
  try {
    indexedDB.deleteDatabase(OFFLINE_STORE);
  } catch {
    // A browser that forbids storage kept nothing.
  }
}

whenLeaving((isKnown) => {
  if (isKnown) forgetOffline();
});
