import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { usePrograms } from "../programs.ts";
import { steps } from "../steps.ts";
import { expectKept } from "./acknowledged.ts";
import { ask, Load, signInBody } from "./load.ts";
import { MoneyLoad, paybillSettings, settleBorrowers } from "./money-load.ts";
import {
  type PostgresServer,
  postgresPrograms,
  ReplicatedPostgres,
} from "./replicated-postgres.ts";
import { PATIENT_MS, type RunningServer, until, usePremises } from "./running-server.ts";
import { chance } from "./seed.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: 10 * PATIENT_MS, hookTimeout: PATIENT_MS });

/** Two kills take seconds; the long run for the figures asks for ten. */
const KILLS = Number(process.env["FAULT_FAILOVERS"] ?? 2);
const isLong = KILLS > 2;
const counts = { members: isLong ? 16 : 4, newcomers: KILLS * 150 };
const BORROWERS = KILLS * 30;
const PAYERS = isLong ? 26 : 2;

/** A read asks the database three times, and each may wait for a frozen server to be given up. */
const lasting = { longest: 45_000, patience: PATIENT_MS };

/** Counts the rows that the portal wrote on a server. */
async function writtenOn(server: PostgresServer) {
  return server.rows(
    `select (select count(*) from audit_record) as records,
      (select count(*) from session) as sessions,
      (select count(*) from journal_entry) as entries, (select count(*) from loan) as loans`,
  );
}

/** Prints the figures for docs/figures.md of the long run. */
function tellFigures(
  { load, money }: { readonly load: Load; readonly money: MoneyLoad },
  back: readonly number[],
  milliseconds: number,
): void {
  const answers = [...load.statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
  const calls = [...load.statuses.values()].reduce((sum, count) => sum + count, 0);
  const rate = (count: number) => `${Math.round((count * 1000) / milliseconds)}/s`;
  const seconds = back.map((ms) => (ms / 1000).toFixed(1)).join(", ");
  process.stdout.write(`members' calls: ${rate(calls)} (${answers})
    payments and applications: ${rate(money.calls)}, ${money.acknowledged} acknowledged
    served again after ${seconds} s\n`);
}

describe.skipIf(postgresPrograms === null)("replication (needs postgresql installed)", () => {
  steps("a primary with a standby", () => {
    const premises = usePremises();
    const programs = usePrograms();
    let pair: ReplicatedPostgres;
    let society: Society;
    let env: Readonly<Record<string, string>>;
    const servers: RunningServer[] = [];
    let turn = 0;
    const url = () => servers[(turn += 1) % servers.length]?.url ?? "";

    beforeAll(async () => {
      pair = await ReplicatedPostgres.start(premises.folder);
      await pair.follow({ synchronous: false });
      society = new Society(() => pair.primary.connection);
      env = { ...paybillSettings, DATABASE_URL: pair.url };
      // The standby is the first of the two addresses.
      servers.push(await premises.start({ ...env, DATABASE_OWNER_URL: pair.url }));
      servers.push(await premises.start(env));
      await society.settle(counts);
      await settleBorrowers(society, BORROWERS);
    });
    afterAll(() => pair.stop());

    const doctor = async (): Promise<string | undefined> => {
      const examined = { AKIBA_MODE: "test", DATABASE_URL: pair.url };
      const { said } = await programs.command(["doctor"], examined);
      return /database standby +(.*)/.exec(said)?.[1];
    };

    /** Waits until members and payments are acknowledged so many times more. */
    type Acknowledged = (more: number, what: string) => Promise<void>;

    /** Starts the old primary as if nothing had happened, and an instance that might choose it. */
    const comesBack = async (old: PostgresServer, acknowledged: Acknowledged, money: MoneyLoad) => {
      await old.start();
      await old.set("synchronous_standby_names", "");
      const before = await writtenOn(old);
      servers.push(await premises.start(env));
      await acknowledged(6, "it serves beside the old primary");
      expect(await writtenOn(old), "written on the old primary").toEqual(before);
      const last = servers.pop();
      await money.during(async () => last?.end("SIGTERM"));
    };

    /** Lets the old primary go on where it was frozen. */
    const thaws = async (old: PostgresServer, acknowledged: Acknowledged) => {
      // An instance that has met the new primary believes no other any more.
      for (const server of servers) {
        const body = signInBody("MS4");
        const asked = { ...lasting, body, from: "AP999" };
        await until("each instance serves from the new primary", async () => {
          const answer = await ask(server.url, "POST", "/api/v1/auth/authenticate", asked);
          return answer?.status === 200;
        });
      }
      old.signal("SIGCONT");
      await old.set("synchronous_standby_names", "");
      await until("no portal holds a connection to the old primary", async () => {
        const held = await old.rows(
          `select from pg_stat_activity where backend_type = 'client backend'
          and pid <> pg_backend_pid() and query not like '%pg_control_system%'`,
        );
        return held.length === 0;
      });
      const before = await writtenOn(old);
      await acknowledged(6, "it serves beside the old primary");
      expect(await writtenOn(old), "written on the old primary").toEqual(before);
    };

    it("warns at the start and in the doctor until commits wait for the standby", async () => {
      const warning = "synchronous_standby_names is empty";
      expect(servers[0]?.said).toContain(`Warning: there is a standby, and ${warning}`);
      expect(await doctor()).toContain(warning);
      await pair.wait();
      expect(await doctor()).toBe("the standby is synchronous");
      const third = await premises.start(env);
      expect(third.said).not.toContain("Warning");
      await third.end("SIGTERM");
    });

    it("loses nothing when the primary is killed or frozen, and leaves the old one", async () => {
      const random = chance();
      const start = performance.now();
      const back: number[] = [];
      const load = new Load({ ...counts, society, url, ...lasting }).start();
      const money = new MoneyLoad(url, BORROWERS, { payers: PAYERS }).start();
      const acknowledged: Acknowledged = async (more, what) => {
        const [members, payments] = [load.acknowledged + more, money.acknowledged + more];
        await until(what, () => load.acknowledged >= members && money.acknowledged >= payments);
      };
      const faults = [
        ...Array.from({ length: KILLS }, () => "SIGKILL" as const),
        "SIGSTOP" as const,
      ];
      for (const fault of faults) {
        await acknowledged(random.between(3, 15), "work is acknowledged");
        const began = performance.now();
        pair.primary.signal(fault);
        const old = await pair.failOver();
        await acknowledged(1, "it serves from the new primary");
        back.push(performance.now() - began);
        await (fault === "SIGKILL" ? comesBack : thaws)(old, acknowledged, money);
        old.stop();
        await pair.follow({ synchronous: true });
      }
      await load.stop();
      await money.stop();
      if (isLong) tellFigures({ load, money }, back, performance.now() - start);
      expect(load.count(500)).toBe(0);
      await expectKept(load, society);
      await money.expectKept(society);
    });

    it("answers 503 while the primary is read-only, and serves once it is not", async () => {
      const signIn = () =>
        ask(url(), "POST", "/api/v1/auth/authenticate", { body: signInBody("MS1"), from: "MS1" });
      expect((await signIn())?.status).toBe(200);
      await pair.primary.set("default_transaction_read_only", "on");
      expect((await signIn())?.status).toBe(503);
      await pair.primary.set("default_transaction_read_only", "off");
      await until("it serves again", async () => (await signIn())?.status === 200);
      for (const server of servers) {
        expect(await server.end("SIGTERM")).toBe(0);
        expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
      }
    });
  });
});
