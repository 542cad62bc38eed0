import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** A phone's screen; paper never counts as one, however narrow. */
const NARROW = "screen and (max-width: 767px)";

/** Whether the page is on a phone's screen; the change before printing is rendered at once. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const media = matchMedia(NARROW);
    const follow = (): void => setNarrow(media.matches);
    const print = (): void => flushSync(() => setNarrow(false));
    follow();
    media.addEventListener("change", follow);
    window.addEventListener("beforeprint", print);
    window.addEventListener("afterprint", follow);
    return () => {
      media.removeEventListener("change", follow);
      window.removeEventListener("beforeprint", print);
      window.removeEventListener("afterprint", follow);
    };
  }, []);
  return isNarrow;
}
