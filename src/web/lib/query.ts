import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback } from "react";
import type * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Call, call } from "./api.ts";
import { Unreachable } from "./failure.ts";
import { useSpoken } from "./language.ts";
import type { Load } from "./loading.ts";

const FRESH_MS = 30_000;

/** A cache for one session; it goes with it, so that nothing of a member outlives their stay. */
export function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: "always",
        // A dropped packet is worth one more try; a problem is an answer.
        retry: (failures, error) => failures < 1 && error instanceof Unreachable,
        retryDelay: 400,
      },
    },
  });
}

export interface AskOptions {
  readonly enabled?: boolean;
  /** Shows the answer before until the next is there, so that a change of period does not flash. */
  readonly keepBefore?: boolean;
  /** The answer holds words, so in another language it is another answer. */
  readonly hasWords?: boolean;
  /** Each asking is a look that the audit trail keeps, so coming back to the window is none. */
  readonly isLook?: boolean;
}

export interface Asked {
  /** When the answer came. */
  readonly at: number;
  /** The answer is still the one to what was asked before. */
  readonly changing: boolean;
  /** Asks anew; what is shown stays until the answer is there. */
  readonly again: () => void;
}

/** Asks for something the member zone shows, kept while the session lasts. */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  request?: Pick<Call<E>, "params" | "query">,
  { keepBefore = false, hasWords = false, isLook = false, ...options }: AskOptions = {},
): Load<z.output<E["answer"]>> & Asked {
  const { language } = useSpoken();
  const said = hasWords ? language : null;
  const query = useQuery({
    queryKey: [endpoint.name, request?.params ?? null, request?.query ?? null, said],
    queryFn: ({ signal }) => call(endpoint, { ...(request as Call<E>), signal }),
    ...options,
    ...(isLook && { refetchOnWindowFocus: false }),
    ...(keepBefore && { placeholderData: keepPreviousData }),
  });
  const { refetch } = query;
  const again = useCallback(() => void refetch(), [refetch]);
  const asked = { at: query.dataUpdatedAt, changing: query.isPlaceholderData, again };
  if (query.data !== undefined) return { state: "loaded", data: query.data, ...asked };
  if (query.isError && !query.isFetching) {
    return { state: "failed", error: query.error, retry: again, ...asked };
  }
  return { state: "loading", ...asked };
}

/** A list that comes by the page, as far as it was asked for. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  /** Asks for the page after the last; null where there is none. */
  readonly more: (() => void) | null;
}

/** Asks for a list page by page, each telling by `next` where the one after it begins. */
export function useAskPages<E extends Endpoint>(
  endpoint: E,
  request: Pick<Call<E>, "params" | "query">,
  cursor: string,
  { keepBefore = false, hasWords = false }: Pick<AskOptions, "keepBefore" | "hasWords"> = {},
): Load<Pages<z.output<E["answer"]>>> & Asked {
  const { language } = useSpoken();
  const said = hasWords ? language : null;
  const found = useInfiniteQuery({
    queryKey: [endpoint.name, request.params ?? null, request.query ?? null, said, "pages"],
    queryFn: ({ signal, pageParam }) => {
      const asked = { ...request.query, [cursor]: pageParam || undefined };
      return call(endpoint, { ...(request as Call<E>), query: asked, signal });
    },
    initialPageParam: "",
    getNextPageParam: (last) => (last as { readonly next: string }).next || null,
    ...(keepBefore && { placeholderData: keepPreviousData }),
  });
  const { refetch } = found;
  const again = useCallback(() => void refetch(), [refetch]);
  const asked = { at: found.dataUpdatedAt, changing: found.isPlaceholderData, again };
  if (found.data !== undefined) {
    const more = found.hasNextPage ? () => void found.fetchNextPage() : null;
    return { state: "loaded", data: { pages: found.data.pages, more }, ...asked };
  }
  if (found.isError && !found.isFetching) {
    return { state: "failed", error: found.error, retry: again, ...asked };
  }
  return { state: "loading", ...asked };
}

/** Makes what was answered before be asked again, once something of it was changed. */
export function useRenew(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const cache = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })));
  };
}
