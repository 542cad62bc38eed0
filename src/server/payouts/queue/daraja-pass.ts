import * as z from "zod/mini";
import type { DarajaAccess } from "#server/kernel/platform/daraja-config.ts";
import { ask, NoReply, type Reply } from "#server/kernel/platform/http-request.ts";
import type { Sending } from "./provider.ts";

export interface DarajaTiming {
  /** Time limits in milliseconds, for a connection and for a whole answer. */
  readonly connectMs: number;
  readonly totalMs: number;
}

/** The usual time limits of a call. */
export const usualTiming: DarajaTiming = { connectMs: 2000, totalMs: 10_000 };

const passShape = z.object({
  access_token: z.string().check(z.minLength(1)),
  expires_in: z.coerce.number(),
});

/** Renewed before it expires, so that no payment starts with a token that expires on the way. */
const RENEW_BEFORE_MS = 60_000;

/** The token of the calls, requested once and kept while it is valid. */
export class Pass {
  readonly #account: DarajaAccess;
  readonly #timing: DarajaTiming;
  #kept: { readonly token: string; readonly until: number } | null = null;

  constructor(account: DarajaAccess, timing: DarajaTiming) {
    this.#account = account;
    this.#timing = timing;
  }

  forget(): void {
    this.#kept = null;
  }

  /** Posts a call with the token; returns its reply, or the reason why there is none. */
  async call(path: string, body: object): Promise<Reply | Sending> {
    const token = await this.token();
    if (typeof token !== "string") return token;
    const reply = await asked(() =>
      ask({
        url: new URL(`${this.#account.baseUrl}${path}`),
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
        ...this.#timing,
      }),
    );
    if (!("outcome" in reply) && reply.status === 401) this.forget();
    return reply;
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

/** Makes a call; one without an answer is `not-sent`, or `unknown` if it may have been read. */
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

/** Parses an answer's body; null if it is not JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const taken = z.object({ ResponseCode: z.union([z.string(), z.number()]) });

/** Whether the provider accepted a request, whose result comes later. */
export function isTaken({ status, body }: Reply): boolean {
  const read = taken.safeParse(parsed(body));
  return status === 200 && read.success && Number(read.data.ResponseCode) === 0;
}

const OPERATOR_AFTER_SECONDS = 60;

/** A call that cannot succeed until an operator changes something. */
export function forOperator(reason: string): Sending {
  return { outcome: "not-sent", reason, after: OPERATOR_AFTER_SECONDS, needsOperator: true };
}
