import * as z from "zod/mini";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

/**
 * The check-off of a member in a month. Before they joined there is none. It waits for a file to
 * come or to be posted. Nothing may be due. The amount due, or one that was not asked for, arrived;
 * it arrived short; or all of it is missing.
 */
export const monthStates = [
  "not-member",
  "waiting",
  "nothing",
  "arrived",
  "short",
  "missing",
] as const;

export const checkOffMonths = endpoint({
  name: "check-off.ofMember",
  method: "GET",
  readsFrom: "replica",
  path: "/api/v1/members/:memberNo/check-off",
  summary: "Returns a member's check-off of each month: expected, received and where it went",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    /** The newest month first, at most 24, from the first month whose deductions are known. */
    rows: z.array(
      z.object({
        month: fields.day,
        state: z.enum(monthStates),
        /**
         * The instalments due and the contribution agreed on. Left out before the member joined,
         * and until the month was advised to the employer or a file of it was posted.
         */
        expected: z.optional(fields.amount),
        /** Everything received for the member, which is the sum of the four after it. */
        received: fields.amount,
        loans: fields.amount,
        deposits: fields.amount,
        shareCapital: fields.amount,
        /** Fees, welfare contributions and insurance premiums. */
        other: fields.amount,
        /** The rest of the amount expected, which did not arrive. */
        missing: fields.amount,
        /** The day on which its instalment was due, or the value date of the file without it. */
        since: fields.dayOrNone,
      }),
    ),
    /**
     * The sum missing since the first month of the latest gap; left out if it is too old to report.
     */
    gap: z.optional(
      z.object({ month: fields.day, missing: fields.amount, since: fields.dayOrNone }),
    ),
  }),
  reads: "one-statement",
});
