import type { Cents } from "#shared/money.ts";

/** A payment to a phone, ready to send. */
export interface OutgoingPayout {
  /** The attempt, by which the provider recognises a repeat. */
  readonly attemptId: string;
  /** A mobile number as +254…. */
  readonly mobileNumber: string;
  /** In whole shillings. */
  readonly amount: Cents;
  /** Its name in the journal. */
  readonly reference: string;
}

/**
 * The result of one attempt. A reason is a few words of ours and names no person: it is stored and
 * logged. `unknown` may have been paid, so nothing sends it again.
 */
export type Sending =
  | { readonly outcome: "accepted"; readonly reference: string }
  | {
      readonly outcome: "not-sent";
      readonly reason: string;
      /** Seconds before which another attempt is of no use. */
      readonly after?: number;
      /** Waiting does not fix it: a wrong key. Logged as an error. */
      readonly needsOperator?: true;
    }
  | { readonly outcome: "unknown"; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** A channel for money to phones. It limits its own time and answers rather than throws. */
export interface PayoutProvider {
  send(payout: OutgoingPayout): Promise<Sending>;
}
