import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import * as fields from "./fields.ts";

/** So many of a list are counted at most; more are told as more. */
export const MOST_COUNTED = 1000;

const count = z.int().check(z.minimum(0), z.maximum(MOST_COUNTED));

/** Those of a list that wait for the office, and how many of them are past their day. */
const dated = { waiting: count, late: count };

export const counts = endpoint({
  name: "waiting-work.counts",
  method: "GET",
  path: "/api/v1/waiting-work",
  summary: "How much waits for the office, of each list that the asker may open; null of others",
  // Numbers of nobody's: none of it is a look, so it needs no permission of its own.
  audience: { kind: "colleague" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.strictObject({
    loans: z.nullable(z.strictObject({ toDecide: count, toPayOut: count })),
    payouts: z.nullable(z.strictObject({ waiting: count, exceptions: count })),
    cases: z.nullable(z.strictObject(dated)),
    contactChanges: z.nullable(z.strictObject({ waiting: count })),
    exits: z.nullable(z.strictObject(dated)),
    /** Steps that take two people and that the asker may decide. */
    approvals: z.nullable(z.strictObject({ waiting: count })),
    /** With the days that the law leaves for the first of them; null where none waits. */
    privacy: z.nullable(z.strictObject({ ...dated, daysLeft: z.nullable(z.int()) })),
  }),
  reads: "one-statement",
});
