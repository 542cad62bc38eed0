import { useEffect } from "react";

/** How often something that may change by itself is asked for anew. */
const ASK_EVERY_MS = 20_000;
/** So long after the last thing the member did, nobody is asked any more. */
const PRESENT_FOR_MS = 120_000;

const signs = ["pointerdown", "pointermove", "keydown", "wheel", "touchmove", "focus"] as const;

/**
 * Asks anew while the member is here, and at once when they come back to the page. It ends soon
 * after they have gone quiet: each call tells the server that somebody is there, and must not keep
 * a session alive that has been left alone.
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
