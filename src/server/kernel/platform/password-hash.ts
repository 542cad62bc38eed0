import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { Config } from "./config.ts";
import { hmacSha256 } from "./random.ts";
import { Problem } from "./problem.ts";

/**
 * The lanes of the queue: strangers, and known callers, who signed in from the same device before,
 * proved a code or are signed in.
 */
export type HashLane = "known" | "strangers";

/** The cost of a hash: KiB of memory, passes over it, and lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export interface PasswordHasherOptions {
  readonly pepper: string;
  /** The specified cost by default. */
  readonly cost?: HashCost | undefined;
  /** The most strangers that may wait for a turn. */
  readonly queue: number;
  /** The most known callers that may wait; the same as strangers by default. */
  readonly knownQueue?: number;
  /** The longest wait before a caller is asked to come back. */
  readonly waitMilliseconds: number;
}

/** Returns the hasher for a configuration; no variable of the environment changes its cost. */
export function hasherFor({ passwordPepper, limits }: Config, cost?: HashCost): PasswordHasher {
  return new PasswordHasher({
    pepper: passwordPepper,
    cost,
    queue: limits.hashQueue,
    knownQueue: limits.hashQueueKnown,
    waitMilliseconds: limits.hashWaitMilliseconds,
  });
}

let waitingHashes = 0;

/** The number of callers in this process that wait for a turn to hash. */
export const hashesWaiting = (): number => waitingHashes;

/** OWASP's second choice for argon2id: 19 MiB, two passes, about 10 ms on a server's core. */
const specifiedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const AT_ONCE = Math.max(1, availableParallelism() - 1);

/**
 * Hashes and checks passwords on all cores except one: without this limit a burst of sign-ins would
 * starve every other request. Known callers have a separate queue and, while both queues wait,
 * every other turn. Rejects with `busy` if a queue is full or a wait too long.
 */
export class PasswordHasher {
  readonly #options: PasswordHasherOptions;
  readonly #cost: HashCost;
  readonly #waiting: Readonly<Record<HashLane, (() => void)[]>> = { known: [], strangers: [] };
  readonly #inside: Record<HashLane, number> = { known: 0, strangers: 0 };
  #lastLane: HashLane = "strangers";
  #free = AT_ONCE;
  #decoy: Promise<string> | null = null;

  constructor(options: PasswordHasherOptions) {
    this.#options = options;
    this.#cost = options.cost ?? specifiedCost;
  }

  /**
   * Holds a place in a lane for a whole sign-in, before any database access: a flood that will
   * never get a turn must not take its connections either.
   */
  async withPlace<T>(lane: HashLane, use: () => Promise<T>): Promise<T> {
    if (this.#inside[lane] >= this.#queueOf(lane) + AT_ONCE) throw busy();
    this.#inside[lane] += 1;
    try {
      return await use();
    } finally {
      this.#inside[lane] -= 1;
    }
  }

  /** The PHC string of a new password, peppered. */
  hash(password: string, lane: HashLane = "known"): Promise<string> {
    return this.#inTurn(lane, () => hash(this.#peppered(password), this.#cost));
  }

  /** Whether the password matches the hash; for a null hash it takes as long and returns false. */
  async verify(
    phc: string | null,
    password: string,
    lane: HashLane = "strangers",
  ): Promise<boolean> {
    this.#decoy ??= hash("nobody's password", this.#cost);
    const against = phc ?? (await this.#decoy);
    const same = await this.#inTurn(lane, () => verify(against, this.#peppered(password)));
    return same && phc !== null;
  }

  /** Whether a hash was made at a lower cost than the current one. */
  isOutdated(phc: string): boolean {
    const [, memory = 0, time = 0] = (/\$m=(\d+),t=(\d+),/.exec(phc) ?? []).map(Number);
    return memory < this.#cost.memoryCost || time < this.#cost.timeCost;
  }

  #peppered(password: string): string {
    // Text, because the library checks a hash against text only.
    return hmacSha256(this.#options.pepper, password.normalize("NFKC")).toString("base64");
  }

  #queueOf(lane: HashLane): number {
    const { queue, knownQueue = queue } = this.#options;
    return lane === "known" ? knownQueue : queue;
  }

  async #inTurn<T>(lane: HashLane, work: () => Promise<T>): Promise<T> {
    await this.#turn(lane);
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#callNext();
    }
  }

  /** Runs the next job: when both lanes wait, from the lane that was not served last. */
  #callNext(): void {
    const other = this.#lastLane === "known" ? "strangers" : "known";
    const lane = this.#waiting[other].length > 0 ? other : this.#lastLane;
    this.#lastLane = lane;
    this.#waiting[lane].shift()?.();
  }

  async #turn(lane: HashLane): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const waiting = this.#waiting[lane];
    if (waiting.length >= this.#queueOf(lane)) throw busy();
    waitingHashes += 1;
    const waited = new Promise<void>((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        this.#free -= 1;
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(called), 1);
        reject(busy());
      }, this.#options.waitMilliseconds);
      waiting.push(called);
    });
    await waited.finally(() => (waitingHashes -= 1));
  }
}

function busy(): Problem {
  return new Problem("busy", { retryAfter: 5 });
}
