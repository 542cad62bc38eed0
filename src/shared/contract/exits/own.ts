import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/** The reasons that block an exit. */
export const exitBlocks = ["guarantees", "applications", "choice", "dividend", "owes"] as const;
export type ExitBlock = (typeof exitBlocks)[number];

export const ownExit = endpoint({
  name: "exits.own",
  method: "GET",
  path: "/api/v1/leaving",
  summary: "Returns what a member would be refunded today, and what prevents their exit until when",
  audience: { kind: "member" },
  answer: z.object({
    /** The day by which a recorded request is due; empty where none is open. */
    dueOn: fields.dayOrNone,
    deposits: fields.amount,
    /** The withdrawable accounts that are not empty. */
    accounts: z.array(z.object({ accNo: z.string(), amount: fields.amount })),
    dividendPayable: fields.amount,
    /** Tax withheld from the remaining dividends. */
    tax: fields.amount,
    /** The loans that are not settled; an overpaid one is negative. */
    loans: z.array(z.object({ loanNo: z.string(), outstanding: fields.amount })),
    /** The refund if paid now; never negative. */
    refund: fields.amount,
    /** The debt that the member's money does not cover; zero if it covers all. */
    short: fields.amount,
    /** Not refunded: it is passed on to another member, or stays. */
    shareCapital: fields.amount,
    blocks: z.array(z.enum(exitBlocks)),
    /** The loans of others that the member guarantees. */
    guarantees: z.array(
      z.object({
        loanNo: z.string(),
        amount: fields.amount,
        /** The day of its last instalment; empty if that is past or unknown. */
        endsOn: fields.dayOrNone,
      }),
    ),
    /** The earliest day on which nothing prevents the exit; empty if it is unknown. */
    earliest: fields.dayOrNone,
  }),
});
