import { whenLeaving } from "#web/lib/session.ts";
import { createStore } from "#web/lib/store.ts";

/** A list of the desk as it was last looked at, so that what is opened knows its neighbours. */
interface Walked {
  /** The address of the list, with what it was asked. */
  readonly from: string;
  readonly numbers: readonly string[];
  /** How many there are in all, where the list may not be whole. */
  readonly count: number;
  /** Where J and K have come to. */
  readonly at: string | null;
}

/** What is remembered of a list, and how one moves along it. */
export interface Walk {
  readonly use: () => Walked;
  /** Remembers what the list shows; where one has come to stays, while it is still there. */
  readonly keep: (from: string, numbers: readonly string[], count: number) => void;
  /** Comes to a row. */
  readonly to: (number: string) => void;
  /** The neighbour of a row, so many steps on; null at either end, and for one not in the list. */
  readonly neighbour: (number: string, steps: 1 | -1) => string | null;
  /**
   * Takes a row that was dealt with out of the list and gives the one to go on with: the next, or
   * at the end the one before; null where one did not come from the list, or it is empty now.
   */
  readonly leave: (number: string) => string | null;
  /** Where the list was left; null where one did not come from it. */
  readonly left: (number: string) => string | null;
}

/** Makes the memory of one list, which goes with the session. */
export function createWalk(): Walk {
  const nowhere: Walked = { from: "", numbers: [], count: 0, at: null };
  const walked = createStore<Walked>(nowhere);
  whenLeaving(() => walked.set(nowhere));
  const neighbour: Walk["neighbour"] = (number, steps) => {
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
