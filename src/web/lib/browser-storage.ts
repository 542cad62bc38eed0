/**
 * The keys this browser may store. The specification names `access` and `member`; `keys` is off for
 * people who turn keyboard shortcuts off; `shared` is set on a device that several people use,
 * `offline` while figures are kept for reading offline, `left` is the token of the session that
 * last kept some, and `install` is set once installing was offered.
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

/** Reads a stored value; returns null where the browser forbids storage. */
export function readKept(key: KeptKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it when it is null; does nothing where storage is forbidden. */
export function keep(key: KeptKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page works without storage: the member signs in again after a reload.
  }
}
