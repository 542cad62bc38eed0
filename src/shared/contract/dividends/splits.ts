import * as z from "zod/mini";
import { weightings } from "#shared/dividend-entitlement.ts";
import { MAX_ROWS, parseBillReference } from "#shared/dividend-split.ts";
import { chosenDestinations, holdReasons } from "#shared/dividend-part-places.ts";
import {
  aYear,
  dividendStates,
  modeAnswered,
  modeGiven,
  placeAnswered,
  taxByKind,
} from "./fields.ts";
import { endpoint } from "#shared/contract/kernel/endpoint.ts";
import * as fields from "#shared/contract/kernel/fields.ts";

const calculated = {
  mode: modeAnswered,
  amount: fields.amount,
  tax: fields.amount,
  net: fields.amount,
  /** Empty unless the row offsets a loan. */
  loanNo: z.string(),
  /** Empty unless the row pays a hospital bill. */
  bill: z.string(),
};

/** The member's latest choice; version 0 without rows before the first one. */
const election = {
  version: z.int(),
  /** Empty before the first choice. */
  submittedOn: z.string(),
  submittedTime: z.string(),
  rows: z.array(z.object(calculated)),
};

/** The states of a payment to a member's phone; the last three say where it went instead. */
export const paymentStates = ["under-way", "paid", "failed", "shares", "account", "cash"] as const;

const incomes = { onShareCapital: fields.amount, onDeposits: fields.amount };

/** A member's share of one dividend: its terms and the member's choice. */
const share = z.object({
  year: z.int(),
  state: z.enum(dividendStates),
  gross: fields.amount,
  held: fields.amount,
  /** The total that the rows must add up to: the gross less the amount held. */
  toSplit: fields.amount,
  opensOn: fields.day,
  closesOn: fields.day,
  closesAt: z.string(),
  isOpen: z.boolean(),
  defaultMode: modeAnswered,
  /** By kind of income, every mode has the member's own rate, rounded. */
  modes: z.array(z.object({ mode: modeAnswered, taxBasisPoints: z.int() })),
  /** Only where tax is withheld by kind of income: each rate and the amount it applies to. */
  taxByKind: z.optional(z.object({ ...taxByKind, ...incomes })),
  mobile: z.object({
    /** Empty where the register has no number. */
    number: z.string(),
    /** Also true of a member who chose the bank. */
    isConfirmed: z.boolean(),
    /** The largest single payment after tax. */
    maximum: fields.amount,
    /** Whether the member chose to be paid at their bank account instead. */
    byBank: z.boolean(),
  }),
  loans: z.array(z.object({ loanNo: z.string(), purpose: z.string(), balance: fields.amount })),
  ...election,
});

export const split = endpoint({
  name: "dividends.split",
  method: "GET",
  path: "/api/v1/members/:memberNo/dividend-split",
  summary: "Returns the dividends a member can split, latest first, with their terms and choices",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.object({
    /** Absent where no dividend is posted for the member. */
    split: z.optional(share),
    /** The member's other unpaid dividends, latest first; each is split separately. */
    more: z.array(share),
    /** Parts of paid dividends on hold on the member's dividend account, with the reasons. */
    onHold: z.array(
      z.object({
        year: z.int(),
        part: z.string(),
        mode: placeAnswered,
        amount: fields.amount,
        reason: z.enum(holdReasons),
      }),
    ),
    /**
     * The payments to the member's phone from the last paid dividend, and earlier ones that failed.
     */
    payouts: z.array(
      z.object({
        year: z.int(),
        amount: fields.amount,
        /** All but the last digits are masked; empty for a payment to the bank. */
        mobileNo: z.string(),
        state: z.enum(paymentStates),
        receipt: z.string(),
        changedOn: fields.day,
      }),
    ),
  }),
});

const bill = z.pipe(
  z.string("field.required"),
  z.transform((given, context): string => {
    const reference = parseBillReference(given);
    if (reference !== null) return reference;
    context.issues.push({ code: "custom", message: "split.bill", input: given });
    return z.NEVER;
  }),
);

export const elect = endpoint({
  name: "dividends.elect",
  method: "POST",
  path: "/api/v1/dividends/:year/elections",
  summary: "Sets where a dividend goes; fails unless based on the member's latest choice",
  audience: { kind: "member" },
  params: aYear,
  body: z.strictObject({
    /** The version that was displayed; 0 before the first choice. */
    seen: z.int("field.required").check(z.gte(0), z.lte(1_000_000)),
    rows: z
      .array(
        z.strictObject({
          mode: modeGiven,
          amount: fields.amountGiven,
          loanNo: z.optional(fields.loanNoParam),
          bill: z.optional(bill),
        }),
      )
      .check(z.minLength(1, "field.required"), z.maxLength(MAX_ROWS)),
  }),
  answer: z.object({
    year: z.int(),
    toSplit: fields.amount,
    tax: fields.amount,
    net: fields.amount,
    ...election,
  }),
  status: 201,
  problems: [
    "no-such-dividend",
    "window-closed",
    "election-newer",
    "split-incomplete",
    "not-active",
    "payout-held",
    "elections-day-cap",
    "invalid",
  ],
});

export const chooseHeld = endpoint({
  name: "dividends.chooseHeld",
  method: "POST",
  path: "/api/v1/dividends/:year/held/:part/choice",
  summary: "Chooses another destination for a part on hold, which is paid there at once",
  audience: { kind: "member" },
  params: z.object({ year: fields.yearParam, part: fields.idParam }),
  body: z.strictObject({ destination: z.enum(chosenDestinations, "field.required") }),
  answer: z.object({ year: z.int(), part: z.string(), destination: z.enum(chosenDestinations) }),
  status: 201,
  problems: ["not-held", "not-active", "not-enough", "invalid"],
});

export const sums = endpoint({
  name: "dividends.sums",
  method: "GET",
  path: "/api/v1/members/:memberNo/dividends",
  summary: "Shows how a member's dividend was calculated, by year and month",
  audience: { kind: "record", param: "memberNo", staff: "members.read" },
  params: z.object({ memberNo: fields.memberNoParam }),
  answer: z.array(
    z.object({
      year: z.int(),
      state: z.enum(dividendStates),
      agmReference: z.string(),
      shareCapital: fields.amount,
      shareRateBasisPoints: z.int(),
      onShareCapital: fields.amount,
      depositRateBasisPoints: z.int(),
      onDeposits: fields.amount,
      weighting: z.enum(weightings),
      rows: z.array(
        z.object({
          /** 0 for the balance at the start of the year, then 1 to 12. */
          month: z.int(),
          amount: fields.amount,
          /** In twelfths. */
          weight: z.int(),
          interest: fields.amount,
        }),
      ),
      gross: fields.amount,
      /** Only where tax is withheld by kind of income. */
      taxByKind: z.optional(z.object(taxByKind)),
      held: z.array(z.object({ loanNo: z.string(), amount: fields.amount })),
      /** The gross less the amount held. */
      toSplit: fields.amount,
      /** The net amount if all of it went by one mode. */
      byMode: z.array(
        z.object({
          mode: modeAnswered,
          taxBasisPoints: z.int(),
          tax: fields.amount,
          net: fields.amount,
        }),
      ),
    }),
  ),
});
