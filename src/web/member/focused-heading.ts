import { useEffect, useRef } from "react";

/** The button that opened a form is gone, so the heading of the form takes the focus. */
export function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}
