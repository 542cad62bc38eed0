import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type JobName, jobNames } from "#shared/jobs.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { forgetJobs } from "#test/jobs.ts";
import { KeptLog } from "#test/outbox-society.ts";
import { patientLimits, useTestSociety } from "#test/test-society.ts";
import { watchOverdue } from "./announce-overdue-jobs.ts";
import { JobRunner } from "./periodic-job.ts";

const society = useTestSociety();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let now = 0;
let runs: string[] = [];
let second: Database;

beforeAll(() => {
  const { connection, clock } = society;
  second = new Database({ connection, clock, poolSize: 3, limits: patientLimits });
});
afterAll(() => second.close());
beforeEach(async () => {
  now = 0;
  runs = [];
  // Nine in the morning in Nairobi of the next day, so that no test depends on another.
  society.clock.set(new Date(society.clock.stillAt().getTime() + 24 * HOUR));
  await society.owner.query("delete from alert; delete from alert_notice");
  await forgetJobs(society.owner);
});

function advance(milliseconds: number) {
  now += milliseconds;
  society.clock.advance(milliseconds / 1000);
}

type Run = () => unknown;

/** A runner of the named job in an instance, which notes each run. */
function instance(label: string, name: JobName, run: Run = () => {}) {
  const database = label === "B" ? second : society.database;
  const noted = async () => {
    runs.push(label);
    await run();
  };
  return new JobRunner({ name, run: noted }, { database, log: new KeptLog(), now: () => now });
}

/** Starts a job in the first instance and returns once it runs; the result lets it finish. */
async function startLong(name: JobName): Promise<() => Promise<void>> {
  let finish = () => {};
  let round = Promise.resolve();
  await new Promise<void>((isRunning) => {
    const run = () =>
      new Promise<void>((end) => {
        finish = end;
        isRunning();
      });
    round = instance("A", name, run).round();
  });
  return () => {
    finish();
    return round;
  };
}

async function row(name: JobName) {
  const found = await society.owner.query("select *, xmin from job where name = $1", [name]);
  return found.rows[0];
}

async function overdue() {
  await watchOverdue(society.database);
  const found = await society.owner.query(
    "select subject from alert where kind = 'job-overdue' and resolved_at is null order by 1",
  );
  return found.rows.map(({ subject }) => subject as string);
}

const broken = () => {
  throw new Error("a defect");
};

describe("of two instances", () => {
  it("one runs a job, however often both ask at once", async () => {
    for (let hour = 0; hour < 5; hour += 1) {
      const both = [instance("A", "case-deadlines"), instance("B", "case-deadlines")];
      await Promise.all(both.map((one) => one.round()));
      expect(runs).toHaveLength(hour + 1);
      advance(HOUR);
    }
  });

  it("neither starts a job that the other is still running, however long it takes", async () => {
    const finish = await startLong("retention");
    advance(4 * MINUTE);
    await instance("B", "retention").round();
    expect(runs).toEqual(["A"]);
    await finish();
    expect(await row("retention")).toMatchObject({ result: "succeeded", running_since: null });
  });

  it("an hourly job is run once in its hour, by whichever asks first", async () => {
    const [a, b] = [instance("A", "case-deadlines"), instance("B", "case-deadlines")];
    await a.round();
    advance(30 * MINUTE);
    await b.round();
    advance(29 * MINUTE);
    await Promise.all([a.round(), b.round()]);
    expect(runs).toEqual(["A"]);
    advance(MINUTE);
    await b.round();
    await a.round();
    expect(runs).toEqual(["A", "B"]);
  });

  it("the second takes over five minutes after the first was killed", async () => {
    const killed = instance("A", "withdrawals");
    await killed.round();
    const b = instance("B", "withdrawals");
    advance(4 * MINUTE);
    await b.round();
    expect(runs).toEqual(["A"]);
    advance(MINUTE);
    await b.round();
    expect(runs).toEqual(["A", "B"]);
  });

  it("the second takes over at once after the first was stopped", async () => {
    const stopped = instance("A", "withdrawals");
    await stopped.round();
    await stopped.stop();
    advance(MINUTE);
    await instance("B", "withdrawals").round();
    expect(runs).toEqual(["A", "B"]);
  });

  it("one resolves the alert of the other", async () => {
    const b = instance("B", "case-deadlines");
    await b.round();
    advance(HOUR);
    await instance("A", "case-deadlines", broken).round();
    advance(10 * MINUTE);
    await b.round();
    const open = "select from alert where kind = 'job-failed' and resolved_at is null";
    expect((await society.owner.query(open)).rowCount).toBe(0);
  });
});

