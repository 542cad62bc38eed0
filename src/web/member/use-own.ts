import type * as z from "zod/mini";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Call } from "#web/lib/api.ts";
import type { Load } from "#web/lib/loading.ts";
import { type RequestOptions, useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";

/** A call whose path has the number of a member. */
type OfMember = Endpoint<z.ZodMiniType<{ memberNo: MemberNo }>>;

/** Requests a call about the signed-in member. */
export function useOwn<E extends OfMember>(endpoint: E, options?: RequestOptions) {
  const params = { memberNo: useSessionState().session?.memberNo ?? "" };
  return useRequest(endpoint, { params } as Call<E>, options);
}

/** The rows of an answer that could not be loaded. */
export const notLoaded: readonly never[] = [];

/** Returns the rows of an answer: null while it is loading, `notLoaded` if it failed. */
export function rowsOf<Data, Row>(
  load: Load<Data>,
  read: (data: Data) => readonly Row[],
): readonly Row[] | null {
  if (load.state === "loading") return null;
  return load.state === "loaded" ? read(load.data) : notLoaded;
}
