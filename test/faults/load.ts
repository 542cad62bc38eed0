import { onTestFinished, vi } from "vitest";
import { PASSWORD, signUpBody } from "../people.ts";
import type { Society } from "./society.ts";

/** The result of a request; null if no answer arrived, so the client does not know the outcome. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** No request may hang longer, whatever the fault. */
const LONGEST_MS = 20_000;

export interface Ask {
  readonly body?: unknown;
  /** A file that is sent in place of a body. */
  readonly csv?: string;
  readonly token?: string;
  readonly key?: string;
  /** The member whose address it comes from. */
  readonly from?: string;
  /** How long an answer may take. */
  readonly longest?: number;
}

/** Sends one request; the address of each member's client is its own. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { body, csv, token, key, from = "nobody", longest = LONGEST_MS }: Ask = {},
): Promise<Answer | null> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        "x-forwarded-for": addressOf(from),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(csv !== undefined && { "content-type": "text/csv" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      signal: AbortSignal.timeout(longest),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(csv !== undefined && { body: csv }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    if ((error as Error).name === "TimeoutError") throw new Error(`${path} hung`, { cause: error });
    return null;
  }
}

function addressOf(from: string): string {
  const number = Number.parseInt(from.replace(/\D/g, ""), 10) || 0;
  return `10.${from.startsWith("MS") ? 1 : 2}.${number >> 8}.${number & 255}`;
}

export function signInBody(memberNo: string, password = PASSWORD) {
  return { memberNo, password };
}

interface LoadOptions {
  readonly society: Society;
  /** The current address; a server that starts again has another port. */
  readonly url: () => string;
  readonly members: number;
  readonly newcomers: number;
  /** How long an answer may take. */
  readonly longest?: number;
  /** How long a client tries again before it gives up. */
  readonly patience?: number;
}

/**
 * Members at work: some sign in and read, some create their account. It keeps every acknowledged
 * effect, to be compared with the database, and every answer that no fault excuses.
 */
export class Load {
  readonly sessions: { memberNo: string; token: string }[] = [];
  readonly codesSent: string[] = [];
  readonly accounts: string[] = [];
  readonly strange: string[] = [];
  readonly statuses = new Map<string, number>();
  readonly #options: LoadOptions;
  #clients: Promise<void>[] = [];
  #nextNewcomer = 1;
  #ends = false;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  get acknowledged(): number {
    return this.sessions.length + this.codesSent.length + this.accounts.length;
  }

  start(): this {
    onTestFinished(() => {
      this.#ends = true;
    });
    const members = Array.from({ length: this.#options.members }, (_, at) => `MS${at + 1}`);
    this.#clients = [
      ...members.map((memberNo) => this.#signsInAndReads(memberNo)),
      ...Array.from({ length: 3 }, () => this.#signsUp()),
    ];
    return this;
  }

  /** Lets each client finish its current request. */
  async stop(): Promise<void> {
    this.#ends = true;
    await Promise.all(this.#clients);
  }

  /** How often an answer of this status came; "none" for no answer. */
  count(status: number | "none"): number {
    return this.statuses.get(String(status)) ?? 0;
  }

  async #signsInAndReads(memberNo: string): Promise<void> {
    while (!this.#ends) {
      const body = signInBody(memberNo);
      const request = { body, from: memberNo };
      const answer = await this.#untilDone("/api/v1/auth/authenticate", 200, request);
      if (answer === null) return;
      const { token } = JSON.parse(answer.text) as { token: string };
      this.sessions.push({ memberNo, token });
      for (const path of [`/api/v1/member/${memberNo}`, `/api/v1/savings/sumTotal/${memberNo}`]) {
        const read = await this.#send("GET", path, { token, from: memberNo });
        if (read?.status !== 200) this.#excuse("read", read);
      }
    }
  }

  async #signsUp(): Promise<void> {
    while (!this.#ends && this.#nextNewcomer <= this.#options.newcomers) {
      const memberNo = `NEW${this.#nextNewcomer}`;
      this.#nextNewcomer += 1;
      const from = memberNo;
      const asked = { body: { memberNo }, key: `code-${memberNo}`, from };
      if ((await this.#untilDone("/api/v1/auth/registerOtp", 200, asked)) === null) return;
      this.codesSent.push(memberNo);
      // The telephone has the code already; we see it once the database can be read.
      const code = await this.#patiently(() => this.#options.society.codeOf(memberNo));
      const body = signUpBody(memberNo, code, { mobileNo: "0712 000 001" });
      const signUp = { body, key: `account-${memberNo}`, from };
      if ((await this.#untilDone("/api/v1/auth/register", 201, signUp)) === null) return;
      this.accounts.push(memberNo);
    }
  }

  /** As the page does: the same request again until it is answered. Null if it never was. */
  async #untilDone(path: string, wanted: number, request: Ask): Promise<Answer | null> {
    try {
      return await this.#patiently(async () => {
        const answer = await this.#send("POST", path, request);
        if (answer?.status === wanted) return answer;
        this.#excuse(path, answer);
        throw new Error(`${path} was answered ${answer?.status}`);
      });
    } catch (error) {
      this.strange.push(`${request.from} gave up: ${(error as Error).message}`);
      return null;
    }
  }

  /** Tries again, after a pause, for as long as a client may. */
  #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    const { patience: timeout = LONGEST_MS } = this.#options;
    return vi.waitFor(attempt, { timeout, interval: 10 });
  }

  async #send(method: string, path: string, given: Ask): Promise<Answer | null> {
    const answer = await ask(this.#options.url(), method, path, {
      longest: this.#options.longest ?? LONGEST_MS,
      ...given,
    });
    const status = String(answer?.status ?? "none");
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return answer;
  }

  /**
   * A fault may cost a broken connection, a 503 that says when to come back, or the answer that the
   * same request is still under way.
   */
  #excuse(what: string, answer: Answer | null): void {
    if (answer === null) return;
    if (answer.status === 503 && answer.headers.has("retry-after")) return;
    if (answer.text.includes('"in-progress"')) return;
    this.strange.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
}
