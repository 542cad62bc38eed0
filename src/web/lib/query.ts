import {
  type InvalidateQueryFilters,
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
import { ProblemAnswer, Unreachable } from "./failure.ts";
import type { Language } from "#shared/language.ts";
import { useSpoken } from "./language.ts";
import type { Load } from "./loading.ts";

const FRESH_MS = 30_000;

/** The longest wait, in seconds, after which a read that came too early is made again by itself. */
const LONGEST_WAIT_S = 5;

/** Returns in how many seconds a read is made again that came too early; 0 for another failure. */
export function shortWait(error: unknown): number {
  const details = error instanceof ProblemAnswer && error.details;
  if (!details || details.status !== 429) return 0;
  const { retryAfter } = details;
  return retryAfter && retryAfter <= LONGEST_WAIT_S ? retryAfter : 0;
}

/**
 * Cancels calls in progress when data changes, because their answers may be out of date. The
 * library does so only if there is already an answer, and would keep a page's first one as fresh.
 */
class Answers extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters): Promise<void> {
    const type = filters?.refetchType === "none" ? "inactive" : "all";
    void this.cancelQueries({ ...filters, type });
    return super.invalidateQueries(filters);
  }
}

/** The cache of one session. It is dropped with the session, so no member's data outlives it. */
export function newCache(): QueryClient {
  return new Answers({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Answers that are not on the screen can still be read without a connection.
        gcTime: Number.POSITIVE_INFINITY,
        networkMode: "always",
        // After a network failure it retries once; a problem is an answer.
        retry: (failures, error) =>
          failures < (shortWait(error) ? 5 : error instanceof Unreachable ? 1 : 0),
        // Several wait for the same limit, which lets them through one by one.
        retryDelay: (failures, error) => (shortWait(error) || 0.4) * (failures + 1) * 1000,
      },
      // The person who acts decides whether to try again.
      mutations: { networkMode: "always", retry: false },
    },
  });
}

export interface RequestOptions {
  readonly enabled?: boolean;
  /**
   * Shows the previous answer until the next arrives, so that changing the period does not flash.
   */
  readonly keepBefore?: boolean;
  /** The answer contains texts, so the language is part of its key. */
  readonly hasWords?: boolean;
  /**
   * Each request is an access that the audit log records, so returning to the window sends none.
   */
  readonly isAccess?: boolean;
  /** The page's "As at" leaves the answer out, such as the name above a statement. */
  readonly isAside?: boolean;
}

export interface Asked {
  /** When the answer arrived. */
  readonly at: number;
  /** The answer shown still belongs to the previous request. */
  readonly changing: boolean;
  /** Requests it again; the current answer stays until the new one arrives. */
  readonly again: () => void;
}

/**
 * Returns the key under which an answer is cached, which begins with its address, and the call that
 * brings it.
 */
export function queryOf<E extends Endpoint>(
  endpoint: E,
  request?: Pick<Call<E>, "params" | "query">,
  spoken: Language | null = null,
) {
  return {
    queryKey: [endpoint.path, request?.params ?? null, request?.query ?? null, spoken] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      call(endpoint, { ...(request as Call<E>), signal }),
  };
}

/** Requests data for the member zone and caches it for the session. */
export function useRequest<E extends Endpoint>(
  endpoint: E,
  request?: Pick<Call<E>, "params" | "query">,
  {
    keepBefore = false,
    hasWords = false,
    isAccess = false,
    isAside = false,
    ...options
  }: RequestOptions = {},
): Load<z.output<E["answer"]>> & Asked {
  const { language } = useSpoken();
  const query = useQuery({
    ...queryOf(endpoint, request, hasWords ? language : null),
    ...options,
    meta: { isAside },
    ...(isAccess && { refetchOnWindowFocus: false }),
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

/** A paged list, as far as it has been loaded. */
export interface Pages<Page> {
  readonly pages: readonly Page[];
  /** Requests the next page; null where there is none. */
  readonly more: (() => void) | null;
}

/** Requests a list page by page; `next` of each page says where the following one begins. */
export function usePagedRequest<E extends Endpoint>(
  endpoint: E,
  request: Pick<Call<E>, "params" | "query">,
  cursor: string,
  { keepBefore = false, hasWords = false }: Pick<RequestOptions, "keepBefore" | "hasWords"> = {},
): Load<Pages<z.output<E["answer"]>>> & Asked {
  const { language } = useSpoken();
  const spoken = hasWords ? language : null;
  const found = useInfiniteQuery({
    queryKey: [endpoint.path, request.params ?? null, request.query ?? null, spoken, "pages"],
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

/** Invalidates cached answers after a change, so that they are requested again. */
export function useRenew(): (...endpoints: readonly Endpoint[]) => Promise<void> {
  const cache = useQueryClient();
  return async (...endpoints) => {
    await Promise.all(endpoints.map(({ path }) => cache.invalidateQueries({ queryKey: [path] })));
  };
}
