import type { Log } from "./log.ts";
import { Problem } from "./problem.ts";

const QUIET_MS = 60_000;

interface Complaint {
  saidAt: number;
  since: number;
}

/**
 * Logs each complaint at most once a minute, with its count, so that an outage does not fill the
 * disk.
 */
export class Complaints {
  readonly #log: Log;
  readonly #job: string;
  readonly #known = new Map<string, Complaint>();

  constructor(log: Log, job: string) {
    this.#log = log;
    this.#job = job;
  }

  /** Logs a failure: an outage of the database as a complaint, anything else as a defect. */
  report(message: string, error: unknown): void {
    if (error instanceof Problem) this.warn(message, error.code);
    else this.#log.defect(message, error, { job: this.#job });
  }

  /** The message and the reason come from closed lists, so that the memory used stays small. */
  warn(message: string, reason: string): void {
    const key = `${message}\n${reason}`;
    const now = performance.now();
    const known = this.#known.get(key) ?? { saidAt: Number.NEGATIVE_INFINITY, since: 0 };
    known.since += 1;
    this.#known.set(key, known);
    if (now - known.saidAt < QUIET_MS) return;
    this.#log.warn(message, { job: this.#job, reason, count: known.since });
    known.saidAt = now;
    known.since = 0;
  }
}
