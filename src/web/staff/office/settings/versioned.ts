import { useState } from "react";
import { ProblemAnswer } from "#web/lib/failure.ts";

interface Versioned {
  readonly version: number;
}

export interface Seen<T> {
  /** The version at the time the form was opened, or when its user last saw a newer one. */
  readonly seen: T;
  /** The version another person saved meanwhile; null if there is none. */
  readonly newer: T | null;
  /**
   * Saves on top of the version seen. If another person saved first, it loads and shows their
   * version, and fails. The input is kept, and saving again replaces the other version.
   */
  readonly save: (saving: (version: number) => Promise<T>) => Promise<void>;
}

/** Keeps the version that a form started from, even if the data is reloaded behind it. */
export function useSeen<T extends Versioned>(first: T, again: () => Promise<T>): Seen<T> {
  const [seen, setSeen] = useState(first);
  const [newer, setNewer] = useState<T | null>(null);
  return {
    seen,
    newer,
    async save(saving) {
      try {
        setSeen(await saving(seen.version));
        setNewer(null);
      } catch (error) {
        if (error instanceof ProblemAnswer && error.details.reason === "settings-changed") {
          const now = await again();
          setSeen(now);
          setNewer(now);
        }
        throw error;
      }
    },
  };
}
