/**
 * The keys this browser may store. The specification names `access` and `member`; `keys` is off if
 * the user turned keyboard shortcuts off. `shared` is set on a device that several people use, and
 * `offline` while figures are kept for reading offline. `left` is the token of the session that
 * last stored some, and `install` is set once installing was offered.
 */
export type KeptKey =
  | "access"
  | "member"
  | "ending"
  | "language"
  | "theme"
  | "text"
  | "keys"
  | "shared"
  | "offline"
  | "left"
  | "install";

/** The keys that last as long as their tab: the zone of the session, and when it went offline. */
type TabKey = "zone" | "lost";

/** Reads a stored value; returns null where the browser forbids storage. */
export const readKept = (key: KeptKey): string | null => read("localStorage", key);

/** Stores a value, or removes it when it is null; does nothing where storage is forbidden. */
export const keep = (key: KeptKey, value: string | null): void => store("localStorage", key, value);

/** Reads a value that was stored for this tab alone. */
export const readInTab = (key: TabKey): string | null => read("sessionStorage", key);

/** Stores a value for this tab alone, or removes it when it is null. */
export const keepInTab = (key: TabKey, value: string | null): void =>
  store("sessionStorage", key, value);

type Place = "localStorage" | "sessionStorage";

function read(storage: Place, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

function store(storage: Place, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // The page works without storage: the member signs in again after a reload.
  }
}
