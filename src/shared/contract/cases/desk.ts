import * as z from "zod/mini";
import { caseKinds, caseOutcomes, caseShape, caseWhole, threadStep } from "./own.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { documentMediaTypes } from "#shared/contract/statements/member-statements.ts";

/** The tabs of the inbox, in display order; `waiting` covers the three that follow it. */
export const caseTabs = ["waiting", "open", "acknowledged", "concluded", "closed"] as const;
export type CaseTab = (typeof caseTabs)[number];

/** The sort order of a tab. */
export const caseOrders = ["due", "newest", "oldest"] as const;
export type CaseOrder = (typeof caseOrders)[number];

/** How the office notified the member, if it recorded that. */
export const toldBy = ["message", "phone", "visit", "page"] as const;
export type ToldBy = (typeof toldBy)[number];

const atTheDesk = { kind: "staff", permission: "cases.read" } as const;
const answers = { kind: "staff", permission: "cases.answer" } as const;
const aCase = z.object({ caseNo: fields.caseNoParam });

const listed = {
  /** All cases that wait for the office when left out. */
  state: z.optional(z.enum(caseTabs)),
  /** Earliest due date first when left out; closed cases are sorted newest first. */
  order: z.optional(z.enum(caseOrders)),
  kind: z.optional(z.enum(caseKinds)),
  /** Filters by deadline: overdue, due today, or due within a week. */
  due: z.optional(z.enum(["late", "today", "week"])),
  /** Filters by assignee: the requester's own cases, or unassigned ones. */
  who: z.optional(z.enum(["mine", "nobody"])),
  /**
   * Matches the beginning of a word of the case or of the member's name, or a member or case
   * number.
   */
  search: z.optional(
    z.string().check(z.trim(), z.minLength(2, "field.invalid"), z.maxLength(60, "field.invalid")),
  ),
};

/** The member's number and name; empty to the office where the case was sent without a name. */
const whose = {
  memberNo: z.string(),
  member: z.string(),
  /** The member of staff it is assigned to; empty while unassigned. */
  assigned: z.string(),
  assignedNo: z.string(),
};

export const queue = endpoint({
  name: "case-desk.queue",
  method: "GET",
  path: "/api/v1/cases",
  summary: "Lists a tab of the case inbox, fifty at a time",
  audience: atTheDesk,
  subject: "call",
  query: z.strictObject({
    ...listed,
    /** The cursor from the page before. */
    after: z.optional(fields.cursorGiven),
  }),
  answer: z.object({
    rows: z.array(z.object({ ...caseShape, ...whose })),
    /** The cursor of the next page; empty at the end. */
    next: z.string(),
    /** Only with the first page: how many of each kind are overdue. */
    tabs: z.array(z.object({ state: z.enum(caseTabs), count: z.int(), late: z.int() })),
  }),
  problems: ["invalid"],
});

export const exported = endpoint({
  name: "case-desk.export",
  method: "GET",
  path: "/api/v1/case-exports/csv",
  summary: "Exports a tab of the case inbox as CSV, every row as shown on screen",
  audience: atTheDesk,
  subject: "call",
  limit: "documents",
  query: z.strictObject(listed),
  answer: fields.nothing,
  files: [documentMediaTypes.csv],
  lasting: true,
  problems: ["invalid"],
});

const deskCase = z.object({
  ...caseWhole,
  ...whose,
  /**
   * How the member was notified; empty until it is closed, `satisfied` where the member closed it.
   */
  told: z.union([z.enum([...toldBy, "satisfied"]), z.literal("")]),
  thread: z.array(
    z.object({
      ...threadStep,
      /** The assignee, or how the member was notified; else empty. */
      detail: z.string(),
      /** The step was taken after its deadline. */
      late: z.boolean(),
    }),
  ),
  /** The latest event of the case; a later step must name it. */
  seen: z.string(),
  /** The staff who may be assigned the case. */
  officers: z.array(z.object({ staffNo: z.string(), name: z.string() })),
});

export const one = endpoint({
  name: "case-desk.one",
  method: "GET",
  path: "/api/v1/cases/:caseNo",
  summary: "Returns a case with its deadlines and its history",
  audience: atTheDesk,
  subject: { param: "caseNo", kind: "case" },
  params: aCase,
  answer: deskCase,
  problems: ["no-such-case"],
});

/** The actor names the last event they have read, so that nobody overlooks a newer reply. */
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
  z.strictObject({ seen, told: z.enum(toldBy, "field.required"), text: office.wordsOrNone }),
);
