import { heard } from "./api.ts";
import { noteOffline, offlineSince } from "./offline-since.ts";
import { isServerReachable } from "./reload.ts";

const PROBE_EVERY_MS = 10_000;

/**
 * Follows the connection to the server: what the browser says of its network, and whether calls get
 * through, as a phone may have a signal and no data. Returns the function that stops it.
 */
export function followConnection(): () => void {
  const regain = (): void => offlineSince.set(null);
  const probe = async (): Promise<void> => {
    if (navigator.onLine && (await isServerReachable())) regain();
    else noteOffline();
  };
  const doubt = (): void => {
    if (offlineSince.get() === null) void probe();
  };
  const look = (): void => {
    if (offlineSince.get() !== null && !document.hidden) void probe();
  };
  if (!navigator.onLine) noteOffline();
  const timer = setInterval(look, PROBE_EVERY_MS);
  window.addEventListener("offline", noteOffline);
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  heard.addEventListener("heard", regain);
  heard.addEventListener("unheard", doubt);
  return () => {
    clearInterval(timer);
    window.removeEventListener("offline", noteOffline);
    window.removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
    heard.removeEventListener("heard", regain);
    heard.removeEventListener("unheard", doubt);
    regain();
  };
}
