import { useEffect, useState } from "react";

/** Counts down the whole seconds until an instant; zero when it is past or unset. */
export function useSecondsUntil(instant: number | null): number {
  const [, redraw] = useState(0);
  const left = secondsUntil(instant);
  const running = left > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => redraw((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [running]);
  return left;
}

function secondsUntil(instant: number | null): number {
  return instant === null ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / 1000));
}

/** Formats seconds as minutes and seconds: 0:42. */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
