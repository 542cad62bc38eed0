import { useState } from "react";
import { ProblemAnswer } from "#web/lib/failure.ts";

interface Versioned {
  readonly version: number;
}

export interface Seen<T> {
  /** What stood when the form was begun, or when its maker was last told of something newer. */
  readonly seen: T;
  /** What somebody else made of it meanwhile; null while nobody did. */
  readonly newer: T | null;
  /**
   * Saves from the version that was seen. Where somebody was faster it reads what stands now, shows
   * it, and fails; what is typed is left alone, and saving again is then meant.
   */
  readonly save: (saving: (version: number) => Promise<T>) => Promise<void>;
}

/** Holds the version that a form was begun from, whatever is asked anew behind it. */
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
