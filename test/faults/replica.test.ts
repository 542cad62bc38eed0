import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { everyEndpoint } from "#shared/contract/all.ts";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { type Actor, identify } from "#server/kernel/http/actor.ts";
import { partReader } from "#server/kernel/http/mount-files.ts";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import type { Position } from "#server/kernel/platform/replica.ts";
import { CALLBACK_SECRET } from "../daraja-server.ts";
import { asked, pathFor } from "../endpoint-samples.ts";
import { paymentCallback } from "../paybill.ts";
import { findPort } from "../../scripts/lib/find-port.js";
import { usePrograms } from "../programs.ts";
import { steps } from "../steps.ts";
import { ask } from "./load.ts";
import { paybillSettings, settleBorrowers, tokenOf } from "./money-load.ts";
import {
  DATABASE,
  type PostgresServer,
  postgresPrograms,
  ReplicatedPostgres,
} from "./replicated-postgres.ts";
import {
  databaseUrl,
  PATIENT_MS,
  type RunningServer,
  until,
  usePremises,
} from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: 3 * PATIENT_MS, hookTimeout: PATIENT_MS });

const STAFF_TOKEN = "session-of-the-auditor".padEnd(43, "-");
const DEPOSITS = 50_000;
const PAYMENT = 1000;

const actorOptions = { sessionBinding: "report", onUnbound: () => {}, newRoleHours: 0 } as const;
const countJournal = statement({
  text: "select count(*) as entries from journal_entry",
  row: z.object({ entries: z.bigint() }),
});

/** The calls that a replica may answer, with somebody who may make them. */
const fromReplica = everyEndpoint.filter(({ readsFrom }) => readsFrom === "replica");

