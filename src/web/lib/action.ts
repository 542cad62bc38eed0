import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { failureWords } from "./failure.ts";
import { useWords } from "./language.ts";

interface ActionOptions<Input> {
  /** Returns the page's own text for a failure, or the general text it is given. */
  readonly textOf?: (general: string, error: unknown, input: Input) => string;
  /** Shows a failure somewhere else than beside the button, such as in a toast. */
  readonly onFailure?: (text: string, error: unknown) => void;
}

export interface Action<Input> {
  readonly busy: boolean;
  /** The input of the action under way; null if none is. */
  readonly doing: Input | null;
  /** The text of the last failure, until the action is taken again; null if there is none. */
  readonly failed: string | null;
  readonly error: unknown;
  /** Takes the action, unless it is already under way. */
  readonly run: (input: Input) => void;
  /** Clears the last failure. */
  readonly forget: () => void;
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
  // A second press can come before the first is rendered.
  const isUnderWay = useRef(false);
  const textFor = (error: unknown, input: Input): string =>
    textOf(failureWords(error, words), error, input);
  const { isPending, variables, error, mutate, reset } = useMutation({
    mutationFn: act,
    onError: (failure, input) => onFailure?.(textFor(failure, input), failure),
    onSettled() {
      isUnderWay.current = false;
    },
  });
  return {
    busy: isPending,
    doing: isPending ? variables : null,
    failed: error && textFor(error, variables),
    error,
    run(input) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutate(input);
    },
    forget() {
      if (error) reset();
    },
  };
}
