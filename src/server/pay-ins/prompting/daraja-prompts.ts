import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import type { PromptProblem } from "#shared/pay-in-prompts.ts";
import { parsed, Pass, usualTiming } from "#server/payouts/queue/daraja-pass.ts";
import type { PaybillAccess } from "#server/kernel/platform/daraja-config.ts";
import type { Reply } from "#server/kernel/platform/http-request.ts";
import type { OutgoingPrompt, PromptProvider, Pushed, Standing } from "./prompt-provider.ts";

/** Daraja's codes of prompts that were not paid. */
const problems: Readonly<Record<string, PromptProblem>> = {
  "1": "no-funds",
  "1001": "phone-busy",
  "1019": "expired",
  "1025": "not-sent",
  "1032": "cancelled",
  "1037": "no-answer",
  "2001": "wrong-pin",
  "9999": "not-sent",
  "2": "over-limit",
  "3": "over-limit",
  "4": "over-limit",
  "8": "over-limit",
};

/** The code of a query while the prompt is on the phone. */
const STILL_OPEN = "4999";

const wording = z.union([z.string(), z.number()]);
const pushed = z.object({
  ResponseCode: wording,
  CheckoutRequestID: z.string().check(z.minLength(1), z.maxLength(100)),
});
const queried = z.object({ ResponseCode: wording, ResultCode: wording });
const failure = z.object({ errorCode: z.string(), errorMessage: z.string() });

/** Prompts by M-Pesa's STK push, whose state comes from its query. */
export function darajaPrompts(access: PaybillAccess, timing = usualTiming): PromptProvider {
  const pass = new Pass(access, timing);
  const call = (path: string, body: object) => pass.call(`/mpesa/${path}`, body);
  return {
    async push(prompt) {
      const reply = await call("stkpush/v1/processrequest", pushOf(access, prompt));
      if (!("outcome" in reply)) return judgePush(reply);
      const reason = "reason" in reply ? reply.reason : "";
      if (reply.outcome === "not-sent") return { outcome: "failed", problem: "not-sent", reason };
      return { outcome: "unknown", reason };
    },
    async query(checkoutId, at) {
      const body = { ...signed(access, at), CheckoutRequestID: checkoutId };
      const reply = await call("stkpushquery/v1/query", body);
      if (!("outcome" in reply)) return judgeQuery(reply);
      return { outcome: "no-answer", reason: "reason" in reply ? reply.reason : "" };
    },
  };
}

/** The short code with the password of a second. */
function signed({ shortCode, passkey }: PaybillAccess, at: Date) {
  const inNairobi = new Date(at.getTime() + 3 * 3_600_000).toISOString();
  const time = inNairobi.replace(/\D/g, "").slice(0, 14);
  const password = Buffer.from(shortCode + passkey + time).toString("base64");
  return { BusinessShortCode: shortCode, Password: password, Timestamp: time };
}

function pushOf(access: PaybillAccess, prompt: OutgoingPrompt) {
  const number = prompt.mobileNumber.replace("+", "");
  return {
    ...signed(access, prompt.at),
    TransactionType: "CustomerPayBillOnline",
    Amount: toWireAmount(prompt.amount),
    PartyA: number,
    PartyB: access.shortCode,
    PhoneNumber: number,
    CallBackURL: `${access.callbackUrl}/${access.callbackSecret}/stk/result`,
    AccountReference: prompt.reference,
    TransactionDesc: prompt.description,
  };
}

function judgePush({ status, body }: Reply): Pushed {
  if (status === 200) {
    const read = pushed.safeParse(parsed(body));
    if (!read.success) return { outcome: "unknown", reason: "answer-unread" };
    const { ResponseCode: code, CheckoutRequestID: checkoutId } = read.data;
    if (String(code) === "0") return { outcome: "sent", checkoutId };
    return { outcome: "failed", problem: "rejected", reason: `code ${String(code).slice(0, 20)}` };
  }
  if (status >= 400 && status < 500 && status !== 408) {
    return { outcome: "failed", problem: "rejected", reason: `answer-${status}` };
  }
  // The phone may show the prompt although the answer is an error.
  return { outcome: "unknown", reason: `answer-${status}` };
}

function judgeQuery({ status, body }: Reply): Standing {
  const answer = parsed(body);
  const read = queried.safeParse(answer);
  if (status === 200 && read.success && String(read.data.ResponseCode) === "0") {
    const code = String(read.data.ResultCode);
    if (code === "0") return { outcome: "paid" };
    if (code === STILL_OPEN) return { outcome: "open" };
    return { outcome: "failed", problem: problems[code] ?? "other" };
  }
  const told = failure.safeParse(answer);
  if (told.success && /being processed/i.test(told.data.errorMessage)) return { outcome: "open" };
  return { outcome: "no-answer", reason: `answer-${status}` };
}
