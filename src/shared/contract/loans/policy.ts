import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { policy } from "./instant-loans.ts";

/** How a policy stands: `replaced` and `cancelled` ones never began to hold. */
export const policyStates = ["to-come", "in-force", "past", "replaced", "cancelled"] as const;
export type PolicyState = (typeof policyStates)[number];

/** Who did something and when, as the office reads it. */
const done = {
  /** A member of staff by name; empty where nobody of the office did. */
  by: z.string(),
  date: fields.day,
  /** Hours and minutes in Nairobi. */
  time: z.string(),
};

const reason = z
  .string("field.required")
  .check(z.trim(), z.minLength(1, "field.required"), z.maxLength(300, "field.invalid"));

export const policies = endpoint({
  name: "loan-policy.list",
  method: "GET",
  path: "/api/v1/instant-loans/policies",
  summary: "What instant loans cost and asked before, do now and will, with who set it and when",
  audience: { kind: "staff", permission: "loans.read" },
  params: fields.nothing,
  body: fields.nothing,
  answer: z.object({
    /** Today in Nairobi. */
    today: fields.day,
    /** The newest that was set, which the next one names as the one it follows. */
    newest: z.string(),
    /** The latest day first, a hundred at most. */
    rows: z.array(
      z.object({
        id: z.string(),
        state: z.enum(policyStates),
        policy,
        set: z.object(done),
        cancelled: z.optional(z.object(done)),
      }),
    ),
  }),
});

export const cancelPolicy = endpoint({
  name: "loan-policy.cancel",
  method: "POST",
  path: "/api/v1/instant-loans/policies/:id/cancellation",
  summary: "Take back what was set for a day to come, and what it had replaced for that day",
  audience: { kind: "staff", permission: "loans.policy" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object({ id: z.string(), state: z.literal("cancelled") }),
  status: 201,
  problems: ["policy-begun"],
});

const listed = {
  memberNo: z.string(),
  member: z.string(),
  reason: z.string(),
  listed: z.object(done),
};

export const blacklist = endpoint({
  name: "loan-policy.blacklist",
  method: "GET",
  path: "/api/v1/instant-loans/blacklist",
  summary: "Members whom the society lends nothing just now, and the last who were taken off",
  audience: { kind: "staff", permission: "loans.blacklist" },
  params: fields.nothing,
  query: z.strictObject({
    /** The number after which to go on. */
    after: z.optional(fields.memberNoParam),
  }),
  body: fields.nothing,
  answer: z.object({
    /** In order of their numbers, fifty at a time. */
    rows: z.array(z.object(listed)),
    /** Where the next fifty begin; empty at the end. */
    next: z.string(),
    /** The last twenty, the newest first. */
    removed: z.array(z.object({ ...listed, removed: z.object({ ...done, reason: z.string() }) })),
  }),
  problems: ["invalid"],
});

export const listMember = endpoint({
  name: "loan-policy.listMember",
  method: "POST",
  path: "/api/v1/instant-loans/blacklist",
  summary: "Lend a member nothing until further notice",
  audience: { kind: "staff", permission: "loans.blacklist" },
  params: fields.nothing,
  body: z.strictObject({ memberNo: fields.memberNo, reason }),
  answer: z.object(listed),
  status: 201,
  problems: ["no-such-member", "already-listed", "own-listing", "invalid"],
});

export const removeMember = endpoint({
  name: "loan-policy.removeMember",
  method: "POST",
  path: "/api/v1/instant-loans/blacklist/:memberNo/removal",
  summary: "Take a member off the list of those who are lent nothing",
  audience: { kind: "staff", permission: "loans.blacklist" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({ reason }),
  answer: z.object({ memberNo: z.string() }),
  status: 201,
  problems: ["not-listed", "own-listing", "invalid"],
});
