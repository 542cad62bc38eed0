import type { Cents } from "#shared/money.ts";

/** A payment to a phone as it leaves. */
export interface OutgoingPayout {
  /** The attempt, by which the provider tells a repeat from another payment. */
  readonly attemptId: string;
  /** A mobile number as +254…. */
  readonly mobileNumber: string;
  /** In whole shillings. */
  readonly amount: Cents;
  /** What the journal calls it. */
  readonly reference: string;
}

/**
 * What is known after one attempt. A reason is a few words of ours and names no person: it is
 * stored and logged. `unknown` may have been paid, so nothing sends it again.
 */
export type Sending =
  | { readonly outcome: "accepted"; readonly reference: string }
  | {
      readonly outcome: "not-sent";
      readonly reason: string;
      /** Seconds before which another attempt is of no use. */
      readonly after?: number;
      /** Waiting does not mend it: a wrong key. Said loudly in the log. */
      readonly needsOperator?: true;
    }
  | { readonly outcome: "unknown"; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** A way for money to phones. It bounds its own time and answers rather than throws. */
export interface PayoutProvider {
  send(payout: OutgoingPayout): Promise<Sending>;
}
