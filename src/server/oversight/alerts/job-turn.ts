import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import {
  daysBetweenNights,
  type JobName,
  jobSchedules,
  minutesBetweenRuns,
  NIGHT_HOUR,
} from "#shared/jobs.ts";
import { type Database, statement } from "#server/kernel/platform/database.ts";
import { inNairobi, nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { retrySeconds } from "./retry-failed-job.ts";

/** For this long a crashed instance blocks its jobs for the others. */
const LEASE_SECONDS = 300;
/** A job of each minute is claimed and recorded once in this time, not with each run. */
const QUIET_MS = (LEASE_SECONDS * 1000 * 2) / 3;
const RENEW_MS = (LEASE_SECONDS * 1000) / 3;
/** Timers fire a little early or late. */
const TIMER_SLACK_SECONDS = 10;

const leased = `akiba_now() + interval '${LEASE_SECONDS} seconds'`;

// $3 is the interval, $4 the wait after a failure, $5 the days between the nights of a job that
// runs at night.
const claim = statement({
  name: "job-claim",
  text: `update job set runner = $2, lease_until = ${leased}, running_since = akiba_now(),
      unended_since = case when unended_since > coalesce(ended_at, known_since)
        then unended_since else akiba_now() end
    where name = $1 and (runner = $2 or lease_until <= akiba_now()) and case
      when failures > 0 then ended_at <= akiba_now() - make_interval(secs => $4)
      when $5::int > 0 then extract(hour from ${inNairobi("akiba_now()")}) >= ${NIGHT_HOUR}
        and coalesce(${nairobiDay("started_at")} <= akiba_today() - $5::int, true)
      else coalesce(started_at <= akiba_now() - make_interval(secs => $3), true) end
    returning failures`,
  row: z.object({ failures: z.int() }),
});

const nothing = z.object({ name: z.string() });

const renew = statement({
  name: "job-renew",
  text: `update job set lease_until = ${leased} where name = $1 and runner = $2 returning name`,
  row: nothing,
});

const release = statement({
  name: "job-release",
  text: `update job set lease_until = '-infinity', running_since = null
    where name = $1 and runner = $2 returning name`,
  row: nothing,
});

// $4 is the duration in seconds, $5 whether the instance keeps the job, $6 whether any may record.
const record = statement({
  name: "job-record",
  text: `update job set result = $3, running_since = null, ended_at = akiba_now(),
      started_at = akiba_now() - make_interval(secs => $4),
      failures = case when $3 = 'failed' then failures + 1 else 0 end,
      lease_until = case when $5 then ${leased} else '-infinity' end
    where name = $1 and (runner = $2 or $6) returning name`,
  row: nothing,
});

export type JobResult = "succeeded" | "failed";

interface TurnOptions {
  readonly name: JobName;
  /** Whether each instance runs it, because it watches the instance itself. */
  readonly everyInstance: boolean;
  readonly now: () => number;
}

/**
 * The turn of one instance to run a job. The database decides by one conditional statement, with a
 * lease that is renewed while the job runs. An instance keeps a job that runs each minute, so that
 * it writes only now and then instead of at every run.
 */
export class JobTurn {
  readonly #options: TurnOptions;
  readonly #runner = randomUUID();
  readonly #isFrequent: boolean;
  #renewing: NodeJS.Timeout | undefined;
  #claimedAt = -Infinity;
  #recordedAt = -Infinity;
  #recorded: JobResult | null = null;

  constructor(options: TurnOptions) {
    this.#options = options;
    this.#isFrequent = minutesBetweenRuns(options.name) * 60 < LEASE_SECONDS;
  }

  /** Returns the failures since the last success, or null if the job is not to be run here now. */
  async take(database: Database): Promise<number | null> {
    const { name, everyInstance, now } = this.#options;
    if (everyInstance) return this.#recorded === "failed" ? 1 : 0;
    if (this.#isHeld()) {
      this.#keepRenewing(database);
      return 0;
    }
    const seconds = minutesBetweenRuns(name) * 60;
    const schedule = jobSchedules[name];
    const [claimed] = await database.oneWrite("jobs", claim, [
      name,
      this.#runner,
      this.#isFrequent ? seconds - TIMER_SLACK_SECONDS : seconds,
      retrySeconds(schedule, seconds) - TIMER_SLACK_SECONDS,
      daysBetweenNights(schedule),
    ]);
    if (claimed === undefined) return null;
    this.#claimedAt = now();
    this.#recordedAt = -Infinity;
    this.#keepRenewing(database);
    return claimed.failures;
  }

  /** Records how a run ended, unless the same result was recorded recently. */
  async end(database: Database, result: JobResult, milliseconds: number): Promise<void> {
    clearInterval(this.#renewing);
    const { everyInstance, now } = this.#options;
    const isKnown = result === "succeeded" && this.#recorded === result;
    if (isKnown && this.#isQuiet()) return;
    const isKept = this.#isFrequent && !everyInstance && result === "succeeded";
    if (!isKept) this.#claimedAt = -Infinity;
    const values = [...this.#key(), result, milliseconds / 1000, isKept, everyInstance];
    await database.oneWrite("jobs", record, values);
    this.#recorded = result;
    this.#recordedAt = now();
  }

  /** Lets every instance claim the job again, and records no run. */
  async giveBack(database: Database): Promise<void> {
    clearInterval(this.#renewing);
    this.#claimedAt = -Infinity;
    await database.oneWrite("jobs", release, this.#key());
  }

  #keepRenewing(database: Database): void {
    const keep = () => void database.oneWrite("jobs", renew, this.#key()).catch(() => {});
    this.#renewing = setInterval(keep, RENEW_MS).unref();
  }

  #isHeld(): boolean {
    return this.#isFrequent && this.#options.now() - this.#claimedAt < QUIET_MS;
  }

  #isQuiet(): boolean {
    return this.#isFrequent && this.#options.now() - this.#recordedAt < QUIET_MS;
  }

  #key(): [string, string] {
    return [this.#options.name, this.#runner];
  }
}
