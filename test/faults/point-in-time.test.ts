import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { findPort } from "../../scripts/lib/find-port.js";
import { usePrograms } from "../programs.ts";
import { steps } from "../steps.ts";
import { expectKept } from "./acknowledged.ts";
import { Load } from "./load.ts";
import { ArchivedPostgres, hasPgBackRest } from "./pgbackrest.ts";
import { type PostgresServer, postgresPrograms } from "./replicated-postgres.ts";
import {
  databaseUrl,
  PATIENT_MS,
  type RunningServer,
  until,
  usePremises,
} from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: 3 * PATIENT_MS, hookTimeout: PATIENT_MS });

const counts = { members: 8, newcomers: 400 };
const canRun = hasPgBackRest && postgresPrograms !== null;

/** Counts what a member or the office would miss. */
async function written(server: PostgresServer) {
  const [found] = await server.rows<{ records: string; sessions: string; logins: string }>(
    `select (select count(*) from audit_record) as records,
      (select count(*) from session) as sessions, (select count(*) from login) as logins`,
  );
  return found;
}

/** The second by the database's clock, as a person would name it. */
async function second(server: PostgresServer): Promise<string> {
  const [found] = await server.rows<{ now: string }>(
    "select to_char(clock_timestamp(), 'YYYY-MM-DD HH24:MI:SSOF') as now",
  );
  return found?.now ?? "";
}

/** Prints the figures for docs/operations.md of a run. */
async function timed<T>(what: string, action: () => T | Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await action();
  process.stdout.write(`${what} took ${((performance.now() - began) / 1000).toFixed(1)} s\n`);
  return done;
}

describe.skipIf(!canRun)("pgBackRest (needs postgresql and pgbackrest installed)", () => {
  steps("a database whose WAL is archived", () => {
    const premises = usePremises();
    const programs = usePrograms();
    let archived: ArchivedPostgres;
    let society: Society;
    let portal: RunningServer;
    let before: Awaited<ReturnType<typeof written>>;
    let moment = "";
    let kept: Load;

    const env = () => {
      const url = databaseUrl(archived.server.connection);
      return { DATABASE_URL: url, DATABASE_OWNER_URL: url };
    };
    beforeAll(async () => {
      archived = await ArchivedPostgres.start(premises.folder);
      society = new Society(() => archived.server.connection);
      portal = await premises.start(env());
      await society.settle(counts);
    });
    afterAll(() => archived.server.stop());

    it("is backed up while members work", async () => {
      kept = new Load({ ...counts, society, url: () => portal.url }).start();
      await until("work is acknowledged", () => kept.acknowledged >= 10);
      await timed("a full backup", () => archived.backUp("full"));
      const during = kept.acknowledged;
      await until("work goes on", () => kept.acknowledged >= during + 10);
      await kept.stop();
      await timed("an incremental backup", () => archived.backUp("incr"));
    });

    it("goes back to the second before a mistake, with all that was acknowledged", async () => {
      const { server } = archived;
      const last = await second(server);
      await until("the next second", async () => (await second(server)) > last);
      moment = await second(server);
      before = await written(server);
      await until("a later second", async () => (await second(server)) > moment);
      const lost = new Load({ ...counts, newcomers: 0, society, url: () => portal.url }).start();
      await until("members work on", () => lost.acknowledged >= 5);
      await lost.stop();
      await server.rows("drop table journal_line, session cascade");
      await archived.archive();
      await portal.end("SIGKILL");
      server.stop();
      const port = await findPort();
      const restored = await timed("the restore", () => archived.restoreTo(moment, port));
      expect(await written(restored)).toEqual(before);
      await expectKept(kept, society);
    });

    it("is held at its new address until it is released, and then serves", async () => {
      portal = await premises.start(env());
      const ready = async () => (await fetch(`${portal.url}/health/ready`)).json();
      expect(await ready()).toMatchObject({ held: true });
      const settings = { AKIBA_MODE: "test", ...env() };
      const released = await programs.command(["release", "--restored"], settings);
      expect(released, released.said).toMatchObject({ code: 0 });
      const again = new Load({ ...counts, newcomers: 0, society, url: () => portal.url }).start();
      await until("members sign in", () => again.acknowledged >= 5);
      await again.stop();
      expect(await ready()).not.toMatchObject({ held: true });
      await society.isInOrder();
    });
  });
});
