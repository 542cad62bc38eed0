import { useEffect, useState } from "react";

/** Whole seconds until an instant, counted down on the screen; nought when it is past or unset. */
export function useSecondsUntil(instant: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const left = instant === null ? 0 : Math.max(0, Math.ceil((instant - now) / 1000));
  const running = left > 0;
  useEffect(() => {
    setNow(Date.now());
    if (!running && instant !== null && instant <= Date.now()) return undefined;
    if (instant === null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [instant, running]);
  return left;
}

/** Prints seconds as minutes and seconds: 0:42. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
