import type { AlertKind } from "#shared/alert-kinds.ts";
import type { alertsEn } from "#shared/messages/oversight/alerts-en.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { raiseAlert, resolveAlert } from "./alert.ts";

export type JobName = keyof typeof alertsEn.jobs;

/** A job that runs at a fixed interval, beside any number of other instances. */
export interface Job {
  readonly name: JobName;
  readonly everyMs: number;
  /** Whether it runs at the start too. */
  readonly atStart?: boolean;
  readonly run: () => Promise<unknown>;
}

interface Surroundings {
  readonly database: Database;
  readonly log: Log;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** A database that is away for less than this raises no alert. */
const PATIENCE_MS = 15 * 60_000;

const KIND: AlertKind = "job-failed";

/**
 * Runs a job and reports its failures. A job that another instance is running is no failure. A
 * database that is away for a moment is none either: that becomes an alert after 15 minutes.
 */
export class JobRunner {
  readonly #job: Job;
  readonly #around: Surroundings;
  readonly #now: () => number;
  #isRunning = false;
  #awaySince: number | null = null;
  /** Whether an alert may be open: of this process, or of an earlier one. */
  #mayBeOpen = true;
  /** A result that could not be written yet; null if there is none. */
  #unwritten: "failed" | "succeeded" | null = null;

  constructor(job: Job, around: Surroundings) {
    this.#job = job;
    this.#around = around;
    this.#now = around.now ?? (() => performance.now());
  }

  /** Runs the job once, unless its last run is still going on. Never throws. */
  async round(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      await this.#job.run();
      this.#awaySince = null;
      if (this.#mayBeOpen) this.#unwritten = "succeeded";
    } catch (error) {
      if (this.#isAlarming(error)) this.#unwritten = "failed";
    }
    this.#isRunning = false;
    await this.writeOutcome();
  }

  /** Logs a failure and decides whether it becomes an alert. */
  #isAlarming(error: unknown): boolean {
    const { log } = this.#around;
    const job = this.#job.name;
    const code = error instanceof Problem ? error.code : null;
    if (code === "in-progress") return false;
    if (code === "busy") {
      this.#awaySince ??= this.#now();
      if (this.#now() - this.#awaySince < PATIENCE_MS) {
        log.info("a job waits for the database", { job });
        return false;
      }
    }
    log.defect("a job failed", error, { job });
    return true;
  }

  /** Writes a result that is not written yet; if that fails, the next minute tries again. */
  async writeOutcome(): Promise<void> {
    const outcome = this.#unwritten;
    if (outcome === null) return;
    const { database, log } = this.#around;
    const alert = { kind: KIND, subject: this.#job.name };
    try {
      await database.unitOfWork("alerts", async (work) => {
        await (outcome === "failed" ? raiseAlert(work, alert) : resolveAlert(work, alert));
      });
      this.#mayBeOpen = outcome === "failed";
      this.#unwritten = null;
    } catch (error) {
      if (!(error instanceof Problem)) log.defect("an alert could not be written", error);
      else if (outcome === "failed")
        log.error("an alert waits to be written", { job: alert.subject });
    }
  }
}

const WRITE_AGAIN_MS = 60_000;

/** Runs jobs at their intervals until they are stopped; a failure waits for the next round. */
export function startJobs(jobs: readonly Job[], around: Surroundings): { stop(): void } {
  const timers = jobs.flatMap((job) => {
    const runner = new JobRunner(job, around);
    if (job.atStart === true) void runner.round();
    return [
      setInterval(() => void runner.round(), job.everyMs),
      setInterval(() => void runner.writeOutcome(), WRITE_AGAIN_MS),
    ];
  });
  for (const timer of timers) timer.unref();
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
