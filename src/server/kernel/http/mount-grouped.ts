import type * as z from "zod/mini";
import { CommitGroup, type GroupOptions } from "#server/kernel/platform/commit-group.ts";
import { actorName } from "./actor.ts";
import { admit, type AnyEndpoint, answerWith, type Call, type Mounted } from "./mount.ts";

interface Grouped<E extends AnyEndpoint, Item> extends Omit<GroupOptions<Item>, "actor"> {
  /** Reads what a call writes; throws the problem with it. */
  readonly read: (call: Call<E>) => Item;
  readonly answer: z.infer<E["answer"]>;
}

/**
 * Mounts a write by callers without a session that arrives many at a time: waiting requests share a
 * unit of work. Each is answered once it is committed, and rejected only for its own problem.
 */
export function mountGrouped<E extends AnyEndpoint, Item>(
  endpoint: E,
  { read, answer, ...options }: Grouped<E, Item>,
): Mounted {
  if (endpoint.audience.kind !== "anyone" || endpoint.idempotency !== "none") {
    throw new Error(`${endpoint.name} has a session or an idempotency key`);
  }
  const group = new CommitGroup({ ...options, actor: actorName({ kind: "anyone" }) });
  return {
    endpoint,
    serve: async (services, request) => {
      const { call } = await admit(services, endpoint, request);
      await group.join(services.database, read(call));
      return answerWith(services, endpoint, call, answer);
    },
  };
}
