import { useRef, useState } from "react";
import { failureWords } from "./failure.ts";
import { useWords } from "./language.ts";

interface ActionOptions<Input> {
  /** Returns the page's own text for a failure, or the given general text. */
  readonly textOf?: (general: string, error: unknown, input: Input) => string;
  /** Shows a failure in another place than beside the button, such as in a toast. */
  readonly onFailure?: (text: string, error: unknown) => void;
}

export interface Action<Input> {
  readonly busy: boolean;
  /** The input of the action in progress; otherwise null. */
  readonly doing: Input | null;
  /** The text of the last failure, until the action is taken again; null if there is none. */
  readonly failed: string | null;
  readonly error: unknown;
  /** Takes the action, unless it is already under way. */
  readonly run: (input: Input) => void;
  /** Clears the last failure. */
  readonly forget: () => void;
}

interface Attempt<Input> {
  readonly input: Input;
  /** Absent while it is under way. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Takes an action of the signed-in zone and tracks whether it is under way or failed. `call` keeps
 * the idempotency key of an unanswered write, so taking the action again does it only once.
 */
export function useAction<Input = void>(
  act: (input: Input) => Promise<unknown>,
  { textOf = (general) => general, onFailure }: ActionOptions<Input> = {},
): Action<Input> {
  const words = useWords();
  const [attempt, setAttempt] = useState<Attempt<Input> | null>(null);
  // A second press can come before the first is rendered.
  const isUnderWay = useRef(false);
  const { input, failure } = attempt ?? {};
  const busy = attempt !== null && !failure;
  const textFor = (error: unknown, tried: Input): string =>
    textOf(failureWords(error, words), error, tried);
  const take = async (taken: Input): Promise<void> => {
    setAttempt({ input: taken });
    try {
      await act(taken);
      setAttempt(null);
    } catch (error) {
      setAttempt({ input: taken, failure: { error } });
      onFailure?.(textFor(error, taken), error);
    } finally {
      isUnderWay.current = false;
    }
  };
  return {
    busy,
    doing: busy ? attempt.input : null,
    failed: failure ? textFor(failure.error, input as Input) : null,
    error: failure?.error,
    run(taken) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      void take(taken);
    },
    forget() {
      if (failure) setAttempt(null);
    },
  };
}
