import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** What a member may send; the clock is the same for all, as they need not know which it is. */
export const caseKinds = ["question", "suggestion", "complaint"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** The life of a case: it came, the office said so, came to a conclusion, and the member knows. */
export const caseStates = ["open", "acknowledged", "concluded", "closed"] as const;
export type CaseState = (typeof caseStates)[number];

/** What the office came to. */
export const caseOutcomes = ["done", "partly", "not-done"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** Working days within which each step is due, the last counted from the one before it. */
export const caseDays = { acknowledge: 3, conclude: 14, tell: 7 } as const;
export type ClockStep = keyof typeof caseDays;

/** What is said or done in a case; `assigned` is told to the office alone. */
export const caseSteps = [
  "posted",
  "acknowledged",
  "assigned",
  "replied",
  "answered",
  "concluded",
  "closed",
  "satisfied",
  "reopened",
] as const;
export type CaseStep = (typeof caseSteps)[number];

/** A step of the clock: by when it is due, and on which day it was taken. */
const clockStep = z.object({
  step: z.enum(["acknowledge", "conclude", "tell"]),
  /** Empty where it counts from something that has not happened yet. */
  due: fields.dayOrNone,
  done: fields.dayOrNone,
  late: z.boolean(),
  /** Working days that are left, less than nought where it is late; left out once it is done. */
  left: z.optional(z.int()),
});

/** What a case says of itself to whoever may read it. */
export const caseShape = {
  caseNo: z.string(),
  kind: z.enum(caseKinds),
  anonymous: z.boolean(),
  state: z.enum(caseStates),
  suggestion: z.string(),
  postedOn: fields.day,
  /** By when the next step is due; empty once nothing is. */
  due: fields.dayOrNone,
  late: z.boolean(),
  left: z.optional(z.int()),
};

/** Something that was said or done. */
export const threadStep = {
  id: z.string(),
  step: z.enum(caseSteps),
  by: z.enum(["member", "office"]),
  /** Who of the office; empty for the member. */
  who: z.string(),
  date: fields.day,
  /** Hours and minutes in Nairobi; empty where they could tell who it was. */
  time: z.string(),
  text: z.string(),
};

/** A case with all that was said in it. */
export const caseWhole = {
  ...caseShape,
  clock: z.array(clockStep),
  /** Empty while the office has not come to one. */
  outcome: z.union([z.enum(caseOutcomes), z.literal("")]),
  /** Whether it was reopened, which can be done once. */
  reopened: z.boolean(),
};

const ownCase = z.object({ ...caseWhole, thread: z.array(z.object(threadStep)) });

// What a repeat is answered with is not kept by its key: it would name whoever wished to stay
// unnamed. The same words sent again within ten minutes are the same case in any event.
const unnamed = { idempotency: "none" } as const;

/** Earlier clients send a tick box as a boolean, as text or as a number. */
const ticked = z.pipe(
  z.unknown(),
  z.transform((given) => given === true || given === "true" || given === 1 || given === "1"),
);

export const suggest = endpoint({
  name: "cases.suggest",
  method: "POST",
  path: "/api/v1/suggestions",
  aliases: ["/suggestions"],
  summary: "Post a suggestion as the earlier client does, without a name if one wishes",
  audience: { kind: "member" },
  params: fields.nothing,
  query: fields.anyQuery,
  body: z.object({ suggestion: fields.wordsGiven, anonymous: z.optional(ticked) }),
  answer: z.object({
    code: z.literal(201),
    message: z.literal("Suggestion Received"),
    caseNo: z.string(),
  }),
  status: 201,
  problems: ["cases-hour", "invalid"],
  ...unnamed,
});

const anOwnCase = z.object({ caseNo: fields.caseNoParam });

export const post = endpoint({
  name: "cases.post",
  method: "POST",
  path: "/api/v1/own-cases",
  summary: "Ask, suggest or complain, unnamed if one wishes",
  audience: { kind: "member" },
  params: fields.nothing,
  body: z.strictObject({
    kind: z.enum(caseKinds, "field.required"),
    anonymous: z.boolean("field.required"),
    suggestion: fields.wordsGiven,
  }),
  answer: ownCase,
  status: 201,
  problems: ["cases-hour", "invalid"],
  ...unnamed,
});

export const mine = endpoint({
  name: "cases.mine",
  method: "GET",
  path: "/api/v1/own-cases",
  summary: "What one has asked, suggested or complained of, twenty at a time, the newest first",
  audience: { kind: "member" },
  params: fields.nothing,
  query: z.strictObject({ after: z.optional(fields.cursorGiven) }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(
      z.object({
        ...caseShape,
        /** What happened last that the member may read, and when. */
        last: z.enum(caseSteps),
        lastOn: fields.day,
      }),
    ),
    /** Where the next ones begin; empty at the end. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const own = endpoint({
  name: "cases.own",
  method: "GET",
  path: "/api/v1/own-cases/:caseNo",
  summary: "One's own case with its clock and all that was said",
  audience: { kind: "member" },
  params: anOwnCase,
  body: fields.nothing,
  answer: ownCase,
  problems: ["no-such-case"],
});

export const answer = endpoint({
  name: "cases.answer",
  method: "POST",
  path: "/api/v1/own-cases/:caseNo/replies",
  summary: "Add to what one has said, until the office has concluded",
  audience: { kind: "member" },
  params: anOwnCase,
  body: z.strictObject({ text: fields.wordsGiven }),
  answer: ownCase,
  status: 201,
  problems: ["no-such-case", "case-state", "cases-hour", "invalid"],
  ...unnamed,
});

export const satisfied = endpoint({
  name: "cases.satisfied",
  method: "POST",
  path: "/api/v1/own-cases/:caseNo/satisfaction",
  summary: "Say that the conclusion will do, which closes the case",
  audience: { kind: "member" },
  params: anOwnCase,
  body: z.strictObject({}),
  answer: ownCase,
  status: 201,
  problems: ["no-such-case", "case-state", "invalid"],
  ...unnamed,
});

export const reopen = endpoint({
  name: "cases.reopen",
  method: "POST",
  path: "/api/v1/own-cases/:caseNo/reopening",
  summary: "Say, once, that the conclusion will not do; the clock begins anew",
  audience: { kind: "member" },
  params: anOwnCase,
  body: z.strictObject({ text: fields.wordsGiven }),
  answer: ownCase,
  status: 201,
  problems: ["no-such-case", "case-state", "case-reopened", "cases-hour", "invalid"],
  ...unnamed,
});
