import { useEffect } from "react";

/** How often data that may change on the server is requested again. */
const ASK_EVERY_MS = 20_000;
/** How long after the member's last activity polling stops. */
const PRESENT_FOR_MS = 120_000;

const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "focus"] as const;

/**
 * Polls while the member is active, and at once when they return to the page. It stops soon after
 * the last activity: each call counts as activity on the server and must not keep an abandoned
 * session alive.
 */
export function useWatch(ask: () => void, isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    let seen = Date.now();
    const see = (): void => {
      seen = Date.now();
    };
    const comeBack = (): void => {
      if (document.hidden) return;
      see();
      ask();
    };
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - seen < PRESENT_FOR_MS) ask();
    }, ASK_EVERY_MS);
    document.addEventListener("visibilitychange", comeBack);
    for (const sign of signs) window.addEventListener(sign, see, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", comeBack);
      for (const sign of signs) window.removeEventListener(sign, see);
    };
  }, [ask, isOn]);
}
