import { setTimeout as pause } from "node:timers/promises";

/** Runs a round and keeps a record of how it went; throws what the round throws. */
export type RecordRound = <T>(round: () => Promise<T>) => Promise<T>;

const unrecorded: RecordRound = (round) => round();

/**
 * The rounds of a worker that claims due rows under a lease, next to any number of other instances:
 * one after another until it is stopped, with a rest that a notification cuts short. Each worker
 * decides what becomes of a claim that outlives its lease: a message is sent again, a payment is
 * not.
 */
export class Rounds {
  readonly #restMs: number;
  readonly #record: RecordRound;
  #isStopped = false;
  #isNotified = false;
  #awake: (() => void) | null = null;
  #ended: Promise<void> = Promise.resolve();

  constructor(restMs: number, record: RecordRound = unrecorded) {
    this.#restMs = restMs;
    this.#record = record;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * Starts the rounds. One that returns true is followed by the next without a rest. A failed one
   * is reported, and the next is tried after a rest.
   */
  start(round: () => Promise<boolean>, failed: (error: unknown) => void): void {
    this.#ended = this.#run(round, failed);
  }

  /** Cuts the rest short; a notification during a round cuts the next one. */
  notify(): void {
    this.#isNotified = true;
    this.#awake?.();
  }

  /** Resolves when the round in progress has ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.notify();
    await this.#ended;
  }

  async #run(round: () => Promise<boolean>, failed: (error: unknown) => void): Promise<void> {
    while (!this.#isStopped) {
      let moreIsDue = false;
      try {
        moreIsDue = await this.#record(round);
      } catch (error) {
        failed(error);
      }
      if (!moreIsDue && !this.#isStopped) await this.#rest();
    }
  }

  async #rest(): Promise<void> {
    if (!this.#isNotified) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#restMs);
        this.#awake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#awake = null;
    this.#isNotified = false;
  }
}

/** A condition: what is left of a lease is longer than a send may take. */
export function leaseCovers(until: string, seconds: string): string {
  return `${until} >= akiba_now() + make_interval(secs => ${seconds})`;
}

/** Resolves to the result of an action, or to `late` if it takes longer than some seconds. */
export async function withinTime<T>(
  seconds: number,
  action: () => Promise<T>,
  late: T,
): Promise<T> {
  const cutOff = new AbortController();
  const tooLong = pause(seconds * 1000, late, { signal: cutOff.signal });
  tooLong.catch(() => {});
  try {
    return await Promise.race([action(), tooLong]);
  } finally {
    cutOff.abort();
  }
}
