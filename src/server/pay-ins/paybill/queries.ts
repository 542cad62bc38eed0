import type { validationCodes } from "#shared/contract/pay-ins/provider.ts";
import { isWholeShillings } from "#shared/money.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { accountNamed } from "#server/pay-ins/receiving/find-named-accounts.ts";
import { type Payment, targetAt } from "#server/pay-ins/receiving/payment-rows.ts";
import { namesPrompt } from "#server/pay-ins/receiving/prompt-rows.ts";
import type { Fault } from "./payment-callback.ts";

/** The provider's answer, which the sender's phone shows in the provider's own words. */
interface Verdict {
  readonly ResultCode: (typeof validationCodes)[number];
  readonly ResultDesc: string;
}

const accepted: Verdict = { ResultCode: "0", ResultDesc: "Accepted" };
const noAccount: Verdict = { ResultCode: "C2B00012", ResultDesc: "Invalid account number" };

const rejections: Readonly<Record<Fault, Verdict>> = {
  receipt: { ResultCode: "C2B00016", ResultDesc: "Invalid receipt number" },
  amount: { ResultCode: "C2B00013", ResultDesc: "Invalid amount" },
  "short-code": { ResultCode: "C2B00015", ResultDesc: "Invalid short code" },
};

/**
 * Accepts a payment that can be credited to a member, so that a sender with a wrong account number
 * keeps the money. A payment that only needs a decision of the office, such as which of two loans
 * it repays, is accepted.
 */
export async function judge(snapshot: Snapshot, payment: Payment | Fault): Promise<Verdict> {
  if (typeof payment === "string") return rejections[payment];
  if (!isWholeShillings(payment.amount)) return rejections.amount;
  if (await namesPrompt(snapshot, payment.accountText)) return accepted;
  const reading = await accountNamed(snapshot, payment.accountText);
  if (typeof reading === "string") return noAccount;
  const target = await targetAt(snapshot, reading.memberId, null);
  return target === null || target.has_left ? noAccount : accepted;
}
