import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { PASSWORD, signUpBody } from "../people.ts";
import type { Society } from "./society.ts";

/** What a request came to; null where no answer arrived, which tells a client nothing. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** No request may hang longer, whatever the fault. */
const LONGEST_MS = 20_000;

export interface Ask {
  readonly body?: unknown;
  readonly token?: string;
  readonly key?: string;
  /** Whose address it comes from. */
  readonly from?: string;
}

/** Sends one request; the address of each member's client is its own. */
export async function ask(
  url: string,
  method: string,
  path: string,
  { body, token, key, from = "nobody" }: Ask = {},
): Promise<Answer | null> {
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        "x-forwarded-for": addressOf(from),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      signal: AbortSignal.timeout(LONGEST_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
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
  /** Where to send now; a server that starts again does so at another port. */
  readonly url: () => string;
  readonly members: number;
  readonly newcomers: number;
}

/**
 * Members at work: some sign in and read, some create their account. It keeps what was
 * acknowledged, to be held against the database, and every answer that no fault excuses.
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

  /** Lets each client finish what it is at. */
  async stop(): Promise<void> {
    this.#ends = true;
    await Promise.all(this.#clients);
  }

  /** How often an answer of this status came; "none" where there was none. */
  count(status: number | "none"): number {
    return this.statuses.get(String(status)) ?? 0;
  }

  async #signsInAndReads(memberNo: string): Promise<void> {
    while (!this.#ends) {
      const body = signInBody(memberNo);
      const answer = await this.#send("POST", "/api/v1/auth/authenticate", {
        body,
        from: memberNo,
      });
      if (answer?.status !== 200) {
        this.#excuse("sign-in", answer, []);
        continue;
      }
      const { token } = JSON.parse(answer.text) as { token: string };
      this.sessions.push({ memberNo, token });
      for (const path of [`/api/v1/member/${memberNo}`, `/api/v1/savings/sumTotal/${memberNo}`]) {
        const read = await this.#send("GET", path, { token, from: memberNo });
        if (read?.status !== 200) this.#excuse("read", read, []);
      }
    }
  }

  async #signsUp(): Promise<void> {
    while (!this.#ends && this.#nextNewcomer <= this.#options.newcomers) {
      const memberNo = `NEW${this.#nextNewcomer}`;
      this.#nextNewcomer += 1;
      const asked = { memberNo };
      if (!(await this.#untilDone("/api/v1/auth/registerOtp", 200, asked, memberNo))) return;
      this.codesSent.push(memberNo);
      const code = await this.#readCode(memberNo);
      const body = signUpBody(memberNo, code, { mobileNo: "0712 000 001" });
      if (!(await this.#untilDone("/api/v1/auth/register", 201, body, memberNo))) return;
      this.accounts.push(memberNo);
    }
  }

  /** As the page does: the same request with the same key until it is answered. */
  async #untilDone(path: string, wanted: number, body: object, from: string) {
    const key = `${path.split("/").at(-1)}-${from}`;
    const deadline = performance.now() + LONGEST_MS;
    while (performance.now() < deadline) {
      const answer = await this.#send("POST", path, { body, key, from });
      if (answer?.status === wanted) return true;
      this.#excuse(path, answer, ["in-progress"]);
    }
    this.strange.push(`${path} of ${from} was never done`);
    return false;
  }

  async #readCode(memberNo: string): Promise<string> {
    for (;;) {
      try {
        return await this.#options.society.codeOf(memberNo);
      } catch (error) {
        // While the database is down the telephone has the code already, and we cannot see it.
        if (/has no code/.test((error as Error).message)) throw error;
        await pause(20);
      }
    }
  }

  async #send(method: string, path: string, given: Ask): Promise<Answer | null> {
    const answer = await ask(this.#options.url(), method, path, given);
    const status = String(answer?.status ?? "none");
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // A client that is refused does not come back in the same instant.
    if (answer === null || answer.status === 503) await pause(10);
    return answer;
  }

  /** A broken connection and a 503 that says when to come back are what a fault may cost. */
  #excuse(what: string, answer: Answer | null, reasons: readonly string[]): void {
    if (answer === null) return;
    if (answer.status === 503 && answer.headers.has("retry-after")) return;
    if (reasons.some((reason) => answer.text.includes(`"${reason}"`))) return;
    this.strange.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
}
