import { useEffect, useEffectEvent } from "react";

const EVERY_MS = 1500;

/** Asks again and again while something goes on that the server does not report by itself. */
export function useEvery(again: () => void, isOn: boolean): void {
  const ask = useEffectEvent(again);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => ask(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOn]);
}
