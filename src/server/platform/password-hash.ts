import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import type { Config } from "./config.ts";
import { hmacSha256 } from "./random.ts";
import { Refusal } from "./refusal.ts";

export interface PasswordHasherOptions {
  readonly pepper: string;
  /** How many may wait for a turn. */
  readonly queue: number;
  /** How long one waits before it is told to come back. */
  readonly waitMilliseconds: number;
}

/** The hasher a configuration asks for. */
export function hasherFor({ passwordPepper, limits }: Config): PasswordHasher {
  const { hashQueue: queue, hashWaitMilliseconds: waitMilliseconds } = limits;
  return new PasswordHasher({ pepper: passwordPepper, queue, waitMilliseconds });
}

/** OWASP's second choice for argon2id: 19 MiB, two passes, about 10 ms on a server's core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes and checks passwords, on all cores but one at a time: without that bound a burst of
 * sign-ins starves every other request. Over the queue or the wait it refuses with `busy`.
 */
export class PasswordHasher {
  readonly #options: PasswordHasherOptions;
  readonly #waiting: (() => void)[] = [];
  #free = Math.max(1, availableParallelism() - 1);
  #decoy: Promise<string> | null = null;

  constructor(options: PasswordHasherOptions) {
    this.#options = options;
  }

  /** The PHC string of a new password, peppered. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(this.#peppered(password), COST));
  }

  /** Whether the password is the one hashed; for null it takes as long and says no. */
  async verify(phc: string | null, password: string): Promise<boolean> {
    this.#decoy ??= hash("nobody's password", COST);
    const against = phc ?? (await this.#decoy);
    const same = await this.#inTurn(() => verify(against, this.#peppered(password)));
    return same && phc !== null;
  }

  /** Whether a hash was made at a lower cost than is asked for now. */
  isOutdated(phc: string): boolean {
    const [, memory = 0, time = 0] = (/\$m=(\d+),t=(\d+),/.exec(phc) ?? []).map(Number);
    return memory < COST.memoryCost || time < COST.timeCost;
  }

  #peppered(password: string): string {
    // Text, because the library checks a hash against text only.
    return hmacSha256(this.#options.pepper, password.normalize("NFKC")).toString("base64");
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      return await work();
    } finally {
      this.#free += 1;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const { queue, waitMilliseconds } = this.#options;
    if (this.#waiting.length >= queue) throw new Refusal("busy", { retryAfter: 5 });
    await new Promise<void>((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        this.#free -= 1;
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(called), 1);
        reject(new Refusal("busy", { retryAfter: 5 }));
      }, waitMilliseconds);
      this.#waiting.push(called);
    });
  }
}
