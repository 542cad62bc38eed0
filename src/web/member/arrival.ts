import { useEffect } from "react";
import { useNavigation } from "#web/lib/router.tsx";

/**
 * Scrolls the part of the page that the address names into view and focuses it, once its data is
 * loaded: the browser itself tries before it exists. If the user is active meanwhile, the page does
 * not scroll.
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
