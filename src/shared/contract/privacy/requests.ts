import * as z from "zod/mini";
import { privacyKinds } from "#shared/privacy-deadline.ts";
import { retained, retentionUnits } from "#shared/retention-bounds.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";

/** The states of a request. */
export const privacyStates = [
  "received",
  "in-progress",
  "proposed",
  "done",
  "refused",
  "withdrawn",
] as const;
export type PrivacyState = (typeof privacyStates)[number];

/** The details of the register that a member may ask to have corrected. */
export const privacyDetails = [
  "name",
  "name-parts",
  "national-id",
  "payroll-no",
  "kra-pin",
  "sex",
  "next-of-kin",
  "postal-address",
  "mobile",
  "email",
] as const;
export type PrivacyDetail = (typeof privacyDetails)[number];

/**
 * The legal grounds on which a request may be rejected. The same are in a check of
 * `privacy_request.ground` (0021), which no code can pass by.
 */
export const refusalGrounds = [
  "law",
  "membership",
  "identity",
  "correct",
  "repeated",
  "others",
] as const;
export type RefusalGround = (typeof refusalGrounds)[number];

export const privacySteps = [
  "received",
  "in-progress",
  "contact-change",
  "proposed",
  "returned",
  "done",
  "refused",
  "withdrawn",
] as const;

const orEmpty = <Names extends readonly [string, ...string[]]>(names: Names) =>
  z.union([z.enum(names), z.literal("")]);
const dayOrEmpty = z.union([fields.day, z.literal("")]);

/** The fields of a request that its member sees; staff see more. */
export const privacyRequest = z.object({
  id: z.string(),
  kind: z.enum(privacyKinds),
  /** Only for a correction; else empty. */
  detail: orEmpty(privacyDetails),
  shouldBe: z.string(),
  note: z.string(),
  way: z.enum(["portal", "office"]),
  receivedOn: fields.day,
  dueOn: fields.day,
  /** Days until the due date; negative once it is past. */
  daysLeft: z.int(),
  state: z.enum(privacyStates),
  answer: z.string(),
  ground: orEmpty(refusalGrounds),
  answeredOn: dayOrEmpty,
  steps: z.array(z.object({ step: z.enum(privacySteps), date: fields.day, time: z.string() })),
});

export const notice = endpoint({
  name: "privacy.notice",
  method: "GET",
  path: "/api/v1/privacy-notice",
  summary: "Returns the current privacy notice and the retention periods",
  audience: { kind: "anyone" },
  limit: "public",
  answer: z.object({
    version: z.int(),
    /** The notice in the requested language. */
    sections: z.array(
      z.object({
        heading: z.string(),
        text: z.string(),
        points: z.array(z.string()),
        kept: z.array(
          z.object({ title: z.string(), what: z.string(), why: z.string(), howLong: z.string() }),
        ),
      }),
    ),
    retention: z.array(
      z.object({
        what: z.enum(retained),
        amount: z.int(),
        unit: z.enum(retentionUnits),
      }),
    ),
  }),
});

export const own = endpoint({
  name: "privacy.own",
  method: "GET",
  path: "/api/v1/privacy",
  summary: "Returns the notice version one has confirmed, and one's own requests",
  audience: { kind: "member" },
  answer: z.object({
    asAt: fields.day,
    /** The newest confirmed notice; 0 and empty where there is none. */
    confirmed: z.object({ version: z.int(), on: dayOrEmpty }),
    requests: z.array(privacyRequest),
  }),
  problems: [],
});

export const consent = endpoint({
  name: "privacy.consent",
  method: "POST",
  path: "/api/v1/privacy/consent",
  summary: "Confirms that one has read the privacy notice",
  audience: { kind: "member" },
  body: z.strictObject({ version: z.int() }),
  answer: z.object({ version: z.int() }),
  status: 201,
  problems: ["notice-newer", "invalid"],
});

/** The formats of a member's data export. */
export const copyFormats = { json: "application/json", pdf: "application/pdf" } as const;

export const copy = endpoint({
  name: "privacy.copy",
  method: "POST",
  path: "/api/v1/members/:memberNo/personal-data",
  summary: "Exports all data held on a member, as JSON or PDF; staff need a request for it",
  audience: { kind: "record", param: "memberNo", staff: "privacy.handle" },
  limit: "documents",
  params: z.object({ memberNo: fields.memberNoParam }),
  body: z.strictObject({
    format: z.enum(Object.keys(copyFormats) as ["json", "pdf"]),
  }),
  answer: fields.nothing,
  files: Object.values(copyFormats),
  status: 201,
  idempotency: "none",
  problems: [
    "no-such-member",
    "sign-in-again",
    "copies-day-cap",
    "no-open-request",
    "privacy-two-people",
    "invalid",
  ],
});

const words = (most: number) =>
  z
    .string("field.required" satisfies FieldProblem)
    .check(z.maxLength(most, "text.long" satisfies FieldProblem));

/** The fields of a request, sent by a member or recorded by staff. */
export const asked = {
  kind: z.enum(privacyKinds, "field.required" satisfies FieldProblem),
  detail: z.optional(z.enum(privacyDetails, "field.required" satisfies FieldProblem)),
  shouldBe: z.optional(words(300)),
  note: z.optional(words(1000)),
};

export const ask = endpoint({
  name: "privacy.ask",
  method: "POST",
  path: "/api/v1/privacy/requests",
  summary: "Requests access, a copy, a correction or an erasure, with a due date for the answer",
  audience: { kind: "member" },
  body: z.strictObject(asked),
  answer: privacyRequest,
  status: 201,
  problems: ["request-open", "requests-day-cap", "invalid"],
});

export const withdrawal = endpoint({
  name: "privacy.withdrawal",
  method: "POST",
  path: "/api/v1/privacy/requests/:id/withdrawal",
  summary: "Withdraws one's own request that is not answered yet",
  audience: { kind: "member" },
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: privacyRequest,
  status: 201,
  problems: ["no-such-request", "request-state", "invalid"],
});
