import { currentSession } from "./session.ts";

/** An older answer would be out of date. */
const FOR_MS = 20_000;

/**
 * Answers to GET calls that were made before the page's code had arrived, by address, which
 * contains the member number.
 */
const asked = new Map<string, Promise<Response>>();

/** Makes a call of the session now, so that the page has its answer once its code is loaded. */
export function prefetch(address: string): void {
  const headers = { Authorization: `Bearer ${currentSession()?.token}` };
  const signal = AbortSignal.timeout(FOR_MS);
  const answer = fetch(address, { headers, signal, cache: "no-store" });
  // The page that makes the call says so.
  answer.catch(() => null);
  asked.set(address, answer);
  setTimeout(() => asked.delete(address), FOR_MS);
}

/** Returns the answer to a call that was made ahead, once. */
export function prefetchedAnswer(address: string): Promise<Response> | undefined {
  const answer = asked.get(address);
  asked.delete(address);
  return answer;
}
