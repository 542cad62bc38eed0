import { useEffect } from "react";
import { useNavigation } from "#web/lib/router.tsx";
import { type Keys, useKeys } from "./keys.ts";
import type { ListWalk } from "./list-position.ts";

interface Shown {
  readonly from: string;
  readonly numbers: readonly string[];
  readonly count: number;
  readonly changing: boolean;
}

/** Remembers what a list shows, so that a page opened from it can continue from there. */
export function useListPosition(walk: ListWalk, { from, numbers, count, changing }: Shown): void {
  const joined = numbers.join(" ");
  useEffect(() => {
    if (!changing) walk.keep(from, joined === "" ? [] : joined.split(" "), count);
  }, [walk, from, joined, count, changing]);
}

/** J and K move along a list, focusing the link of the row's number. */
export function useMoves(
  walk: ListWalk,
  numbers: readonly string[],
  linkOf: (number: string) => string,
): Keys {
  const { at } = walk.use();
  const move = (steps: 1 | -1) => (): void => {
    const next = at === null ? numbers[0] : walk.neighbour(at, steps);
    if (!next) return;
    walk.to(next);
    document.querySelector<HTMLElement>(linkOf(next))?.focus();
  };
  return { j: move(1), k: move(-1) };
}

/** J and K open the neighbours in the list, in the order it was shown. */
export function useNeighbours(
  walk: ListWalk,
  number: string,
  addressOf: (number: string) => string,
): void {
  const { go } = useNavigation();
  const step = (steps: 1 | -1) => (): void => {
    const next = walk.neighbour(number, steps);
    if (next === null) return;
    walk.to(next);
    go(addressOf(next));
  };
  useKeys({ j: step(1), k: step(-1) });
}
