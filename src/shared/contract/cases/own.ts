import * as z from "zod/mini";
import { clockSteps } from "#shared/case-deadlines.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/**
 * The kinds of cases. All have the same deadlines, so a member need not know which kind theirs is.
 */
export const caseKinds = ["question", "suggestion", "complaint"] as const;
export type CaseKind = (typeof caseKinds)[number];

/**
 * The states of a case: received, acknowledged, concluded, and closed once the member is notified.
 */
export const caseStates = ["open", "acknowledged", "concluded", "closed"] as const;
export type CaseState = (typeof caseStates)[number];

/** The outcome of a case. */
export const caseOutcomes = ["done", "partly", "not-done"] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** The events of a case; only the office sees `assigned`. */
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

/** One step with its deadline and the day on which it was taken. */
const clockStep = z.object({
  step: z.enum(clockSteps),
  /** Empty while the event it is counted from has not happened. */
  due: fields.dayOrNone,
  done: fields.dayOrNone,
  late: z.boolean(),
  /** Working days left, negative when late; left out once the step is done. */
  left: z.optional(z.int()),
});

/** The fields of a case that everybody who may read it sees. */
export const caseShape = {
  caseNo: z.string(),
  kind: z.enum(caseKinds),
  anonymous: z.boolean(),
  state: z.enum(caseStates),
  suggestion: z.string(),
  postedOn: fields.day,
  /** The deadline of the next step; empty once none is left. */
  due: fields.dayOrNone,
  late: z.boolean(),
  left: z.optional(z.int()),
};

/** One event in the history of a case. */
export const threadStep = {
  id: z.string(),
  step: z.enum(caseSteps),
  by: z.enum(["member", "office"]),
  /** The member of staff; empty for the member. */
  who: z.string(),
  date: fields.day,
  /** Hours and minutes in Nairobi; empty where the time could reveal who sent the case. */
  time: z.string(),
  text: z.string(),
};

/** A case with its history. */
export const caseWhole = {
  ...caseShape,
  clock: z.array(clockStep),
  /** Empty until the office reaches an outcome. */
  outcome: z.union([z.enum(caseOutcomes), z.literal("")]),
  /** Whether it was reopened, which is possible only once. */
  reopened: z.boolean(),
};

const ownCase = z.object({ ...caseWhole, thread: z.array(z.object(threadStep)) });

// A stored answer must not identify a member who sent a case without a name. The same text sent
// again within ten minutes returns the same case in any event.
const unnamed = { idempotency: "unnamed" } as const;

/** Earlier clients send a check box as a boolean, as text or as a number. */
const ticked = z.pipe(
  z.unknown(),
  z.transform((given) => given === true || given === "true" || given === 1 || given === "1"),
);

export const suggest = endpoint({
  name: "cases.suggest",
  method: "POST",
  path: "/api/v1/suggestions",
  aliases: ["/suggestions"],
  summary: "Posts a suggestion as the earlier client does, with or without a name",
  audience: { kind: "member" },
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
  summary: "Sends a question, suggestion or complaint, with or without a name",
  audience: { kind: "member" },
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
  summary: "Lists the member's own cases, twenty at a time, newest first",
  audience: { kind: "member" },
  query: z.strictObject({ after: z.optional(fields.cursorGiven) }),
  answer: z.object({
    rows: z.array(
      z.object({
        ...caseShape,
        /** The latest event that the member may read, and its time. */
        last: z.enum(caseSteps),
        lastOn: fields.day,
      }),
    ),
    /** The cursor of the next page; empty at the end. */
    next: z.string(),
  }),
  problems: ["invalid"],
});

export const own = endpoint({
  name: "cases.own",
  method: "GET",
  path: "/api/v1/own-cases/:caseNo",
  summary: "Returns one of the member's own cases with its deadlines and history",
  audience: { kind: "member" },
  params: anOwnCase,
  answer: ownCase,
  problems: ["no-such-case"],
});

export const answer = endpoint({
  name: "cases.answer",
  method: "POST",
  path: "/api/v1/own-cases/:caseNo/replies",
  summary: "Adds a reply to one's own case, until the office has concluded it",
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
  summary: "Accepts the conclusion, which closes the case",
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
  summary: "Reopens a case once, when its conclusion is not accepted; deadlines start again",
  audience: { kind: "member" },
  params: anOwnCase,
  body: z.strictObject({ text: fields.wordsGiven }),
  answer: ownCase,
  status: 201,
  problems: ["no-such-case", "case-state", "case-reopened", "cases-hour", "invalid"],
  ...unnamed,
});
