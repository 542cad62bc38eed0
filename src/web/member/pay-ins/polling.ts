import { useEffect } from "react";

const ASK_EVERY_MS = 2500;
/** Longer than a prompt is on a phone; afterwards the page asks when the user returns to it. */
const ASK_FOR_MS = 300_000;

/**
 * Asks every few seconds while something happens on a phone, and at once when the member returns
 * to the page. It stops after a while, so that an abandoned page does not keep its session alive.
 */
export function usePolling(ask: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const began = performance.now();
    const timer = setInterval(() => {
      if (!document.hidden && performance.now() - began < ASK_FOR_MS) ask();
    }, ASK_EVERY_MS);
    const comeBack = (): void => {
      if (!document.hidden) ask();
    };
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [ask, isOn]);
}
