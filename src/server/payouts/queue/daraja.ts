import * as z from "zod/mini";
import { toWireAmount } from "#shared/money.ts";
import { ask, NoReply, type Reply } from "#server/kernel/platform/http-request.ts";
import type { DarajaConfig } from "#server/kernel/platform/config.ts";
import type { OutgoingPayout, PayoutProvider, Sending } from "./provider.ts";

export interface DarajaTiming {
  /** Time limits in milliseconds, for a connection and for a whole answer. */
  readonly connectMs: number;
  readonly totalMs: number;
}

const usualTiming: DarajaTiming = { connectMs: 2000, totalMs: 10_000 };

/**
 * Pays by M-Pesa's B2C calls. An answer of 0 means accepted, not paid; the result is posted later
 * to our result address. A payment that may have been accepted without an answer is `unknown` and
 * never repeated.
 */
export function darajaPayouts(account: DarajaConfig, timing = usualTiming): PayoutProvider {
  const pass = new Pass(account, timing);
  return {
    async send(payout) {
      const token = await pass.token();
      if (typeof token !== "string") return token;
      const reply = await asked(() =>
        ask({
          url: new URL(`${account.baseUrl}/mpesa/b2c/v3/paymentrequest`),
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify(paymentRequest(account, payout)),
          ...timing,
        }),
      );
      if ("outcome" in reply) return reply;
      if (reply.status === 401) pass.forget();
      return judge(reply);
    },
  };
}

/** The provider's request; amounts are whole shillings, numbers without a plus. */
function paymentRequest(account: DarajaConfig, payout: OutgoingPayout) {
  const results = `${account.callbackUrl}/${account.callbackSecret}`;
  return {
    OriginatorConversationID: payout.attemptId,
    InitiatorName: account.initiatorName,
    SecurityCredential: account.securityCredential,
    CommandID: "BusinessPayment",
    Amount: toWireAmount(payout.amount),
    PartyA: account.shortCode,
    PartyB: payout.mobileNumber.replace("+", ""),
    Remarks: payout.reference,
    QueueTimeOutURL: `${results}/timeout`,
    ResultURL: `${results}/result`,
  };
}

async function asked(question: () => Promise<Reply>): Promise<Reply | Sending> {
  try {
    return await question();
  } catch (error) {
    // The error's own text may quote the request, so only the missing answer is reported.
    if (!(error instanceof NoReply)) throw error;
    if (!error.wasReached) return { outcome: "not-sent", reason: "no connection" };
    return { outcome: "unknown", reason: "answer-lost" };
  }
}

const accepted = z.object({
  ResponseCode: z.union([z.string(), z.number()]),
  ConversationID: z.optional(z.string()),
});

const OPERATOR_AFTER_SECONDS = 60;

function judge({ status, retryAfter, body }: Reply): Sending {
  if (status === 200 || status === 201) return judgeAnswer(body);
  if (status === 429) {
    const after = Math.min(retryAfter ?? 0, 3600);
    return { outcome: "not-sent", reason: "the provider is busy", after };
  }
  if (status === 401 || status === 403) return forOperator(`the provider answered ${status}`);
  if (status >= 400 && status < 500 && status !== 408) {
    return { outcome: "refused", reason: `refused-${status}` };
  }
  // It may have been accepted before the connection broke.
  return { outcome: "unknown", reason: `answer-${status}` };
}

function judgeAnswer(body: string): Sending {
  const read = accepted.safeParse(parsed(body));
  if (!read.success) return { outcome: "unknown", reason: "answer-unread" };
  const { ResponseCode: code, ConversationID: reference = "" } = read.data;
  if (String(code) === "0") return { outcome: "accepted", reference: reference.slice(0, 100) };
  return { outcome: "refused", reason: `refused-${String(code).slice(0, 20)}` };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function forOperator(reason: string): Sending {
  return { outcome: "not-sent", reason, after: OPERATOR_AFTER_SECONDS, needsOperator: true };
}

const passShape = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.coerce.number(),
});

/** Renewed before it expires, so that no payment starts with a token that expires on the way. */
const RENEW_BEFORE_MS = 60_000;

/** The token of the calls, requested once and kept while it is valid. */
class Pass {
  readonly #account: DarajaConfig;
  readonly #timing: DarajaTiming;
  #kept: { readonly token: string; readonly until: number } | null = null;

  constructor(account: DarajaConfig, timing: DarajaTiming) {
    this.#account = account;
    this.#timing = timing;
  }

  forget(): void {
    this.#kept = null;
  }

  async token(): Promise<string | Sending> {
    if (this.#kept !== null && performance.now() < this.#kept.until) return this.#kept.token;
    const { baseUrl, consumerKey, consumerSecret } = this.#account;
    const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString("base64");
    const reply = await asked(() =>
      ask({
        url: new URL(`${baseUrl}/oauth/v1/generate?grant_type=client_credentials`),
        method: "GET",
        headers: { authorization: `Basic ${basic}` },
        body: "",
        ...this.#timing,
      }),
    );
    // Requesting a token pays nothing, whatever its result.
    if ("outcome" in reply) return { outcome: "not-sent", reason: "no token" };
    const read = passShape.safeParse(parsed(reply.body));
    if (reply.status >= 400 && reply.status < 500) return forOperator("the key was refused");
    if (reply.status !== 200 || !read.success) return { outcome: "not-sent", reason: "no token" };
    const { access_token: token, expires_in: seconds } = read.data;
    this.#kept = { token, until: performance.now() + seconds * 1000 - RENEW_BEFORE_MS };
    return token;
  }
}
