import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { fullName as kinName, residence } from "./registration.ts";

/** How far a change of contact details is. */
export const changeStates = ["requested", "approved", "in-force", "rejected", "cancelled"] as const;

/** How staff made sure who asks. */
export const identifications = ["id-card", "passport", "known", "call-back"] as const;
export type Identification = (typeof identifications)[number];

/** How changes are looked at: those to approve, those in their 72 hours, those that are over. */
export const changeTabs = ["waiting", "held", "done"] as const;
export type ChangeTab = (typeof changeTabs)[number];

const path = "/api/v1/contact-changes";
const one = z.object({ id: fields.idParam });

const change = z.object({
  id: z.string(),
  memberNo: z.string(),
  fullName: z.string(),
  /**
   * The number on the register when it was asked for, masked, and the one asked for, in full: who
   * approves calls it. What is not to change is empty.
   */
  oldMobileNo: z.string(),
  mobileNo: z.string(),
  oldEmail: z.string(),
  email: z.string(),
  residence: z.string(),
  nextOfKin: z.array(z.string()),
  state: z.enum(changeStates),
  askedBy: z.string(),
  askedAt: z.string(),
  reason: z.string(),
  /** Empty where the member asked at sign-up, with a code. */
  identifiedBy: z.union([z.enum(identifications), z.literal("")]),
  approvedBy: z.string(),
  /** When it comes into force; empty before it is approved. */
  heldUntil: z.string(),
  endedBy: z.string(),
  endedBecause: z.string(),
  /** When it came into force or was called off; empty before. */
  overAt: z.string(),
});

export const list = endpoint({
  name: "contacts.list",
  method: "GET",
  path,
  summary: "Changes of contact details: a tab from its oldest, those that are over from the latest",
  audience: { kind: "staff", permission: "contacts.read" },
  params: fields.nothing,
  query: z.strictObject({
    tab: z.optional(z.enum(changeTabs, "field.invalid")),
    after: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(change),
    next: z.string(),
    /** How many wait and how many are held; so many at most are counted. */
    waiting: z.int(),
    held: z.int(),
  }),
  problems: ["invalid"],
});

export const request = endpoint({
  name: "contacts.request",
  method: "POST",
  path,
  summary: "Ask for other contact details of a member, in place of what was asked before",
  audience: { kind: "staff", permission: "contacts.request" },
  params: fields.nothing,
  body: z.strictObject({
    memberNo: fields.memberNo,
    mobileNo: z.optional(fields.mobileNo),
    email: z.optional(fields.email),
    residence: z.optional(residence),
    /** All of them, in order, in the place of those there are. */
    nextOfKin: z.optional(z.array(kinName).check(z.minLength(1), z.maxLength(3))),
    identifiedBy: z.enum(identifications, "field.required"),
    reason: fields.reasonGiven,
  }),
  answer: change,
  status: 201,
  problems: ["no-such-member", "own-membership", "payout-held", "change-held", "invalid"],
});

const step = {
  method: "POST",
  params: one,
  answer: change,
  status: 201,
} as const;

export const approval = endpoint({
  ...step,
  name: "contacts.approval",
  path: `${path}/:id/approval`,
  summary: "Approve a change that somebody else asked for; it is held for 72 hours",
  audience: { kind: "staff", permission: "contacts.approve" },
  body: z.strictObject({}),
  problems: [
    "no-such-change",
    "change-state",
    "change-held",
    "change-two-people",
    "details-taken",
    "own-membership",
    "payout-held",
    "invalid",
  ],
});

export const rejection = endpoint({
  ...step,
  name: "contacts.rejection",
  path: `${path}/:id/rejection`,
  summary: "Reject a change that was asked for, with the reason",
  audience: { kind: "staff", permission: "contacts.approve" },
  body: z.strictObject({ reason: fields.reasonGiven }),
  problems: ["no-such-change", "change-state", "own-membership", "invalid"],
});

export const cancellation = endpoint({
  ...step,
  name: "contacts.cancellation",
  path: `${path}/:id/cancellation`,
  summary: "Cancel a change at any time before it is in force, as when its member calls",
  audience: { kind: "staff", permission: "contacts.cancel" },
  body: z.strictObject({ reason: fields.reasonGiven }),
  problems: ["no-such-change", "change-state", "own-membership", "invalid"],
});
