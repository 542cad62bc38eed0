import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";
import * as office from "#shared/contract/kernel/office-fields.ts";
import { changedBy } from "#shared/contract/office/settings.ts";
import { ruleStates } from "#shared/contract/withdrawals/policy.ts";
import {
  cancelContribution,
  changeContribution,
  contributionStates,
  contributionOutlook,
  ownContribution,
} from "./contributions.ts";

export const contributionChanges = endpoint({
  name: "contributions.changes",
  method: "GET",
  path: "/api/v1/check-off-contributions",
  summary: "Lists the changes of monthly contributions, the latest first, fifty at a time",
  audience: { kind: "staff", permission: "checkoff.read" },
  subject: "call",
  query: z.strictObject({ before: z.optional(fields.idParam) }),
  answer: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        memberNo: z.string(),
        member: z.string(),
        month: fields.day,
        /** The amount that applied before; left out where none was agreed. */
        before: z.optional(fields.amount),
        amount: fields.amount,
        state: z.enum(contributionStates),
        date: fields.day,
        time: z.string(),
      }),
    ),
    next: z.string(),
  }),
  problems: ["invalid"],
});

/** The deductions that the employer is asked to make in a month. */
const figures = {
  month: fields.day,
  members: z.int(),
  loans: fields.amount,
  contributions: fields.amount,
  /** Members with only loans in the advice, because they agreed on no contribution here. */
  asBefore: z.int(),
};

export const advices = endpoint({
  name: "advices.list",
  method: "GET",
  path: "/api/v1/check-off-advices",
  summary: "Lists the advices to the employer, the latest first, and the one that can be made next",
  audience: { kind: "staff", permission: "checkoff.read" },
  subject: "call",
  answer: z.object({
    /** At most two years. */
    rows: z.array(z.object({ ...figures, madeBy: z.string(), madeOn: fields.day })),
    /** As it would be now; left out while it is too early for another. */
    next: z.optional(z.object({ ...figures, digest: z.string() })),
  }),
});

const aMonth = z.object({ month: fields.monthGiven });

export const makeAdvice = endpoint({
  name: "advices.make",
  method: "POST",
  path: "/api/v1/check-off-advices/:month",
  summary: "Makes the advice of a month, as shown; members then no longer change that month",
  audience: { kind: "staff", permission: "checkoff.prepare" },
  params: aMonth,
  body: z.strictObject({ digest: office.shownDigest }),
  answer: z.object(figures),
  status: 201,
  problems: ["advice-made", "advice-month", "shown-changed", "invalid"],
});

export const adviceFile = endpoint({
  name: "advices.file",
  method: "GET",
  path: "/api/v1/check-off-advices/:month/file",
  summary: "Exports an advice as CSV, to send to the employer",
  audience: { kind: "staff", permission: "checkoff.read" },
  subject: { param: "month", kind: "check-off" },
  limit: "documents",
  params: aMonth,
  answer: z.unknown(),
  files: ["text/csv; charset=utf-8"],
  problems: ["no-such-advice"],
});

const bounds = { least: fields.amount, most: fields.amount };

export const contributionPolicy = endpoint({
  name: "settings.contributions",
  method: "GET",
  path: "/api/v1/settings/contributions",
  summary: "Returns the bounds of monthly contributions: past, in force and to come",
  audience: { kind: "staff", permission: "settings.read" },
  subject: "call",
  answer: z.object({
    /** The newest bounds that were set; the next ones must name them. */
    newest: z.string(),
    /** Latest day first, at most fifty. */
    rows: z.array(
      z.object({
        id: z.string(),
        effectiveFrom: fields.day,
        state: z.enum(ruleStates),
        ...bounds,
        set: z.object(changedBy),
      }),
    ),
  }),
});

export const saveContributionPolicy = endpoint({
  name: "settings.saveContributions",
  method: "POST",
  path: "/api/v1/settings/contributions",
  summary: "Sets the bounds of monthly contributions from a day on; agreed amounts stay",
  audience: { kind: "staff", permission: "settings.edit" },
  body: z.strictObject({
    effectiveFrom: fields.dayParam,
    least: fields.amountOrZero,
    most: fields.amountGiven,
    follows: z.optional(fields.idParam),
  }),
  answer: z.object({ id: z.string() }),
  status: 201,
  problems: ["settings-changed", "invalid"],
});

/** The calls about monthly contributions and the advice to the employer. */
export const contributionCalls = [
  ownContribution,
  contributionOutlook,
  changeContribution,
  cancelContribution,
  contributionChanges,
  advices,
  makeAdvice,
  adviceFile,
  contributionPolicy,
  saveContributionPolicy,
];
