import type { Cents } from "#shared/money.ts";

/** A payment to a phone, ready to send. */
export interface OutgoingPayout {
  /** The attempt's id, by which the provider recognises a repeat. */
  readonly attemptId: string;
  /** A mobile number as +254…. */
  readonly mobileNumber: string;
  /** In whole shillings. */
  readonly amount: Cents;
  /** Its name in the journal. */
  readonly reference: string;
}

/**
 * The result of one attempt. The reason is our own short text without a name, because it is stored
 * and logged. An `unknown` attempt may have been paid, so it is never sent again.
 */
export type Sending =
  | { readonly outcome: "accepted"; readonly reference: string }
  | {
      readonly outcome: "not-sent";
      readonly reason: string;
      /** Seconds before which another attempt is pointless. */
      readonly after?: number;
      /** Waiting does not help, for example with a wrong key. Logged as an error. */
      readonly needsOperator?: true;
    }
  | { readonly outcome: "unknown"; readonly reason: string }
  | { readonly outcome: "refused"; readonly reason: string };

/** Whether a question was accepted; its answer comes later. */
export type QuestionDialog =
  | { readonly outcome: "asked" }
  | { readonly outcome: "not-asked"; readonly reason: string };

/**
 * Asks for the result of an attempt. It limits its own time, and returns a result instead of
 * throwing.
 */
export interface StatusProvider {
  ask(attemptId: string): Promise<QuestionDialog>;
}

/**
 * A channel for payments to phones. It limits its own time, and returns a result instead of
 * throwing.
 */
export interface PayoutProvider {
  send(payout: OutgoingPayout): Promise<Sending>;
}
