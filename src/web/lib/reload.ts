import { live } from "#shared/contract/kernel/liveness.ts";

const ANSWER_WITHIN_MS = 5000;

/**
 * Loads the page again, unless that would lead to the browser's own error page: either the page is
 * kept in this browser, or the server answers. Returns false if neither is so.
 */
export async function reloadIfReachable(): Promise<boolean> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker?.controller && !(await isServerReachable())) return false;
  window.location.reload();
  return true;
}

/** Asks the server for a sign of life, which counts as no activity of a session. */
export async function isServerReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    await fetch(live.path, { method: live.method, cache: "no-store", signal });
    return true;
  } catch {
    return false;
  }
}