describe("the registry of jobs", () => {
  it("has a row for each job", async () => {
    const found = await society.owner.query("select name from job");
    expect(found.rows.map(({ name }) => name as string).toSorted()).toEqual(jobNames.toSorted());
  });

  it("keeps the last run, its duration and the failures in a row", async () => {
    let run: Run = () => {
      advance(2500);
      broken();
    };
    const one = instance("A", "retention", () => run());
    await one.round();
    const first = await row("retention");
    expect(first).toMatchObject({ result: "failed", failures: 1 });
    expect(first.ended_at - first.started_at).toBe(2500);
    advance(10 * MINUTE);
    await one.round();
    expect(await row("retention")).toMatchObject({ result: "failed", failures: 2 });
    run = () => {};
    advance(10 * MINUTE);
    await one.round();
    expect(await row("retention")).toMatchObject({ result: "succeeded", failures: 0 });
  });

  it("tries a failed job again after ten minutes, not each minute", async () => {
    const one = instance("A", "retention", broken);
    for (let minute = 0; minute <= 20; minute += 1) {
      await one.round();
      advance(MINUTE);
    }
    expect(runs).toHaveLength(3);
  });

  it("tries a failed weekly job again after a day, not every ten minutes", async () => {
    const one = instance("A", "backup-proof", broken);
    for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
      await one.round();
      advance(10 * MINUTE);
    }
    expect(runs).toHaveLength(2);
  });

  it("runs a nightly job once after two o'clock", async () => {
    const one = instance("A", "reconciler");
    await one.round();
    for (let hour = 0; hour < 24; hour += 1) {
      advance(HOUR);
      await one.round();
    }
    expect(runs).toHaveLength(2);
    expect(new Date((await row("reconciler")).started_at).getUTCHours()).toBe(23);
  });

  it("runs a weekly job once in seven nights", async () => {
    const one = instance("A", "backup-proof");
    for (let hour = 0; hour < 15 * 24; hour += 1) {
      await one.round();
      advance(HOUR);
    }
    expect(runs).toHaveLength(3);
  });

  it("records no run of a job that something else is doing already, and asks again", async () => {
    let run: Run = () => {
      throw new Problem("in-progress");
    };
    const one = instance("A", "reconciler", () => run());
    await one.round();
    expect(await row("reconciler")).toMatchObject({ result: null, running_since: null });
    run = () => {};
    await one.round();
    expect(await row("reconciler")).toMatchObject({ result: "succeeded" });
  });

  it("writes less than once a minute, and nothing to the audit log", async () => {
    const audited = "select count(*)::int as n from audit_record";
    const before = (await society.owner.query(audited)).rows[0].n as number;
    const one = instance("A", "withdrawals");
    const versions = new Set<string>();
    for (let minute = 0; minute < 60; minute += 1) {
      await one.round();
      versions.add((await row("withdrawals")).xmin);
      advance(MINUTE);
    }
    expect(runs).toHaveLength(60);
    expect(versions.size).toBe(15);
    expect((await society.owner.query(audited)).rows[0].n).toBe(before);
  });
});

describe("a job that has not run", () => {
  /** Every job has just run. */
  async function allRun() {
    await society.owner.query(
      `update job set started_at = $1, ended_at = $1, result = 'succeeded'`,
      [society.clock.stillAt()],
    );
  }

  it("for three of its intervals raises an alert, until it runs again", async () => {
    await allRun();
    advance(3 * HOUR);
    expect(await overdue()).not.toContain("case-deadlines");
    advance(1000);
    expect(await overdue()).toContain("case-deadlines");
    expect(await overdue()).not.toContain("retention");
    await instance("A", "case-deadlines").round();
    expect(await overdue()).not.toContain("case-deadlines");
  });

  it("for a quarter of an hour raises an alert, but not sooner", async () => {
    await allRun();
    advance(15 * MINUTE);
    expect(await overdue()).toEqual([]);
    advance(1000);
    const workers = ["outbox", "pay-in-reversals", "payout-questions", "payouts", "prompts"];
    const eachMinute = ["contact-changes", "watch", "withdrawals"];
    expect(await overdue()).toEqual([...workers, ...eachMinute].toSorted());
  });

  it("notifies the administrators", async () => {
    await allRun();
    advance(22 * 24 * HOUR);
    await overdue();
    const notified = "select from alert where kind = 'job-overdue' and notified_at is not null";
    expect((await society.owner.query(notified)).rowCount).toBe(jobNames.length);
  });

  it("is overdue when each run ends with its process, however often it is started", async () => {
    await allRun();
    for (let minutes = 0; minutes < 60; minutes += 10) {
      advance(10 * MINUTE);
      await startLong("sweep");
    }
    expect(runs).toHaveLength(6);
    expect(await overdue()).toContain("sweep");
    advance(10 * MINUTE);
    await instance("B", "sweep").round();
    expect(await overdue()).not.toContain("sweep");
  });

  it("is not overdue while it runs for the first time after a week", async () => {
    await allRun();
    advance(7 * 24 * HOUR);
    const finish = await startLong("retention");
    expect(await overdue()).not.toContain("retention");
    await finish();
  });
});
