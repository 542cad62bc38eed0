import { queue } from "#shared/contract/case-desk.ts";
import { useAskPages } from "#web/lib/query.ts";

/** How many cases wait for the office; what the inbox's first page says. */
export function useWaitingCases(): number | undefined {
  const load = useAskPages(queue, {}, "after");
  if (load.state !== "loaded") return undefined;
  return load.data.pages[0]?.piles.find(({ state }) => state === "waiting")?.count;
}
