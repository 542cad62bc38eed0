import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { asked, privacyRequest, privacySteps, refusalGrounds } from "./requests.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

const path = "/api/v1/privacy-requests";
const one = z.object({ id: fields.idParam });
const day = z.union([fields.day, z.literal("")]);

/** What of a member can be erased, each by itself. */
export const erasureParts = [
  "email",
  "postal-address",
  "next-of-kin",
  "residence",
  "mobile",
  "login",
  "name",
] as const;
export type ErasurePart = (typeof erasureParts)[number];

/** Why something cannot be erased yet. */
export const keptBecause = ["membership", "money", "law"] as const;

/** What the rules say of one part, on the day they are asked. */
export const erasable = z.object({
  part: z.enum(erasureParts),
  /** To be erased now, kept, or not there in the first place. */
  state: z.enum(["now", "kept", "empty"]),
  because: z.union([z.enum(keptBecause), z.literal("")]),
  /** Kept until this day; empty where that is not known yet. */
  until: day,
});

/** What is shown of a proposal before it is approved; an erasure has a line for each part. */
export const shownProposalFacts = ["current", "should-be", "part", "prepared-by"] as const;

const listed = z.object({
  ...privacyRequest.shape,
  memberNo: z.string(),
  fullName: z.string(),
  preparedBy: z.string(),
  /** Who recorded it: its member, or the person who does not give out its copy. */
  recordedBy: z.string(),
});

export const list = endpoint({
  name: "privacy-desk.list",
  method: "GET",
  path,
  summary: "Requests about personal data: those that are open by their last day, or the answered",
  audience: { kind: "staff", permission: "privacy.read" },
  params: fields.nothing,
  query: z.strictObject({
    tab: z.optional(z.enum(["open", "answered"], "field.invalid" satisfies FieldProblem)),
    after: z.optional(fields.idParam),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(listed),
    /** Of all that are open: how many there are, and how many are late. */
    open: z.int(),
    late: z.int(),
    next: z.string(),
  }),
  problems: ["invalid"],
});

/** One request with all that is needed to answer it. */
const whole = z.object({
  request: listed,
  /** Who did what, as the office is told it. */
  steps: z.array(
    z.object({
      step: z.enum(privacySteps),
      date: fields.day,
      time: z.string(),
      by: z.string(),
    }),
  ),
  /** What the register says of the detail that is to be corrected; empty for other requests. */
  current: z.string(),
  /** The day the member left the society; empty for who has not. */
  leftOn: day,
  erasable: z.array(erasable),
  /** What was chosen to be erased, while it waits to be approved. */
  proposed: z.array(z.enum(erasureParts)),
  /** The change of contact details that was asked for it; empty where there is none. */
  contactChange: z.object({ id: z.string(), state: z.string() }),
  /** What an approval would do, and its digest, which the approval sends back. */
  shown: z.array(z.object({ name: z.enum(shownProposalFacts), value: z.string() })),
  shownDigest: z.string(),
});

export const request = endpoint({
  name: "privacy-desk.request",
  method: "GET",
  path: `${path}/:id`,
  summary: "One request: what is asked, by when, and what the rules say",
  audience: { kind: "staff", permission: "privacy.read" },
  params: one,
  body: fields.nothing,
  answer: whole,
  problems: ["no-such-request"],
  idempotency: "none",
});

export const record = endpoint({
  name: "privacy-desk.record",
  method: "POST",
  path,
  summary: "Take in a request that came on paper, on the day it came",
  audience: { kind: "staff", permission: "privacy.handle" },
  params: fields.nothing,
  body: z.strictObject({
    memberNo: fields.memberNo,
    receivedOn: fields.dayParam,
    ...asked,
  }),
  answer: whole,
  status: 201,
  problems: ["no-such-member", "request-open", "own-listing", "invalid"],
});

const step = { method: "POST", params: one, answer: whole, status: 201 } as const;
const handle = { kind: "staff", permission: "privacy.handle" } as const;
const approve = { kind: "staff", permission: "privacy.approve" } as const;
const stepProblems = ["no-such-request", "request-state", "own-listing", "invalid"] as const;

export const start = endpoint({
  ...step,
  name: "privacy-desk.start",
  path: `${path}/:id/start`,
  summary: "Begin to work on a request; its member sees that",
  audience: handle,
  body: z.strictObject({}),
  problems: stepProblems,
});

export const contactChange = endpoint({
  ...step,
  name: "privacy-desk.contactChange",
  path: `${path}/:id/contact-change`,
  summary: "Ask for the change of a number or an e-mail that somebody else approves",
  audience: handle,
  body: z.strictObject({}),
  problems: [...stepProblems, "payout-held", "change-held"],
});

export const proposal = endpoint({
  ...step,
  name: "privacy-desk.proposal",
  path: `${path}/:id/proposal`,
  summary: "Propose to correct the register as asked, or what to erase, for somebody else",
  audience: handle,
  body: z.strictObject({
    /** What is to be erased; left out for a correction. */
    parts: z.optional(z.array(z.enum(erasureParts)).check(z.maxLength(erasureParts.length))),
  }),
  problems: [...stepProblems, "erasure-kept"],
});

export const approval = endpoint({
  ...step,
  name: "privacy-desk.approval",
  path: `${path}/:id/approval`,
  summary: "Approve what somebody else proposed, and do it, all at once",
  audience: approve,
  body: z.strictObject({ answer: fields.reasonGiven, shownDigest: fields.shownDigest }),
  problems: [
    ...stepProblems,
    "privacy-two-people",
    "erasure-kept",
    "details-taken",
    "shown-changed",
  ],
});

export const sendingBack = endpoint({
  ...step,
  name: "privacy-desk.sendingBack",
  path: `${path}/:id/sending-back`,
  summary: "Send a proposal back to whoever made it",
  audience: approve,
  body: z.strictObject({}),
  problems: stepProblems,
});

export const answer = endpoint({
  ...step,
  name: "privacy-desk.answer",
  path: `${path}/:id/answer`,
  summary: "Answer a request for which nothing is changed here, or whose change is in force",
  audience: handle,
  body: z.strictObject({ answer: fields.reasonGiven }),
  problems: [...stepProblems, "request-waits"],
});

export const rejectRequest = endpoint({
  ...step,
  name: "privacy-desk.rejectRequest",
  path: `${path}/:id/refusal`,
  summary: "Refuse a request, on a ground of the law and in words its member reads",
  audience: handle,
  body: z.strictObject({
    ground: z.enum(refusalGrounds, "field.required" satisfies FieldProblem),
    answer: fields.reasonGiven,
  }),
  problems: stepProblems,
});
