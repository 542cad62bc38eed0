import { type RefObject, useEffect, useRef } from "react";

/** Scrolls one item of a horizontally scrolling row, such as tabs on a phone, into view. */
export function useInSight<Row extends HTMLElement>(place: number): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const list = row.current;
    const at = list?.children[place]?.getBoundingClientRect();
    if (!list || !at) return;
    const { left, right } = list.getBoundingClientRect();
    if (at.left < left || at.right > right) list.scrollLeft += at.left - left;
  }, [place]);
  return row;
}
