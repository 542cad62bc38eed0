import { useCallback, useEffect, useState } from "react";
import type * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Call, call } from "./api.ts";

/** The state of a request made by a screen. */
export type Load<T> =
  | { readonly state: "loading" }
  | { readonly state: "failed"; readonly error: unknown; readonly retry: () => void }
  | { readonly state: "loaded"; readonly data: T };

/** Requests data once for a public page, which does not load the member zone's cache. */
export function useRequestOnce<E extends Endpoint>(
  endpoint: E,
  request?: Call<E>,
): Load<z.output<E["answer"]>> {
  const [load, setLoad] = useState<Load<z.output<E["answer"]>>>({ state: "loading" });
  const [round, setRound] = useState(0);
  const retry = useCallback(() => {
    setLoad({ state: "loading" });
    setRound((before) => before + 1);
  }, []);
  // `round` is part of the request, so that a retry sends it again.
  const asked = JSON.stringify({ request: request ?? {}, round });
  useEffect(() => {
    const stop = new AbortController();
    call(endpoint, {
      ...(JSON.parse(asked) as { request: Call<E> }).request,
      signal: stop.signal,
    }).then(
      (data) => stop.signal.aborted || setLoad({ state: "loaded", data }),
      (error: unknown) => stop.signal.aborted || setLoad({ state: "failed", error, retry }),
    );
    return () => stop.abort();
  }, [endpoint, asked, retry]);
  return load;
}
