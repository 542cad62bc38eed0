import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { fullName as kinName, residence } from "./registration.ts";

/** The states of a change of contact details. */
export const changeStates = ["requested", "approved", "in-force", "rejected", "cancelled"] as const;

/** How staff verified the member's identity. */
export const identifications = ["id-card", "passport", "known", "call-back"] as const;
export type Identification = (typeof identifications)[number];

/** The tabs of changes: to approve, in their 72-hour hold, and ended. */
export const changeTabs = ["waiting", "held", "done"] as const;
export type ChangeTab = (typeof changeTabs)[number];

const path = "/api/v1/contact-changes";
const change = z.object({
  id: z.string(),
  memberNo: z.string(),
  fullName: z.string(),
  /**
   * The number on the register at the time of the request, masked, and the requested one in full:
   * the approver calls it. A field that does not change is empty.
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
  /** Empty where the member requested it at sign-up with a code. */
  identifiedBy: z.union([z.enum(identifications), z.literal("")]),
  approvedBy: z.string(),
  /** When it takes effect; empty before approval. */
  heldUntil: z.string(),
  endedBy: z.string(),
  endedBecause: z.string(),
  /** When it took effect or was cancelled; empty before. */
  overAt: z.string(),
});

export const list = endpoint({
  name: "contacts.list",
  method: "GET",
  path,
  summary: "Lists changes of contact details: open ones oldest first, ended ones latest first",
  audience: { kind: "staff", permission: "contacts.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(changeTabs, "field.invalid")),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    rows: z.array(change),
    next: z.string(),
    /** The number of waiting and of held changes, up to this limit. */
    waiting: z.int(),
    held: z.int(),
  }),
  problems: ["invalid"],
});

export const request = endpoint({
  name: "contacts.request",
  method: "POST",
  path,
  summary: "Requests new contact details of a member, which replaces an earlier request",
  audience: { kind: "staff", permission: "contacts.request" },
  body: z.strictObject({
    memberNo: fields.memberNo,
    mobileNo: z.optional(fields.mobileNo),
    email: z.optional(fields.email),
    residence: z.optional(residence),
    /** All next of kin, in order; they replace the existing ones. */
    nextOfKin: z.optional(z.array(kinName).check(z.minLength(1), z.maxLength(3))),
    identifiedBy: z.enum(identifications, "field.required"),
    reason: office.reasonGiven,
  }),
  answer: change,
  status: 201,
  problems: ["no-such-member", "own-membership", "payout-held", "change-held", "invalid"],
});

const step = {
  method: "POST",
  params: office.byId,
  answer: change,
  status: 201,
} as const;

export const approval = endpoint({
  ...step,
  name: "contacts.approval",
  path: `${path}/:id/approval`,
  summary: "Approves a change requested by another person, which is then held for 72 hours",
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
  summary: "Rejects a requested change, with the reason",
  audience: { kind: "staff", permission: "contacts.approve" },
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: ["no-such-change", "change-state", "own-membership", "invalid"],
});

export const cancellation = endpoint({
  ...step,
  name: "contacts.cancellation",
  path: `${path}/:id/cancellation`,
  summary: "Cancels a change before it takes effect, for example when the member calls",
  audience: { kind: "staff", permission: "contacts.cancel" },
  body: z.strictObject({ reason: office.reasonGiven }),
  problems: ["no-such-change", "change-state", "own-membership", "invalid"],
});
