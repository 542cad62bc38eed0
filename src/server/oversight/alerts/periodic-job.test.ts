import { beforeEach, describe, expect, it } from "vitest";
import { Problem } from "#server/kernel/platform/problem.ts";
import { Database } from "#server/kernel/platform/database.ts";
import { WriteProbe } from "#server/kernel/platform/write-probe.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { silentLog } from "#test/silent-log.ts";
import { periodicJobs } from "#server/periodic-jobs.ts";
import { forgetJobs } from "#test/jobs.ts";
import { CatchingChannel, KeptLog } from "#test/outbox-society.ts";
import { useTestSociety } from "#test/test-society.ts";
import { JobRunner } from "./periodic-job.ts";

const society = useTestSociety();
const MINUTE = 60_000;

let now = 0;

/** Moves the clock of the process and that of the database. */
function advance(milliseconds: number) {
  now += milliseconds;
  society.clock.advance(milliseconds / 1000);
}
let log = new KeptLog();

beforeEach(async () => {
  now = 0;
  log = new KeptLog();
  await society.owner.query("delete from alert; delete from alert_notice");
  await forgetJobs(society.owner);
});

/** A job that fails by throwing `outcome`, run as an instance runs it. */
function runner(outcome: () => void, database = society.database) {
  const job = { name: "withdrawals", run: async () => outcome() } as const;
  return new JobRunner(job, { database, log, now: () => now });
}

const broken = () => {
  throw new Error("a defect");
};
const refusing = (code: "busy" | "in-progress") => () => {
  throw new Problem(code);
};

async function alerts() {
  const found = await society.owner.query(
    "select subject, resolved_at is null as open from alert order by id",
  );
  return found.rows;
}

const said = () => log.lines.map(({ message }) => message);

describe("a periodic job", () => {
  it("raises an alert when it fails, and resolves it when it succeeds again", async () => {
    let outcome = broken as () => void;
    const one = runner(() => outcome());
    await one.round();
    advance(MINUTE);
    await one.round();
    expect(await alerts()).toEqual([{ subject: "withdrawals", open: true }]);
    expect(said()).toContain("a job failed");
    outcome = () => {};
    advance(MINUTE);
    await one.round();
    expect(await alerts()).toEqual([{ subject: "withdrawals", open: false }]);
  });

  it("resolves what an earlier process left open", async () => {
    await runner(broken).round();
    advance(MINUTE);
    await runner(() => {}).round();
    expect(await alerts()).toEqual([{ subject: "withdrawals", open: false }]);
  });

  it("is quiet when another instance is running it", async () => {
    await runner(refusing("in-progress")).round();
    expect(await alerts()).toEqual([]);
    expect(said()).toEqual([]);
  });

  it("is quiet while the database is unreachable for less than 15 minutes", async () => {
    const one = runner(refusing("busy"));
    await one.round();
    advance(14 * MINUTE);
    await one.round();
    expect(await alerts()).toEqual([]);
    expect(said()).toEqual([]);
    advance(1 * MINUTE);
    await one.round();
    expect(await alerts()).toEqual([{ subject: "withdrawals", open: true }]);
  });

  it("counts the time from the last success", async () => {
    let outcome = refusing("busy") as () => void;
    const one = runner(() => outcome());
    await one.round();
    outcome = () => {};
    advance(10 * MINUTE);
    await one.round();
    outcome = refusing("busy");
    advance(10 * MINUTE);
    await one.round();
    advance(10 * MINUTE);
    await one.round();
    expect(await alerts()).toEqual([]);
  });

  it("logs at once and writes the alert later when the database accepts no writes", async () => {
    const options = "-c default_transaction_read_only=on";
    const closed = new Database({ connection: { ...society.connection, options }, poolSize: 1 });
    let database = closed;
    // The same runner, once its database accepts writes again.
    const around = { log, now: () => now };
    const job = { name: "watch", everyInstance: true, run: async () => broken() } as const;
    const one = new JobRunner(job, {
      ...around,
      get database() {
        return database;
      },
    });
    await one.round();
    expect(said()).toEqual(["a job failed", "an alert waits to be written"]);
    expect(await alerts()).toEqual([]);
    database = society.database;
    await one.writeOutcome();
    expect(await alerts()).toEqual([{ subject: "watch", open: true }]);
    await closed.close();
  });
});

describe("every periodic job", () => {
  const channels = { sms: new CatchingChannel(), email: new CatchingChannel() };
  const jobs = () =>
    periodicJobs({
      database: society.database,
      limits: limitDefaults,
      log: silentLog,
      probe: new WriteProbe(society.database),
      channels,
      backups: null,
      notify: () => {},
    });

  it("runs on an empty society without an alert, twice at once", async () => {
    for (const job of jobs()) {
      const around = { database: society.database, log };
      await Promise.all([1, 2].map(() => new JobRunner(job, around).round()));
    }
    expect(said()).toEqual([]);
    expect(await alerts()).toEqual([]);
  });

  it("has a unique name", () => {
    const names = jobs().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
