import { useState } from "react";
import { ProblemAnswer } from "#web/lib/failure.ts";

/** Whether the server rejected a decision because the facts have changed since they were shown. */
export function hasChanged(error: unknown): boolean {
  return error instanceof ProblemAnswer && error.details.reason === "shown-changed";
}

interface Held<Found> {
  readonly now: Found;
  /** The facts shown before; null while nothing has changed. */
  readonly before: Found | null;
}

/**
 * Keeps the facts a dialog shows while a person decides. `decide` returns whether the decision was
 * taken. If the facts changed, `reload` reads them again, and both versions are shown side by side.
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
