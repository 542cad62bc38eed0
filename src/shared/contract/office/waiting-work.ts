import * as z from "zod/mini";
import { type WaitingKind, waitingKindNames } from "#shared/waiting-kinds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";

/** The highest count of a kind; a larger number is reported as more. */
export const MAX_COUNTED = 1000;

const count = z.int().check(z.minimum(0), z.maximum(MAX_COUNTED));

const waiting = z.strictObject({
  waiting: count,
  /** How many of them are overdue; 0 for kinds without a deadline. */
  late: count,
  /** The days left of the legal deadline of the first one; null where there is no such deadline. */
  daysLeft: z.nullable(z.int()),
});

const nullable = z.nullable(waiting);

export const counts = endpoint({
  name: "waiting-work.counts",
  method: "GET",
  path: "/api/v1/waiting-work",
  summary: "Counts waiting work of each kind that the requester may see; null for other kinds",
  // Contains no member data, so it is not a logged access and needs no permission.
  audience: { kind: "any-staff" },
  answer: z.strictObject(
    Object.fromEntries(waitingKindNames.map((kind) => [kind, nullable])) as Record<
      WaitingKind,
      typeof nullable
    >,
  ),
  reads: "one-statement",
});
