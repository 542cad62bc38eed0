import { heard } from "./api.ts";
import { lostBefore, noteOffline, noteOnline, offlineSince } from "./offline-since.ts";
import { isServerReachable } from "./reload.ts";

const PROBE_EVERY_MS = 10_000;

/**
 * Follows the connection to the server: the browser's network state, and whether calls get through,
 * because a phone may have a signal but no data.
 */
export function followConnection(): void {
  let news = 0;
  const newsOf = (note: () => void) => (): void => {
    news += 1;
    note();
  };
  const probe = async (): Promise<void> => {
    const before = news;
    // Some browsers report wrongly that there is no network.
    const isReachable = await isServerReachable();
    // A call was answered meanwhile, or the network is gone: this information is newer.
    if (news !== before) return;
    if (isReachable) noteOnline();
    else noteOffline();
  };
  const doubt = (): void => {
    if (offlineSince.get() === null) void probe();
  };
  const look = (): void => {
    if (offlineSince.get() !== null && !document.hidden) void probe();
  };
  if (!navigator.onLine) noteOffline();
  if (!navigator.onLine || lostBefore()) void probe();
  setInterval(look, PROBE_EVERY_MS);
  window.addEventListener("offline", newsOf(noteOffline));
  window.addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  heard.addEventListener("heard", newsOf(noteOnline));
  heard.addEventListener("unheard", doubt);
}
