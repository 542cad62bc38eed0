import { useState } from "react";
import { ProblemAnswer } from "#web/lib/failure.ts";

/** Whether the server rejected a decision because the facts are not as they were shown. */
export function hasChanged(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "shown-changed";
}

interface Held<Found> {
  readonly now: Found;
  /** What the person saw before; null while nothing has changed. */
  readonly before: Found | null;
}

/**
 * Keeps what a dialog shows while a person decides. `decide` returns whether the decision was
 * taken; where the facts changed it reads them again with `reload`, to be shown side by side.
 */
export function useHeldFacts<Found>(found: Found, reload: () => Promise<Found>) {
  const [held, setHeld] = useState<Held<Found>>({ now: found, before: null });
  const decide = async (send: (now: Found) => Promise<void>): Promise<boolean> => {
    try {
      await send(held.now);
      return true;
    } catch (error) {
      if (!hasChanged(error)) throw error;
      setHeld({ now: await reload(), before: held.now });
      return false;
    }
  };
  return { ...held, decide };
}
