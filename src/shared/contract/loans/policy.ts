import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { policy } from "./instant-loans.ts";

/** The states of a policy; `replaced` and `cancelled` ones were never in force. */
export const policyStates = ["to-come", "in-force", "past", "replaced", "cancelled"] as const;
export type PolicyState = (typeof policyStates)[number];

/** The person and time of a change, as staff see it. */
const done = {
  /** A member of staff by name; empty where no staff did it. */
  by: z.string(),
  date: fields.day,
  /** Hours and minutes in Nairobi. */
  time: z.string(),
};

export const policies = endpoint({
  name: "loan-policy.list",
  method: "GET",
  path: "/api/v1/instant-loans/policies",
  summary: "Lists loan policies, past, current and future, with their authors and dates",
  audience: { kind: "staff", permission: "loans.read" },
  subject: "call",
  answer: z.object({
    /** Today in Nairobi. */
    today: fields.day,
    /** The newest policy that was set; the next one must name it. */
    newest: z.string(),
    /** Latest date first, at most a hundred. */
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
  summary: "Cancels a policy that is not yet in force and restores the one it had replaced",
  audience: { kind: "staff", permission: "loans.policy" },
  params: office.byId,
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
  summary: "Lists members barred from borrowing, and those last removed from the list",
  audience: { kind: "staff", permission: "loans.blacklist" },
  subject: "call",
  query: z.strictObject({
    /** The number after which to continue. */
    after: z.optional(fields.memberNoParam),
  }),
  answer: z.object({
    /** By member number, fifty at a time. */
    rows: z.array(z.object(listed)),
    /** The cursor of the next page; empty at the end. */
    next: z.string(),
    /** The last twenty, newest first. */
    removed: z.array(z.object({ ...listed, removed: z.object({ ...done, reason: z.string() }) })),
  }),
  problems: ["invalid"],
});

export const listMember = endpoint({
  name: "loan-policy.listMember",
  method: "POST",
  path: "/api/v1/instant-loans/blacklist",
  summary: "Bars a member from borrowing until further notice",
  audience: { kind: "staff", permission: "loans.blacklist" },
  body: z.strictObject({ memberNo: fields.memberNo, reason: office.longReason }),
  answer: z.object(listed),
  status: 201,
  problems: ["no-such-member", "already-listed", "own-listing", "invalid"],
});

export const removeMember = endpoint({
  name: "loan-policy.removeMember",
  method: "POST",
  path: "/api/v1/instant-loans/blacklist/:memberNo/removal",
  summary: "Removes a member from the list of those barred from borrowing",
  audience: { kind: "staff", permission: "loans.blacklist" },
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({ reason: office.longReason }),
  answer: z.object({ memberNo: z.string() }),
  status: 201,
  problems: ["not-listed", "own-listing", "invalid"],
});
