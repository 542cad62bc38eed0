import { Agent } from "node:http";
import { Agent as AgentByTls } from "node:https";
import * as z from "zod/mini";
import { ask, type Reply } from "#server/kernel/platform/http-request.ts";
import type { AfricasTalkingAccount } from "#server/kernel/platform/message-config.ts";
import type { Delivery, MessageChannel } from "./channel.ts";

const CONNECT_MS = 2000;
/**
 * Messages in quick succession share connections. One that was idle for longer is not used again:
 * the gateway may have dropped it, which would cost a one-time code its first try.
 */
const IDLE_MS = 1000;
/** The longest wait for an answer: shorter than a send may take, and so than its lease. */
export const ANSWER_MS = 15_000;

/**
 * Sends text messages by Africa's Talking. Its API has no idempotency key, so we wait for slow
 * responses. Without an answer in time the message counts as not sent, although the provider may
 * have accepted it: better twice than not at all.
 */
export function africasTalkingSms(
  account: AfricasTalkingAccount,
  { totalMs = ANSWER_MS, idleMs = IDLE_MS } = {},
): MessageChannel {
  const url = new URL(`${account.baseUrl}/version1/messaging`);
  const agent = new (url.protocol === "https:" ? AgentByTls : Agent)({
    keepAlive: true,
    timeout: idleMs,
  });
  const headers = { apiKey: account.apiKey, accept: "application/json" };
  return {
    atOnce: account.atOnce,
    async send({ recipient, text }) {
      if (!/^\+254[71]\d{8}$/.test(recipient)) return failed("not a Kenyan mobile number");
      const form = new URLSearchParams({
        username: account.username,
        to: recipient,
        message: text,
        ...(account.from !== "" && { from: account.from }),
        bulkSMSMode: "1",
        enqueue: "1",
      });
      try {
        const timing = { connectMs: CONNECT_MS, totalMs };
        return judge(await postForm({ url, agent, headers, form, ...timing }), recipient);
      } catch {
        // The error's own text may quote the request, so it only says that there was no answer.
        return retry("no answer from the gateway");
      }
    },
  };
}

const answerShape = z.object({
  SMSMessageData: z.object({
    Message: z.optional(z.string()),
    Recipients: z.array(
      z.object({
        statusCode: z.optional(z.coerce.number()),
        number: z.optional(z.string()),
        status: z.optional(z.string()),
        messageId: z.optional(z.string()),
        cost: z.optional(z.string()),
      }),
    ),
  }),
});

type Answer = z.output<typeof answerShape>["SMSMessageData"];

const MALFORMED_AFTER_SECONDS = 30;

function judge(answer: FormAnswer, recipient: string): Delivery {
  const { status } = answer;
  if (status !== 200 && status !== 201) return judgeStatus(answer);
  const data = readAnswer(answer.body);
  if (data === null) {
    // The message may well have been accepted, so the next attempt waits longer.
    return { ...retry("an answer that makes no sense"), after: MALFORMED_AFTER_SECONDS };
  }
  const found =
    data.Recipients.find(({ number }) => number === recipient) ??
    (data.Recipients.length === 1 ? data.Recipients[0] : undefined);
  // An answer without a recipient has its reason in the message, such as InvalidSenderId.
  if (found === undefined) return problemCalled(data.Message) ?? retry("an answer about nobody");
  return judgeRecipient(found);
}

function judgeStatus({ status, retryAfter }: FormAnswer): Delivery {
  const reason = `the gateway answered ${status}`;
  const after = Math.min(retryAfter ?? 0, 3600);
  if (status >= 500 || status === 429 || status === 408) return { ...retry(reason), after };
  if (status === 400 || status === 413 || status === 422) return failed(reason);
  return forOperator(reason);
}

function readAnswer(body: string): Answer | null {
  try {
    return answerShape.parse(JSON.parse(body)).SMSMessageData;
  } catch {
    return null;
  }
}

const OPERATOR_AFTER_SECONDS = 30;

const ACCEPTED = new Set([100, 101, 102]);

function judgeRecipient(recipient: Answer["Recipients"][number]): Delivery {
  const { statusCode: code = 0, status, messageId = "", cost } = recipient;
  const refused = problems[code] ?? problemCalled(status);
  if (refused !== undefined) return refused;
  if (ACCEPTED.has(code)) {
    const shillings = shillingsOf(cost);
    return { outcome: "delivered", reference: messageId, ...(shillings && { cost: shillings }) };
  }
  return retry(`an unknown status ${code}`);
}

/** The cost, such as KES 0.8000; another currency is not converted. */
function shillingsOf(cost: string | undefined): string | null {
  return /^KES (\d{1,6}(?:\.\d{1,4})?)$/.exec(cost ?? "")?.[1] ?? null;
}

// The provider's published list of status codes. A problem of the number is final, one of our
// account needs the operator, and others are temporary.
const named: readonly (readonly [code: number, name: string, delivery: Delivery])[] = [
  [401, "RiskHold", forOperator("RiskHold")],
  [402, "InvalidSenderId", forOperator("InvalidSenderId")],
  [403, "InvalidPhoneNumber", failed("InvalidPhoneNumber")],
  [404, "UnsupportedNumberType", failed("UnsupportedNumberType")],
  [405, "InsufficientBalance", forOperator("InsufficientBalance")],
  [406, "UserInBlacklist", failed("UserInBlacklist")],
  [407, "CouldNotRoute", retry("CouldNotRoute")],
  [409, "DoNotDisturbRejection", failed("DoNotDisturbRejection")],
  [500, "InternalServerError", retry("InternalServerError")],
  [501, "GatewayError", retry("GatewayError")],
  [502, "RejectedByGateway", retry("RejectedByGateway")],
];

const problems: Readonly<Record<number, Delivery>> = Object.fromEntries(
  named.map(([code, , delivery]) => [code, delivery]),
);

/** The name of a problem takes precedence over a success code, such as 101 or 201. */
function problemCalled(name: string | undefined): Delivery | undefined {
  const wanted = name?.toLowerCase().replaceAll(/[^a-z]/g, "");
  return named.find(([, known]) => known.toLowerCase() === wanted)?.[2];
}

type Retry = Extract<Delivery, { outcome: "retry" }>;

function retry(reason: string): Retry {
  return { outcome: "retry", reason };
}

function forOperator(reason: string): Delivery {
  return { outcome: "retry", reason, after: OPERATOR_AFTER_SECONDS, needsOperator: true };
}

function failed(reason: string): Delivery {
  return { outcome: "failed", reason };
}

interface FormPost {
  readonly url: URL;
  readonly agent?: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly form: URLSearchParams;
  /** Milliseconds until there is a connection, and until the answer is read to its end. */
  readonly connectMs: number;
  readonly totalMs: number;
}

type FormAnswer = Reply;

/** Posts a form and reads the answer; throws if none arrives in time. */
export function postForm({ form, headers, ...post }: FormPost): Promise<FormAnswer> {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return ask({ ...post, method: "POST", headers: { ...headers, ...type }, body: form.toString() });
}
