import type { Payment } from "./payment-rows.ts";
import type { PromptRow } from "./prompt-rows.ts";

/** How long a prompt that is paid waits for its confirmation before its callback counts. */
const CONFIRMED_WITHIN_SECONDS = 60;

/** Returns when a prompt that M-Pesa's query called paid at a moment is credited; both in SQL. */
export function creditDueAt(provenAt: string): string {
  return `greatest(akiba_now(), ${provenAt} + make_interval(secs => ${CONFIRMED_WITHIN_SECONDS}))`;
}

/**
 * Whether the receipt of a callback may credit a prompt: the query called it paid, no payment is
 * tied to it, and M-Pesa's messages agree.
 */
export function isOpenTo(prompt: PromptRow, { receiptNo, amount }: Payment): boolean {
  const agrees = prompt.told_receipt === receiptNo && prompt.amount_cents === amount;
  return prompt.state === "paid" && prompt.pay_in_id === null && !prompt.differs && agrees;
}
