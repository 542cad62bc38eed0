import { beforeEach, describe, expect, it } from "vitest";
import { Rounds } from "#server/kernel/platform/worker-rounds.ts";
import { forgetJobs } from "#test/jobs.ts";
import { KeptLog } from "#test/outbox-society.ts";
import { useTestSociety } from "#test/test-society.ts";
import { expectUsed, forgetUnused, jobStandings } from "./job-standings.ts";
import { watchOverdue } from "./announce-overdue-jobs.ts";
import { JobRunner } from "./periodic-job.ts";

const society = useTestSociety();
const MINUTE = 60_000;

let now = 0;
let log = new KeptLog();

/** Moves the clock of the process and that of the database. */
function advance(milliseconds: number) {
  now += milliseconds;
  society.clock.advance(milliseconds / 1000);
}

beforeEach(async () => {
  now = 0;
  log = new KeptLog();
  await society.owner.query("delete from alert; delete from alert_notice");
  await forgetJobs(society.owner);
  await society.owner.query("update job set known_since = 'infinity' where name = 'payouts'");
});

/** The worker of payouts in one instance. */
function worker() {
  const job = { name: "payouts", everyInstance: true, run: async () => {} } as const;
  return new JobRunner(job, { database: society.database, log, now: () => now });
}

const good = async () => true;
const broken = async () => {
  throw new Error("a defect");
};

async function standing() {
  const all = await jobStandings(society.database.oneStatementSnapshot());
  return all.find(({ name }) => name === "payouts");
}

async function alerts() {
  const found = await society.owner.query(
    "select kind, subject, resolved_at is null as open from alert order by id",
  );
  return found.rows;
}

describe("a worker", () => {
  it("is not in use before its first round, and then shows how it goes", async () => {
    expect(await standing()).toMatchObject({ state: "off", started_at: null });
    const one = worker();
    expect(await one.record(good)).toBe(true);
    expect(await standing()).toMatchObject({ state: "succeeded", failures: 0 });
  });

  it("writes about once in four minutes, however many rounds it makes", async () => {
    const one = worker();
    await one.record(good);
    const first = await standing();
    for (let n = 0; n < 60; n += 1) {
      advance(1000);
      await one.record(good);
    }
    expect(await standing()).toEqual(first);
    advance(3 * MINUTE);
    await one.record(good);
    expect((await standing())?.started_at).not.toEqual(first?.started_at);
  });

  it("raises an alert at its first failed round, counts once a minute, and recovers", async () => {
    const one = worker();
    for (let n = 0; n < 10; n += 1) {
      await expect(one.record(broken)).rejects.toThrow("a defect");
      advance(1000);
    }
    expect(await standing()).toMatchObject({ state: "failed", failures: 1 });
    advance(MINUTE);
    await expect(one.record(broken)).rejects.toThrow("a defect");
    expect(await standing()).toMatchObject({ failures: 2 });
    expect(await alerts()).toEqual([{ kind: "job-failed", subject: "payouts", open: true }]);
    await one.record(good);
    expect(await standing()).toMatchObject({ state: "succeeded", failures: 0 });
    expect(await alerts()).toEqual([{ kind: "job-failed", subject: "payouts", open: false }]);
  });

  it("is overdue once no instance has made a round for 15 minutes", async () => {
    await worker().record(good);
    advance(14 * MINUTE);
    expect((await standing())?.state).toBe("succeeded");
    advance(2 * MINUTE);
    expect((await standing())?.state).toBe("overdue");
    await watchOverdue(society.database);
    const late = (await alerts()).filter(({ subject }) => subject === "payouts");
    expect(late).toEqual([{ kind: "job-overdue", subject: "payouts", open: true }]);
    // Another instance that is set up for it goes on.
    await worker().record(good);
    expect((await standing())?.state).toBe("succeeded");
  });

  it("that hangs in its first round is overdue 15 minutes after the start", async () => {
    const hanging = worker().record(() => new Promise<boolean>(() => {}));
    void hanging;
    await expectUsed(society.database, ["payouts"]);
    expect(await standing()).toMatchObject({ state: "never" });
    advance(14 * MINUTE);
    // Another start does not begin the count again.
    await expectUsed(society.database, ["payouts"]);
    advance(2 * MINUTE);
    expect(await standing()).toMatchObject({ state: "overdue", started_at: null });
    await watchOverdue(society.database);
    const late = (await alerts()).filter(({ subject }) => subject === "payouts");
    expect(late).toEqual([{ kind: "job-overdue", subject: "payouts", open: true }]);
  });

  it("that is no longer set up is forgotten, unless another instance still runs it", async () => {
    await worker().record(good);
    await forgetUnused(society.database, ["sweep"]);
    expect((await standing())?.state).toBe("succeeded");
    advance(16 * MINUTE);
    await forgetUnused(society.database, ["payouts"]);
    expect((await standing())?.state).toBe("overdue");
    await forgetUnused(society.database, ["sweep"]);
    expect((await standing())?.state).toBe("off");
  });

  it("records each of its rounds, and goes on after one that fails", async () => {
    const one = worker();
    const rounds = new Rounds(1, (round) => one.record(round));
    const seen: string[] = [];
    await new Promise<void>((resolve) => {
      const failed = () => void seen.push("failed");
      rounds.start(async () => {
        seen.push("round");
        if (seen.length === 1) return broken();
        resolve();
        return false;
      }, failed);
    });
    await rounds.stop();
    expect(seen.slice(0, 3)).toEqual(["round", "failed", "round"]);
    expect(await alerts()).toEqual([{ kind: "job-failed", subject: "payouts", open: false }]);
  });
});
