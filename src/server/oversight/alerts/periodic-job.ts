import { setTimeout as pause } from "node:timers/promises";
import type { AlertKind } from "#shared/alert-kinds.ts";
import type { JobName, WorkerName } from "#shared/jobs.ts";
import type { Database } from "#server/kernel/platform/database.ts";
import type { Log } from "#server/kernel/platform/log.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import type { RecordRound } from "#server/kernel/platform/worker-rounds.ts";
import { raiseAlert, resolveAlert } from "./alert.ts";
import { type JobResult, JobTurn } from "./job-turn.ts";

/** A job that runs by its schedule, in one instance at a time. */
export interface Job {
  readonly name: JobName;
  /** Whether it runs at the start too, if it is due. */
  readonly atStart?: boolean;
  /** Whether each instance runs it, because it watches the instance itself. */
  readonly everyInstance?: boolean;
  readonly run: () => Promise<unknown>;
}

interface Surroundings {
  readonly database: Database;
  readonly log: Log;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** A database that is unreachable for less than this raises no alert. */
const PATIENCE_MS = 15 * 60_000;

/** The time that a run in progress gets to end when its process stops. */
const MOMENT_MS = 2000;

const KIND: AlertKind = "job-failed";

/** How often jobs are checked and the failures of a worker are counted. */
const ASK_MS = 60_000;

/**
 * Runs a job and reports its failures. A job that another instance is running is not a failure. Nor
 * is a database that is unreachable for a moment: that becomes an alert after 15 minutes.
 */
export class JobRunner {
  readonly #job: Job;
  readonly #around: Surroundings;
  readonly #now: () => number;
  readonly #turn: JobTurn;
  #isRunning = false;
  #isStopping = false;
  #isCutOff = false;
  /** Resolves when the newest round has ended. */
  #ended: Promise<void> = Promise.resolve();
  #awaySince: number | null = null;
  /** The time at which a failed round of a worker was last recorded. */
  #failedAt = -Infinity;
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
    if (this.#isRunning || this.#isStopping) return;
    this.#isRunning = true;
    this.#ended = this.#runIfDue();
    await this.#ended;
  }

  async #runIfDue(): Promise<void> {
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

  /**
   * Gives a run in progress a moment to end, and lets another instance take the job at once. A run
   * that takes longer is interrupted when the database closes, which does not count as a failure.
   */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.race([this.#ended, pause(MOMENT_MS, undefined, { ref: false })]);
    this.#isCutOff = this.#isRunning;
    if (this.#isCutOff || this.#job.everyInstance === true) return;
    await this.#turn.giveBack(this.#around.database).catch(() => {});
  }

  async #runAndRecord(): Promise<void> {
    const from = this.#now();
    let result: JobResult | null = "succeeded";
    try {
      await this.#job.run();
      this.#noteSuccess();
    } catch (error) {
      result = this.#isAlarming(error) ? "failed" : null;
      if (result === "failed") this.#unwritten = "failed";
    }
    await this.#end(result, from);
  }

  #noteSuccess(): void {
    this.#awaySince = null;
    this.#failedAt = -Infinity;
    if (this.#mayBeOpen) this.#unwritten = "succeeded";
  }

  async #end(result: JobResult | null, from: number): Promise<void> {
    if (this.#isCutOff) return;
    const { database, log } = this.#around;
    try {
      if (result === null) await this.#turn.giveBack(database);
      else await this.#turn.end(database, result, this.#now() - from);
    } catch (error) {
      if (!(error instanceof Problem)) log.defect("a run could not be recorded", error);
    }
  }

  /**
   * Runs a round of a worker, which every instance runs all the time, and records how it went.
   * Throws what the round throws. Continuing failures count once a minute.
   */
  async record<T>(round: () => Promise<T>): Promise<T> {
    const from = this.#now();
    try {
      const done = await round();
      this.#noteSuccess();
      await this.#end("succeeded", from);
      await this.writeOutcome();
      return done;
    } catch (error) {
      await this.#recordFailure(error, from);
      throw error;
    }
  }

  async #recordFailure(error: unknown, from: number): Promise<void> {
    if (this.#now() - this.#failedAt < ASK_MS || !this.#isAlarming(error)) return;
    this.#failedAt = this.#now();
    this.#unwritten = "failed";
    await this.#end("failed", from);
    await this.writeOutcome();
  }

  /** Logs a failure and decides whether it becomes an alert. */
  #isAlarming(error: unknown): boolean {
    if (this.#isCutOff) return false;
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

  /** Writes a result that is not written yet; if that fails, it is retried a minute later. */
  async writeOutcome(): Promise<void> {
    const outcome = this.#unwritten;
    if (outcome === null || this.#isCutOff) return;
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

/**
 * Returns what records the rounds of a worker. It has no turn to wait for: its rows are claimed one
 * by one, next to any number of other instances.
 */
export function recordWorker(name: WorkerName, around: Surroundings): RecordRound {
  const job = { name, everyInstance: true, run: async () => {} };
  const runner = new JobRunner(job, around);
  return (round) => runner.record(round);
}

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
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
