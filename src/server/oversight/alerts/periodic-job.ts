import type { AlertKind } from "#shared/alert-kinds.ts";
import type { JobName } from "#shared/jobs.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { raiseAlert, resolveAlert } from "./alert.ts";
import { type JobResult, JobTurn } from "./job-turn.ts";

/** A job that runs by its schedule, in one instance at a time. */
export interface Job {
  readonly name: JobName;
  /** Whether it runs at the start too, if it is due. */
  readonly atStart?: boolean;
  /** Whether each instance runs it, as it watches the instance itself. */
  readonly everyInstance?: boolean;
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
  readonly #turn: JobTurn;
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
    const { name, everyInstance = false } = job;
    this.#turn = new JobTurn({ name, everyInstance, now: this.#now });
  }

  /** Runs the job if it is due and no instance is running it. Never throws. */
  async round(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const failures = await this.#turn.take(this.#around.database);
      if (failures !== null) {
        // Another instance may have raised the alert.
        if (failures > 0) this.#mayBeOpen = true;
        await this.#runAndRecord();
      }
    } catch (error) {
      if (this.#isAlarming(error)) this.#unwritten = "failed";
    }
    this.#isRunning = false;
    await this.writeOutcome();
  }

  /** Lets another instance take the job at once, unless it is running here. */
  async giveBack(): Promise<void> {
    if (this.#isRunning || this.#job.everyInstance === true) return;
    await this.#turn.giveBack(this.#around.database).catch(() => {});
  }

  async #runAndRecord(): Promise<void> {
    const from = this.#now();
    let result: JobResult | null = "succeeded";
    try {
      await this.#job.run();
      this.#awaySince = null;
      if (this.#mayBeOpen) this.#unwritten = "succeeded";
    } catch (error) {
      result = this.#isAlarming(error) ? "failed" : null;
      if (result === "failed") this.#unwritten = "failed";
    }
    const { database, log } = this.#around;
    try {
      if (result === null) await this.#turn.giveBack(database);
      else await this.#turn.end(database, result, this.#now() - from);
    } catch (error) {
      if (!(error instanceof Problem)) log.defect("a run could not be recorded", error);
    }
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

const ASK_MS = 60_000;

/** Asks each minute which jobs are due and runs them, until they are stopped. */
export function startJobs(jobs: readonly Job[], around: Surroundings): { stop(): Promise<void> } {
  const runners = jobs.map((job) => new JobRunner(job, around));
  const timers = runners.map((runner, at) => {
    if (jobs[at]?.atStart === true) void runner.round();
    // A round also writes what could not be written before.
    return setInterval(() => void runner.round(), ASK_MS).unref();
  });
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(runners.map((runner) => runner.giveBack()));
    },
  };
}
