import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";
import { Complaints } from "./throttled-log.ts";

/** Runs a round and keeps a record of how it went; throws what the round throws. */
export type RecordRound = <T>(round: () => Promise<T>) => Promise<T>;

const unrecorded: RecordRound = (round) => round();

/**
 * The rounds of a worker that claims due rows under a lease, next to any number of other instances.
 * They run one after another until the worker is stopped, with a pause that a notification cuts
 * short.
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
   * Starts the rounds. If a round returns true, the next follows without a pause. A failed round is
   * reported, and the next is tried after a pause.
   */
  start(round: () => Promise<boolean>, failed: (error: unknown) => void): void {
    this.#ended = this.#run(round, failed);
  }

  /** Cuts the pause short; a notification during a round skips the next pause. */
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

interface WorkerOptions {
  readonly log: Log;
  /** The interval of its own checks, in milliseconds. */
  readonly pollMs: number;
  /** Keeps a record of how each round went. */
  readonly record: RecordRound | undefined;
}

/**
 * Starts a worker whose round returns how many rows it claimed: while it finds some, the next round
 * follows at once. A database that is briefly unreachable is not a defect.
 */
export function startWorker(
  { log, pollMs, record }: WorkerOptions,
  words: { readonly job: string; readonly unreadable: string },
  round: () => Promise<number>,
) {
  const rounds = new Rounds(pollMs, record);
  const complaints = new Complaints(log, words.job);
  rounds.start(
    async () => (await round()) > 0,
    (error) => complaints.report(words.unreadable, error),
  );
  return { notify: () => rounds.notify(), stop: () => rounds.stop() };
}

/**
 * Makes one attempt for a claimed row. An error leaves the row to its lease, and is logged: a
 * problem as a warning, anything else as a defect.
 */
export async function attemptClaimed(
  log: Log,
  { job, left }: { readonly job: string; readonly left: string },
  attempt: () => Promise<void>,
): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (error instanceof Problem) log.warn(left, { job, reason: error.code });
    else log.defect(left, error, { job });
  }
}
