/**
 * What this browser may keep. `access` and `member` are the specification's names; `keys` is off
 * for who wants no letter of the keyboard to do anything.
 */
export type KeptKey = "access" | "member" | "ending" | "language" | "theme" | "keys";

/** Reads a kept value; a browser that forbids storage has kept nothing. */
export function readKept(key: KeptKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value, or forgets it when it is null; where storage is forbidden nothing is kept. */
export function keep(key: KeptKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page works without: the member signs in again after a reload.
  }
}
