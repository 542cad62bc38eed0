import { useEffect, useState } from "react";

const SETTLES_AFTER_MS = 400;

/** Returns a value once it stops changing, so that not every key press sends a request. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
