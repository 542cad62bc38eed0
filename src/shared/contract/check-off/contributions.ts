import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** Why a member cannot change their monthly contribution; empty if they can. */
export const contributionBlocks = ["", "not-active", "no-deposits"] as const;

/** A change can be cancelled until the advice of its month is made. */
export const contributionStates = ["to-come", "advised", "cancelled"] as const;
export type ContributionState = (typeof contributionStates)[number];

const change = {
  id: z.string(),
  /** The first day of the month from which the amount applies. */
  month: fields.day,
  amount: fields.amount,
  state: z.enum(contributionStates),
  /** When the member decided, in Nairobi. */
  date: fields.day,
  time: z.string(),
};

const member = { kind: "member" } as const;
const cannotChange = ["not-active", "no-deposits"] as const;

export const ownContribution = endpoint({
  name: "contributions.own",
  method: "GET",
  path: "/api/v1/monthly-contribution",
  summary: "Returns what the member saves by check-off each month, and what they may change",
  audience: member,
  answer: z.object({
    blocked: z.enum(contributionBlocks),
    least: fields.amount,
    most: fields.amount,
    /** The amount agreed for this month; left out where none was agreed here. */
    now: z.optional(fields.amount),
    /** The first days of the months that can be changed, earliest first. */
    months: z.array(fields.day),
    /** The changes, latest month first, at most fifty. */
    changes: z.array(z.object(change)),
  }),
  problems: [],
});

export const contributionOutlook = endpoint({
  name: "contributions.outlook",
  method: "GET",
  path: "/api/v1/monthly-contribution/outlook",
  summary: "Returns what a monthly contribution would save and earn at the latest dividend's rates",
  audience: member,
  query: z.strictObject({ month: fields.monthGiven, amount: fields.amountOrZero }),
  answer: z.object({
    /** The year whose rates and tax are used; left out where no dividend was declared here. */
    ratesOf: z.optional(z.int()),
    shareRate: z.optional(z.int()),
    depositRate: z.optional(z.int()),
    /** This year and the next. */
    years: z.array(
      z.object({
        year: z.int(),
        /** The deposits at the end of the year. */
        deposits: fields.amount,
        /** The likely dividend on share capital and deposits, before tax, and after it. */
        gross: fields.amount,
        tax: fields.amount,
        net: fields.amount,
        /** The difference from leaving everything unchanged; negative for less. */
        moreDeposits: fields.amount,
      }),
    ),
  }),
  problems: [...cannotChange, "invalid"],
});

export const changeContribution = endpoint({
  name: "contributions.change",
  method: "POST",
  path: "/api/v1/monthly-contribution",
  summary: "Changes one's own monthly contribution from a month on",
  audience: member,
  body: z.strictObject({ month: fields.monthGiven, amount: fields.amountOrZero }),
  answer: z.object(change),
  status: 201,
  problems: [...cannotChange, "invalid"],
});

export const cancelContribution = endpoint({
  name: "contributions.cancel",
  method: "POST",
  path: "/api/v1/monthly-contribution/:id/cancellation",
  summary: "Cancels a change of one's own monthly contribution before the advice of its month",
  audience: member,
  params: z.object({ id: fields.idParam }),
  body: z.strictObject({}),
  answer: z.object(change),
  status: 201,
  problems: ["no-such-contribution", "contribution-advised"],
});
