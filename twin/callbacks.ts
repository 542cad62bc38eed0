import { request } from "node:http";
import type { Faults, FaultyCall } from "./faults.ts";

/** A callback to be sent; the body is made from an amount in cents, which a fault may change. */
export interface Callback {
  readonly call: FaultyCall;
  readonly url: string;
  /** Where a time-out is posted; without it that fault loses the callback. */
  readonly timeoutUrl?: string;
  readonly amount: bigint;
  readonly body: (amount: bigint) => unknown;
}

/** An answer to a callback. */
export interface CallbackAnswer {
  readonly status: number;
  readonly body: string;
}

const DELAY_MS = 3000;
const LONGEST_ANSWER = 65_536;

/** Returns whether callbacks may be posted to an address: only to this machine, without TLS. */
export function isLocalAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLocal = hostname === "127.0.0.1" || hostname === "localhost";
  return protocol === "http:" && isLocal && username === "" && password === "";
}

/** Posts callbacks once, as Daraja does, and applies the faults of callbacks. */
export class Callbacks {
  readonly #faults: Faults;
  readonly #timeoutMs: number;
  readonly #pending = new Set<Promise<unknown>>();
  readonly #delayed = new Map<NodeJS.Timeout, Callback>();
  #held: Callback[] = [];

  constructor(faults: Faults, timeoutMs: number) {
    this.#faults = faults;
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a callback, or does to it what its fault says. */
  send(callback: Callback): void {
    const fault = this.#faults.ofCallback(callback.call);
    if (fault === "lose") return;
    if (fault === "reorder") return void this.#held.push(callback);
    if (fault === "delay") return this.#delay(callback);
    if (fault === "time-out") return this.#tellTimeout(callback);
    const amount = fault === "other-amount" ? callback.amount + 100n : callback.amount;
    const held = this.#held;
    this.#held = [];
    const times = fault === "double" ? 2 : 1;
    const posts = [...Array.from({ length: times }, () => ({ ...callback, amount })), ...held];
    this.track(this.#postInOrder(posts));
  }

  /**
   * Posts a query and returns its answer; null if none arrives in time. A late query comes after
   * that, one that is out of order after the next callback: their answers are not awaited.
   */
  async ask(callback: Callback): Promise<CallbackAnswer | null> {
    const fault = this.#faults.ofCallback(callback.call);
    if (fault === "lose" || fault === "time-out") return null;
    if (fault === "delay" || fault === "reorder") {
      if (fault === "delay") this.#delay(callback);
      else this.#held.push(callback);
      return null;
    }
    const amount = fault === "other-amount" ? callback.amount + 100n : callback.amount;
    if (fault === "double") await this.#post({ ...callback, amount });
    return this.#post({ ...callback, amount });
  }

  /** Counts work as pending until it ends, so that `flush` waits for it. */
  track(work: Promise<unknown>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work)).catch(() => {});
  }

  /** Sends what is held or delayed, and waits until nothing is pending. */
  async flush(): Promise<void> {
    for (;;) {
      await Promise.allSettled(this.#pending);
      const late = [...this.#delayed.values(), ...this.#held];
      this.clear();
      if (late.length === 0 && this.#pending.size === 0) return;
      this.track(this.#postInOrder(late));
    }
  }

  /** Forgets what is held or delayed. */
  clear(): void {
    for (const timer of this.#delayed.keys()) clearTimeout(timer);
    this.#delayed.clear();
    this.#held = [];
  }

  #tellTimeout(callback: Callback): void {
    const { timeoutUrl: url } = callback;
    if (url !== undefined) this.track(this.#post({ ...callback, url }));
  }

  #delay(callback: Callback): void {
    const timer = setTimeout(() => {
      this.#delayed.delete(timer);
      this.track(this.#post(callback));
    }, DELAY_MS);
    timer.unref();
    this.#delayed.set(timer, callback);
  }

  async #postInOrder(callbacks: readonly Callback[]): Promise<void> {
    for (const callback of callbacks) await this.#post(callback);
  }

  #post({ url, amount, body }: Callback): Promise<CallbackAnswer | null> {
    return post(url, JSON.stringify(body(amount)), this.#timeoutMs);
  }
}

function post(url: string, body: string, timeoutMs: number): Promise<CallbackAnswer | null> {
  // Checked here too, so that no caller can make the twin send anything to another machine.
  if (!isLocalAddress(url)) return Promise.resolve(null);
  return new Promise((resolve) => {
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    };
    const signal = AbortSignal.timeout(timeoutMs);
    const sent = request(url, { method: "POST", agent: false, headers, signal }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        if (text.length < LONGEST_ANSWER) text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.on("error", () => resolve(null));
    });
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}