describe.skipIf(postgresPrograms === null)("a replica (needs postgresql installed)", () => {
  steps("two instances that read from a replica", () => {
    const premises = usePremises();
    const programs = usePrograms();
    let pair: ReplicatedPostgres;
    let society: Society;
    let plain: RunningServer;
    let env: Readonly<Record<string, string>>;
    const servers: RunningServer[] = [];
    const metrics: string[] = [];
    let payments = 0;

    const startReading = async (more: Readonly<Record<string, string>> = {}) => {
      const at = `127.0.0.1:${await findPort()}`;
      const server = await premises.start({ ...env, METRICS_ADDR: at, ...more });
      return { server, at: `http://${at}/metrics` };
    };

    beforeAll(async () => {
      pair = await ReplicatedPostgres.start(premises.folder);
      society = new Society(() => pair.primary.connection);
      const primary = databaseUrl(pair.primary.connection);
      const owned = { ...paybillSettings, DATABASE_URL: primary, DATABASE_PLACE: "here" };
      plain = await premises.start({ ...owned, DATABASE_OWNER_URL: primary });
      await society.settle({ members: 1, newcomers: 0 });
      await settleBorrowers(society, 4);
      await society.rows(
        `with person as (
            insert into staff (staff_no, full_name, role)
              values ('ST1', 'Mkaguzi', 'administrator') returning id),
          made as (
            insert into login (login_no, staff_id, password_phc)
              select 'ST1', id, '' from person returning id)
          insert into session (token_hash, login_id, idle_seconds, expires_at)
            select $1, id, 86400, now() + interval '1 day' from made`,
        [sha256(STAFF_TOKEN)],
      );
      await pair.follow({ synchronous: false });
      env = { ...owned, DATABASE_READ_URL: databaseUrl(pair.standby.connection) };
      for (let n = 0; n < 2; n += 1) {
        const { server, at } = await startReading();
        servers.push(server);
        metrics.push(at);
      }
    });
    afterAll(() => pair.stop());

    const urlOf = (at: number) => servers[at % servers.length]?.url ?? "";

    /** How many reads of all instances ended so. */
    const ended = async (outcome: string): Promise<number> => {
      const texts = await Promise.all(metrics.map(async (at) => (await fetch(at)).text()));
      const counts = texts.map((text) => {
        const found = new RegExp(`akiba_replica_reads\\{outcome="${outcome}"\\} (\\d+)`).exec(text);
        return Number(found?.[1] ?? 0);
      });
      return counts.reduce((sum, count) => sum + count, 0);
    };

    const deposits = async (url: string, memberNo = "AP1"): Promise<number> => {
      const path = `/api/v1/savings/sumTotal/${memberNo}`;
      const answer = await ask(url, "GET", path, { token: tokenOf(memberNo), from: memberNo });
      expect(answer?.status).toBe(200);
      return Number(JSON.parse(answer?.text ?? "0"));
    };

    const pay = async (url: string, memberNo = "AP1"): Promise<void> => {
      payments += 1;
      const body = paymentCallback(`TRE${String(payments).padStart(7, "0")}`, memberNo);
      const path = `/api/v1/pay-ins/${CALLBACK_SECRET}/c2b/confirmation`;
      expect((await ask(url, "POST", path, { body, from: "" }))?.status).toBe(200);
    };

    /** Pays through one instance and reads through the other, again and again. */
    const paysAndReads = async (times: number): Promise<void> => {
      for (let n = 0; n < times; n += 1) {
        await pay(urlOf(n));
        expect(await deposits(urlOf(n + 1))).toBe(DEPOSITS + payments * PAYMENT);
      }
    };

    /** Reads until the replica answers again. */
    const readsFromReplica = async (): Promise<void> => {
      const before = await ended("replica");
      await until("the replica answers again", async () => {
        // They may reach the limit of a member, so it is not the one whose reads are counted.
        await Promise.allSettled([deposits(urlOf(0), "AP4"), deposits(urlOf(1), "AP4")]);
        return (await ended("replica")) > before;
      });
    };

    /** Waits until the replica has all that the primary has. */
    const catchesUp = (): Promise<void> =>
      until("the replica has everything", async () => {
        const written = "select pg_current_wal_lsn()::text as at";
        const [primary] = await pair.primary.rows<{ at: string }>(written, "postgres");
        const replayed = `select pg_last_wal_replay_lsn() >= '${primary?.at}'::pg_lsn as has`;
        const [standby] = await pair.standby.rows<{ has: boolean }>(replayed, "postgres");
        return standby?.has === true;
      });

    const doctor = async (more: Readonly<Record<string, string>> = {}) => {
      const { said } = await programs.command(["doctor"], { AKIBA_MODE: "test", ...env, ...more });
      return /(\S+) +read replica +(.*)/.exec(said)?.slice(1, 3).join(" ");
    };

    it("answers each call that may use it like the primary", async () => {
      await readsFromReplica();
      const before = await ended("replica");
      const send = (url: string, endpoint: Endpoint) => {
        const query = asked[endpoint.name];
        const path = pathFor(endpoint, "AP1") + (query === undefined ? "" : `?${query}`);
        const isStaffs = endpoint.audience.kind === "staff";
        const token = isStaffs ? STAFF_TOKEN : tokenOf("AP1");
        return ask(url, "GET", path, { token, from: "AP1" });
      };
      expect(fromReplica.length).toBeGreaterThan(20);
      for (const endpoint of fromReplica) {
        const { name } = endpoint;
        const wanted = await send(plain.url, endpoint);
        // Some calls are noted, and what the actor wrote must be on the replica before it answers.
        await catchesUp();
        const found = await send(urlOf(0), endpoint);
        const [told, same] = [found, wanted].map((answer) => [
          name,
          answer?.status,
          answer?.text.replace(/"requestId":"[^"]*"/, ""),
        ]);
        expect(told).toEqual(same);
      }
      expect(await ended("conflict"), "statements that no standby can run").toBe(0);
      expect((await ended("replica")) - before).toBeGreaterThan(fromReplica.length / 2);
      expect(await doctor()).toMatch(/^ok it has what the primary has, \d+ ms later$/);
    });

    it("never shows a member an older state than they made, on any instance", async () => {
      const before = await ended("replica");
      await paysAndReads(30);
      expect(await ended("replica"), "reads from the replica").toBeGreaterThan(before);
    });

    it("leaves the reads to the primary while replay is paused", async () => {
      await pair.standby.rows("select pg_wal_replay_pause()");
      const before = await ended("replica");
      await paysAndReads(10);
      expect(await ended("replica"), "reads of an old state").toBe(before);
      expect(await ended("behind")).toBeGreaterThan(0);
      expect(await doctor()).toMatch(/^warning the primary answers .*: after 5 s it is behind/);
      await pair.standby.rows("select pg_wal_replay_resume()");
      await readsFromReplica();
      await paysAndReads(5);
    });

    it("keeps serving while replay pauses and resumes at any moment", async () => {
      const stopsAndGoesOn = async () => {
        for (let times = 0; times < 100; times += 1) {
          await pair.standby.rows("select pg_wal_replay_pause()");
          await pair.standby.rows("select pg_wal_replay_resume()");
        }
      };
      await Promise.all([stopsAndGoesOn(), paysAndReads(40)]);
    });

    it("reads no part of a file earlier than the part before", async () => {
      const at = (server: PostgresServer) => ({ ...server.connection, database: DATABASE });
      const database = new Database({
        connection: at(pair.primary),
        replica: at(pair.standby),
        poolSize: 4,
      });
      const bearer = { authorization: `Bearer ${STAFF_TOKEN}`, binding: undefined };
      const auditor = await identify(database, bearer, actorOptions);
      const read = partReader(database, { readsFrom: "replica" }, auditor);
      const count = () => read((snapshot) => snapshot.first(countJournal, []));
      await until("the replica answers", () => database.isOnReplica(positionOf(auditor)));
      await pair.standby.rows("select pg_wal_replay_pause()");
      pair.standby.signal("SIGSTOP");
      await pay(urlOf(0));
      const first = await count();
      pair.standby.signal("SIGCONT");
      await until("the replica answers again", () => database.isOnReplica(positionOf(auditor)));
      expect(await count()).toEqual(first);
      await pair.standby.rows("select pg_wal_replay_resume()");
      await database.close();
    });

    it.each(["SIGKILL", "SIGSTOP"] as const)(
      "answers from the primary when the replica ends by %s, and from it once it is back",
      async (signal) => {
        await readsFromReplica();
        pair.standby.signal(signal);
        await paysAndReads(5);
        if (signal === "SIGKILL") expect(await doctor()).toMatch(/^FAILED .*it does not answer/);
        await (signal === "SIGKILL" ? pair.standby.start() : pair.standby.signal("SIGCONT"));
        await readsFromReplica();
        await paysAndReads(5);
      },
    );

    it("does not take the primary, or a server of another cluster, for its replica", async () => {
      const primary = databaseUrl(pair.primary.connection);
      expect(await doctor({ DATABASE_READ_URL: primary })).toMatch(/^FAILED .*it is no standby/);
      const { server, at } = await startReading({ DATABASE_READ_URL: primary });
      expect(server.said).toContain("Warning: the primary answers the reads of DATABASE_READ_URL");
      expect(await deposits(server.url)).toBe(DEPOSITS + payments * PAYMENT);
      expect(await (await fetch(at)).text()).toContain("akiba_replica_up 0");
      await server.end("SIGTERM");
    });

    it("does not read from a standby of the primary from before a failover", async () => {
      const old = await aheadOfItsSuccessor(pair);
      await becomesStandby(old);
      const primary = databaseUrl(pair.primary.connection);
      const reads = databaseUrl(old.connection);
      const { server } = await startReading({ DATABASE_URL: primary, DATABASE_READ_URL: reads });
      const known = await deposits(server.url);
      await pay(server.url);
      expect(await deposits(server.url)).toBe(known + PAYMENT);
      expect(await reached(old), "bytes of the old log").toBeGreaterThan(
        await reached(pair.primary),
      );
      await server.end("SIGTERM");
    });
  });
});

function positionOf(actor: Actor): Position {
  if (actor.kind === "anyone" || actor.position === null) throw new Error("no position is known");
  return actor.position;
}

/** Promotes the standby when the primary has written megabytes that it did not get. */
async function aheadOfItsSuccessor(pair: ReplicatedPostgres): Promise<PostgresServer> {
  pair.standby.signal("SIGSTOP");
  await pair.primary.rows(
    "create table lost as select n, repeat(md5(n::text), 30) from generate_series(1, 50000) n",
  );
  pair.primary.signal("SIGKILL");
  pair.standby.signal("SIGCONT");
  return pair.failOver();
}

/** Starts a server as a standby that follows nobody, at the end of its own log. */
async function becomesStandby(server: PostgresServer): Promise<void> {
  writeFileSync(join(server.folder, "standby.signal"), "");
  appendFileSync(join(server.folder, "postgresql.conf"), "primary_conninfo = ''\n");
  await server.start();
}

async function reached(server: PostgresServer): Promise<number> {
  const [row] = await server.rows<{ lsn: string }>(
    `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
      else pg_current_wal_lsn() end - '0/0' as lsn`,
    DATABASE,
  );
  return Number(row?.lsn);
}
