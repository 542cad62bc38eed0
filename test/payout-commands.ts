import * as fc from "fast-check";
import type { PayoutState } from "#shared/contract/payouts/desk.ts";

/** The possible ends of a sending; `dies` is a sender that stopped for good. */
export const sendings = ["accepted", "unknown", "not-sent", "refused", "dies"] as const;
/** A result of an attempt from a provider, or from somebody who claims to be one. */
export const results = ["paid", "failed", "timeout", "other-amount", "no-receipt", "used"] as const;
const ways = ["retry", "shares", "account", "cash"] as const;

/** The events in the life of payouts. */
export type PayoutCommand =
  | { readonly what: "send"; readonly how: (typeof sendings)[number] }
  | { readonly what: "file" | "day" }
  | {
      readonly what: "tell";
      readonly who: number;
      /** The attempt, counted from the last; one before the first is not ours. */
      readonly back: number;
      readonly how: (typeof results)[number];
      readonly times: number;
    }
  | { readonly what: "paid" | "failed"; readonly who: number; readonly by: string }
  | {
      readonly what: "confirm";
      readonly who: number;
      readonly by: string;
      readonly agrees: boolean;
    }
  | {
      readonly what: "resolve";
      readonly who: number;
      readonly by: string;
      readonly way: (typeof ways)[number];
    }
  | { readonly what: "change" | "apply" | "own"; readonly who: number };

const by = fc.constantFrom("staff:A", "staff:B");
/** Any event, for a number of payouts, each by its position. */
export function payoutCommands(payouts: number): fc.Arbitrary<PayoutCommand> {
  const who = fc.nat({ max: payouts - 1 });
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant("send" as const),
        how: fc.constantFrom(...sendings),
      }),
    },
    fc.record({ what: fc.constantFrom("file" as const, "day" as const) }),
    {
      weight: 5,
      arbitrary: fc.record({
        what: fc.constant("tell" as const),
        who,
        back: fc.nat({ max: 2 }),
        how: fc.constantFrom(...results),
        times: fc.integer({ min: 1, max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ what: fc.constantFrom("paid", "failed"), who, by }) },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant("confirm" as const),
        who,
        by,
        agrees: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        what: fc.constant("resolve" as const),
        who,
        by,
        way: fc.constantFrom(...ways),
      }),
    },
    fc.record({ what: fc.constantFrom("change", "apply", "own"), who }),
  );
}

/** The model's state of a payout and of its member's number. */
export interface KnownPayout {
  state: PayoutState;
  attempts: string[];
  /** Whether the attempt under way has an id already. */
  isTried: boolean;
  inFile: boolean;
  receipt: string;
  claim: { readonly receipt: string; readonly by: string; readonly inCash: boolean } | null;
  failedBy: string;
  isChanging: boolean;
  isConfirmed: boolean;
}

/** A payout that waits to be sent. */
export const begun = (): KnownPayout => ({
  state: "waiting",
  attempts: [],
  isTried: false,
  inFile: false,
  receipt: "",
  claim: null,
  failedBy: "",
  isChanging: false,
  isConfirmed: true,
});
