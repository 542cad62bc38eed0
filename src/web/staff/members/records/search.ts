import type * as z from "zod/mini";
import { search as searchEndpoint } from "#shared/contract/members/desk.ts";
import { readMemberSearch } from "#shared/member-search.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSettled } from "#web/lib/settled.ts";

export type Hits = z.output<typeof searchEndpoint.answer>;
export type Hit = Hits["hits"][number];

/** The pause in typing after which the server is asked. */
const REST_MS = 220;

/** The state of the search for the current text, never for an earlier one. */
export type Search =
  | { readonly state: "empty" }
  | { readonly state: "short" }
  | { readonly state: "loading" }
  | { readonly state: "loaded"; readonly data: Hits; readonly changing: boolean }
  | { readonly state: "limited"; readonly seconds: number; readonly retry: () => void }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void };

/** Searches after a pause in typing. Drops an answer that arrives after more was typed. */
export function useSearch(typed: string): Search {
  const wanted = typed.trim().replace(/\s+/g, " ");
  const asked = useSettled(wanted, REST_MS);
  const enough = readMemberSearch(wanted) !== null;
  const load = useRequest(
    searchEndpoint,
    { query: { search: asked } },
    { enabled: enough && readMemberSearch(asked) !== null, keepBefore: true },
  );
  if (wanted === "") return { state: "empty" };
  if (!enough) return { state: "short" };
  if (load.state === "loaded") {
    return { state: "loaded", data: load.data, changing: load.changing || asked !== wanted };
  }
  if (load.state === "loading" || asked !== wanted) return { state: "loading" };
  const { error, retry } = load;
  if (error instanceof ProblemAnswer && error.details.status === 429) {
    return { state: "limited", seconds: error.details.retryAfter ?? 1, retry };
  }
  return { state: "failed", error, retry };
}
