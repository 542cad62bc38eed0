import { useEffect } from "react";
import { useNavigation } from "#web/lib/router.tsx";

/**
 * Brings the part of the page that the address names into sight, and gives it the focus, once its
 * data is there: the browser looks before it exists. Somebody who uses the page meanwhile keeps
 * their place.
 */
export function useArrival(): void {
  const { address } = useNavigation();
  useEffect(() => {
    const id = address.hash.slice(1);
    if (!id) return;
    const arrive = (): void => {
      const place = document.getElementById(id);
      if (!place) return;
      watch.disconnect();
      place.tabIndex = -1;
      place.focus({ preventScroll: true });
      place.scrollIntoView();
    };
    const watch = new MutationObserver(arrive);
    watch.observe(document.body, { childList: true, subtree: true });
    arrive();
    const stop = (): void => watch.disconnect();
    for (const used of ["pointerdown", "keydown"]) {
      window.addEventListener(used, stop, { once: true, capture: true });
    }
    return stop;
  }, [address]);
}
