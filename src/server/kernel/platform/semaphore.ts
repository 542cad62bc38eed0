import { Problem } from "./problem.ts";

export interface TurnsOptions {
  /** The number of callers at work at once. */
  readonly atOnce: number;
  /** The longest wait before a caller is asked to come back. */
  readonly waitMilliseconds: number;
}

/**
 * Lets a number of callers work at once, the others in the order they came; rejects with `busy`
 * after a time.
 */
export class Semaphore {
  readonly #waitMilliseconds: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor({ atOnce, waitMilliseconds }: TurnsOptions) {
    this.#free = atOnce;
    this.#waitMilliseconds = waitMilliseconds;
  }

  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#called();
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  /** Resolves when a turn is handed over. */
  async #called(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const called = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(called);
        reject(new Problem("busy", { retryAfter: 2 }));
      }, this.#waitMilliseconds);
      this.#waiting.add(called);
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
