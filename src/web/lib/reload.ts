import { live } from "#shared/contract/kernel/liveness.ts";

const ANSWER_WITHIN_MS = 5000;

/**
 * Reloads the page, unless that would lead to the browser's own error page: it does so only if the
 * page is kept in this browser or the server answers. Otherwise returns false.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker?.controller && !(await isServerReachable())) return false;
  window.location.reload();
  return true;
}

/** Checks whether the server answers, which does not count as activity of a session. */
export async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    await fetch(live.path, { method: live.method, cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}
