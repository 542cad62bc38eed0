import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { asked, privacyRequest, privacySteps, refusalGrounds } from "./requests.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

const path = "/api/v1/privacy-requests";
const day = z.union([fields.day, z.literal("")]);

/** The parts of a member's data that can be erased separately. */
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

/** Why a part cannot be erased yet. */
export const keptBecause = ["membership", "money", "law"] as const;

/** The state of one part under the retention rules, on the current day. */
export const erasable = z.object({
  part: z.enum(erasureParts),
  /** Erasable now, kept, or absent. */
  state: z.enum(["now", "kept", "empty"]),
  because: z.union([z.enum(keptBecause), z.literal("")]),
  /** Kept until this day; empty where it is not known yet. */
  until: day,
});

/** The facts of a proposal before its approval; an erasure has a line for each part. */
export const shownProposalFacts = ["current", "should-be", "part", "prepared-by"] as const;

const listed = z.object({
  ...privacyRequest.shape,
  memberNo: z.string(),
  fullName: z.string(),
  preparedBy: z.string(),
  /** The member, or the person who recorded it and therefore may not hand out the copy. */
  recordedBy: z.string(),
});

export const list = endpoint({
  name: "privacy-desk.list",
  method: "GET",
  path,
  summary: "Lists personal-data requests: open ones by due date, or answered ones",
  audience: { kind: "staff", permission: "privacy.read" },
  subject: "call",
  query: z.strictObject({
    tab: z.optional(z.enum(["open", "answered"], "field.invalid" satisfies FieldProblem)),
    after: z.optional(fields.idParam),
  }),
  answer: z.object({
    rows: z.array(listed),
    /** The number of open requests, and of late ones. */
    open: z.int(),
    late: z.int(),
    next: z.string(),
  }),
  problems: ["invalid"],
});

/** A request with everything needed to answer it. */
const whole = z.object({
  request: listed,
  /** The actor and time of a step, as staff see it. */
  steps: z.array(
    z.object({
      step: z.enum(privacySteps),
      date: fields.day,
      time: z.string(),
      by: z.string(),
    }),
  ),
  /** The current value of the detail to be corrected; empty for other requests. */
  current: z.string(),
  /** The day the member left the society; empty for a current member. */
  leftOn: day,
  erasable: z.array(erasable),
  /** The parts chosen for erasure, while they wait for approval. */
  proposed: z.array(z.enum(erasureParts)),
  /** The change of contact details requested for it; empty where there is none. */
  contactChange: z.object({ id: z.string(), state: z.string() }),
  /** The facts of an approval, and their digest, which the approval sends back. */
  shown: z.array(z.object({ name: z.enum(shownProposalFacts), value: z.string() })),
  shownDigest: z.string(),
});

export const request = endpoint({
  name: "privacy-desk.request",
  method: "GET",
  path: `${path}/:id`,
  summary: "Returns a request with its due date and what the retention rules allow",
  audience: { kind: "staff", permission: "privacy.read" },
  subject: "call",
  params: office.byId,
  answer: whole,
  problems: ["no-such-request"],
  idempotency: "none",
});

export const record = endpoint({
  name: "privacy-desk.record",
  method: "POST",
  path,
  summary: "Records a request that came on paper, with the date it came",
  audience: { kind: "staff", permission: "privacy.handle" },
  body: z.strictObject({
    memberNo: fields.memberNo,
    receivedOn: fields.dayParam,
    ...asked,
  }),
  answer: whole,
  status: 201,
  problems: ["no-such-member", "request-open", "own-listing", "invalid"],
});

const step = { method: "POST", params: office.byId, answer: whole, status: 201 } as const;
const handle = { kind: "staff", permission: "privacy.handle" } as const;
const approve = { kind: "staff", permission: "privacy.approve" } as const;
const stepProblems = ["no-such-request", "request-state", "own-listing", "invalid"] as const;

export const start = endpoint({
  ...step,
  name: "privacy-desk.start",
  path: `${path}/:id/start`,
  summary: "Starts work on a request, which its member sees",
  audience: handle,
  body: z.strictObject({}),
  problems: stepProblems,
});

export const contactChange = endpoint({
  ...step,
  name: "privacy-desk.contactChange",
  path: `${path}/:id/contact-change`,
  summary: "Requests a change of number or e-mail, which another person approves",
  audience: handle,
  body: z.strictObject({}),
  problems: [...stepProblems, "payout-held", "change-held"],
});

export const proposal = endpoint({
  ...step,
  name: "privacy-desk.proposal",
  path: `${path}/:id/proposal`,
  summary: "Proposes a correction of the register or an erasure, which another person approves",
  audience: handle,
  body: z.strictObject({
    /** The parts to erase; left out for a correction. */
    parts: z.optional(z.array(z.enum(erasureParts)).check(z.maxLength(erasureParts.length))),
  }),
  problems: [...stepProblems, "erasure-kept"],
});

export const approval = endpoint({
  ...step,
  name: "privacy-desk.approval",
  path: `${path}/:id/approval`,
  summary: "Approves another person's proposal and carries it out at once",
  audience: approve,
  body: z.strictObject({ answer: office.reasonGiven, shownDigest: office.shownDigest }),
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
  summary: "Returns a proposal to the person who made it",
  audience: approve,
  body: z.strictObject({}),
  problems: stepProblems,
});

export const answer = endpoint({
  ...step,
  name: "privacy-desk.answer",
  path: `${path}/:id/answer`,
  summary: "Answers a request that changes nothing here, or whose change is in force",
  audience: handle,
  body: z.strictObject({ answer: office.reasonGiven }),
  problems: [...stepProblems, "request-waits"],
});

export const rejectRequest = endpoint({
  ...step,
  name: "privacy-desk.rejectRequest",
  path: `${path}/:id/refusal`,
  summary: "Rejects a request, with a legal ground and an explanation for its member",
  audience: handle,
  body: z.strictObject({
    ground: z.enum(refusalGrounds, "field.required" satisfies FieldProblem),
    answer: office.reasonGiven,
  }),
  problems: stepProblems,
});
