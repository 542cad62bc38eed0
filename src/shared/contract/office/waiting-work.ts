import * as z from "zod/mini";
import { type WaitingKind, waitingKindNames } from "#shared/waiting-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** So many of a kind are counted at most; more are told as more. */
export const MOST_COUNTED = 1000;

const count = z.int().check(z.minimum(0), z.maximum(MOST_COUNTED));

const waiting = z.strictObject({
  waiting: count,
  /** How many of them are past their day; 0 where a kind has none. */
  late: count,
  /** The days that the law leaves for the first of them; null where it sets none. */
  daysLeft: z.nullable(z.int()),
});

const nullable = z.nullable(waiting);

export const counts = endpoint({
  name: "waiting-work.counts",
  method: "GET",
  path: "/api/v1/waiting-work",
  summary: "How much waits for the office, of each kind that the requester may see; null of others",
  // Numbers about nobody: none of it is an access to a record, so it needs no permission.
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.strictObject(
    Object.fromEntries(waitingKindNames.map((kind) => [kind, nullable])) as Record<
      WaitingKind,
      typeof nullable
    >,
  ),
  reads: "one-statement",
});
