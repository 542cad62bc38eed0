import * as z from "zod/mini";
import { caseKinds, caseOutcomes, caseShape, caseWhole, threadStep } from "./own.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";

/** The tabs of the inbox, in the order of its tabs; `waiting` holds the three that follow it. */
export const caseTabs = ["waiting", "open", "acknowledged", "concluded", "closed"] as const;
export type CaseTab = (typeof caseTabs)[number];

/** In what order a tab is read. */
export const caseOrders = ["due", "newest", "oldest"] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** How members were told, where the office says so. */
export const toldBy = ["message", "phone", "visit", "page"] as const;
export type ToldBy = (typeof toldBy)[number];

const atTheDesk = { kind: "staff", permission: "cases.read" } as const;
const answers = { kind: "staff", permission: "cases.answer" } as const;
const aCase = z.object({ caseNo: fields.caseNoParam });

const listed = {
  /** All that waits for the office when left out. */
  state: z.optional(z.enum(caseTabs)),
  /** What is first due, when left out; of closed ones the newest. */
  order: z.optional(z.enum(caseOrders)),
  kind: z.optional(z.enum(caseKinds)),
  /** Only what is past its day, is due today, or within a week. */
  due: z.optional(z.enum(["late", "today", "week"])),
  /** Only one's own, or nobody's. */
  who: z.optional(z.enum(["mine", "nobody"])),
  /** How words of it begin, or of its member's name, or their number; or its own number. */
  search: z.optional(
    z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
  ),
};

/** Whose it is, to the office: nobody's where they wished to stay unnamed. */
const whose = {
  memberNo: z.string(),
  member: z.string(),
  /** Who of the office has it; empty where nobody has. */
  assigned: z.string(),
  assignedNo: z.string(),
};

export const queue = endpoint({
  name: "case-desk.queue",
  method: "GET",
  path: "/api/v1/cases",
  summary: "A tab of what members ask, suggest and complain of, fifty at a time",
  audience: atTheDesk,
  params: fields.nothing,
  query: z.strictObject({
    ...listed,
    /** Where to go on, as the page before said. */
    after: z.optional(fields.cursorGiven),
  }),
  body: fields.nothing,
  answer: z.object({
    rows: z.array(z.object({ ...caseShape, ...whose })),
    /** Where the next ones begin; empty at the end. */
    next: z.string(),
    /** With the first page alone; how many of each are past their day. */
    tabs: z.array(z.object({ state: z.enum(caseTabs), count: z.int(), late: z.int() })),
  }),
  problems: ["invalid"],
});

export const exported = endpoint({
  name: "case-desk.export",
  method: "GET",
  path: "/api/v1/case-exports/csv",
  summary: "A tab of the inbox as CSV, as it is shown; all of it, row by row",
  audience: atTheDesk,
  limit: "documents",
  params: fields.nothing,
  query: z.strictObject(listed),
  body: fields.nothing,
  answer: fields.nothing,
  files: [documentMediaTypes.csv],
  lasting: true,
  problems: ["invalid"],
});

const deskCase = z.object({
  ...caseWhole,
  ...whose,
  /** How its member was told; empty until it is closed, `satisfied` where they closed it. */
  told: z.union([z.enum([...toldBy, "satisfied"]), z.literal("")]),
  thread: z.array(
    z.object({
      ...threadStep,
      /** To whom it was given, or how the member was told; else empty. */
      detail: z.string(),
      /** It came after the day it was due. */
      late: z.boolean(),
    }),
  ),
  /** The last thing that happened, which who acts on it names. */
  seen: z.string(),
  /** Who of the office may answer it. */
  officers: z.array(z.object({ staffNo: z.string(), name: z.string() })),
});

export const one = endpoint({
  name: "case-desk.one",
  method: "GET",
  path: "/api/v1/cases/:caseNo",
  summary: "A case with its clock and all that was said and done",
  audience: atTheDesk,
  params: aCase,
  body: fields.nothing,
  answer: deskCase,
  problems: ["no-such-case"],
});

/** Who acts names the last thing they have read, so that nobody answers past somebody else. */
const seen = fields.idParam;

const act = <Body extends z.ZodMiniType>(
  name: string,
  path: `/api/v1/cases/:caseNo/${string}`,
  summary: string,
  body: Body,
) =>
  endpoint({
    name: `case-desk.${name}`,
    method: "POST",
    path,
    summary,
    audience: answers,
    params: aCase,
    body,
    answer: deskCase,
    status: 201,
    problems: ["no-such-case", "case-state", "case-newer", "own-case", "invalid"],
  });

export const assign = act(
  "assign",
  "/api/v1/cases/:caseNo/assignment",
  "Give a case to somebody of the office, or back to nobody",
  z.strictObject({ seen, to: z.string("field.required") }),
);

export const acknowledge = act(
  "acknowledge",
  "/api/v1/cases/:caseNo/acknowledgement",
  "Tell the member that the office has it",
  z.strictObject({ seen }),
);

export const reply = act(
  "reply",
  "/api/v1/cases/:caseNo/replies",
  "Write to the member; the first reply acknowledges the case",
  z.strictObject({ seen, text: fields.wordsGiven }),
);

export const conclude = act(
  "conclude",
  "/api/v1/cases/:caseNo/conclusion",
  "Say what the office came to, and why",
  z.strictObject({
    seen,
    outcome: z.enum(caseOutcomes, "field.required"),
    text: fields.wordsGiven,
  }),
);

export const close = act(
  "close",
  "/api/v1/cases/:caseNo/closing",
  "Close a concluded case, saying how its member was told",
  z.strictObject({ seen, told: z.enum(toldBy, "field.required"), text: fields.wordsOrNone }),
);
