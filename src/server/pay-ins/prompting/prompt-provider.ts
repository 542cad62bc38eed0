import type { Cents } from "#shared/money.ts";
import type { PromptProblem } from "#shared/pay-in-prompts.ts";

/** A prompt, ready to be shown on a phone. */
export interface OutgoingPrompt {
  /** The account number that the phone shows. */
  readonly reference: string;
  /** At most 13 characters on what is paid. */
  readonly description: string;
  /** A mobile number as +254…. */
  readonly mobileNumber: string;
  /** In whole shillings. */
  readonly amount: Cents;
  /** The time of sending, from which its password is made. */
  readonly at: Date;
}

/**
 * The result of sending a prompt. An `unknown` one may be on the phone, so it is not sent again.
 */
export type Pushed =
  | { readonly outcome: "sent"; readonly checkoutId: string }
  | { readonly outcome: "failed"; readonly problem: PromptProblem; readonly reason: string }
  | { readonly outcome: "unknown"; readonly reason: string };

/** The query's answer about a prompt; `open` while it is on the phone. */
export type Standing =
  | { readonly outcome: "paid" }
  | { readonly outcome: "failed"; readonly problem: PromptProblem }
  | { readonly outcome: "open" }
  | { readonly outcome: "no-answer"; readonly reason: string };

/**
 * Shows prompts on phones and returns their state. It limits its own time, and returns a result
 * instead of throwing.
 */
export interface PromptProvider {
  push(prompt: OutgoingPrompt): Promise<Pushed>;
  query(checkoutId: string, at: Date): Promise<Standing>;
}
