import { keepPreviousData, QueryClient, useQuery } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/endpoint.ts";
import { type Call, call } from "./api.ts";
import { Unreachable } from "./failure.ts";
import type { Load } from "./loading.ts";

const FRESH_MS = 30_000;

/** A cache for one session; it goes with it, so that nothing of a member outlives their stay. */
export function newCache(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: "always",
        // A dropped packet is worth one more try; a refusal is an answer.
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
}

export interface Asked {
  /** When the answer came. */
  readonly at: number;
  /** The answer is still the one to what was asked before. */
  readonly changing: boolean;
}

/** Asks for something the member zone shows, kept while the session lasts. */
export function useAsk<E extends Endpoint>(
  endpoint: E,
  request?: Pick<Call<E>, "params" | "query">,
  { keepBefore = false, ...options }: AskOptions = {},
): Load<z.output<E["answer"]>> & Asked {
  const query = useQuery({
    queryKey: [endpoint.name, request?.params ?? null, request?.query ?? null],
    queryFn: ({ signal }) => call(endpoint, { ...(request as Call<E>), signal }),
    ...options,
    ...(keepBefore && { placeholderData: keepPreviousData }),
  });
  const asked = { at: query.dataUpdatedAt, changing: query.isPlaceholderData };
  if (query.data !== undefined) return { state: "loaded", data: query.data, ...asked };
  if (query.isError && !query.isFetching) {
    return { state: "failed", error: query.error, retry: () => void query.refetch(), ...asked };
  }
  return { state: "loading", ...asked };
}
