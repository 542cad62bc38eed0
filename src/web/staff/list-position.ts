import { whenLeaving } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

/** A list of the desk as last shown, so that an opened item knows its neighbours. */
interface ListPosition {
  /** The address of the list, with its filters. */
  readonly from: string;
  readonly numbers: readonly string[];
  /** The total number of rows, where the list may be incomplete. */
  readonly count: number;
  /** The current position of J and K. */
  readonly at: string | null;
}

/** The remembered list, and the functions to move along it. */
export interface ListWalk {
  readonly use: () => ListPosition;
  /** Remembers what the list shows; the position is kept while its row is still there. */
  readonly keep: (from: string, numbers: readonly string[], count: number) => void;
  /** Moves to a row. */
  readonly to: (number: string) => void;
  /** Returns a row's neighbour at an offset; null past either end, or if the row is not listed. */
  readonly neighbour: (number: string, steps: 1 | -1) => string | null;
  /**
   * Removes a finished row from the list and returns the next one, or at the end the previous one.
   * Returns null if the page was not opened from the list, or if the list is now empty.
   */
  readonly leave: (number: string) => string | null;
  /** Returns the address of the list to go back to; null where the page was not opened from one. */
  readonly left: (number: string) => string | null;
}

/** Creates the memory of one list, which is cleared with the session. */
function createListPosition(): ListWalk {
  const nowhere: ListPosition = { from: "", numbers: [], count: 0, at: null };
  const walked = createStore<ListPosition>(nowhere);
  whenLeaving(() => walked.set(nowhere));
  const neighbour: ListWalk["neighbour"] = (number, steps) => {
    const { numbers } = walked.get();
    const at = numbers.indexOf(number);
    return at < 0 ? null : (numbers[at + steps] ?? null);
  };
  return {
    use: walked.use,
    keep(from, numbers, count) {
      const before = walked.get();
      const stays = before.at !== null && numbers.includes(before.at);
      walked.set({ from, numbers, count, at: stays ? before.at : null });
    },
    to: (number) => walked.set({ ...walked.get(), at: number }),
    neighbour,
    leave(number) {
      const next = neighbour(number, 1) ?? neighbour(number, -1);
      const before = walked.get();
      if (!before.numbers.includes(number)) return null;
      const numbers = before.numbers.filter((one) => one !== number);
      walked.set({ ...before, numbers, count: before.count - 1, at: next });
      return next;
    },
    left(number) {
      const { from, numbers } = walked.get();
      return numbers.includes(number) ? from : null;
    },
  };
}

/** The last state of the inbox. */
export const casePosition = createListPosition();

/** The last state of the loan queue. */
export const loanPosition = createListPosition();

/** The list of requests as it was last shown. */
export const approvalPosition = createListPosition();
