import type { Action } from "#web/lib/action.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import type { Batch } from "./batch-data.ts";
import type { Line } from "./lines.tsx";

export interface DecisionProps {
  readonly batch: Batch;
  readonly line: Line;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export interface FormProps extends Omit<DecisionProps, "onDone"> {
  readonly person: string;
  /** Sends the decision that it is given. */
  readonly sending: Action<() => Promise<unknown>>;
}

/** Returns the problems of single fields in a rejected decision, by their name on the wire. */
export function fieldProblemsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ProblemAnswer ? error.details.fields : {};
}
