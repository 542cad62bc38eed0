import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import pg from "pg";
import * as z from "zod/mini";
import { Database, statement } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { rejectOutdated } from "#server/kernel/platform/migrate.ts";
import { rejectLostSettings } from "#server/kernel/platform/settings-check.ts";
import { usePrograms } from "../programs.ts";
import { expectKept } from "./acknowledged.ts";
import { Load } from "./load.ts";
import { PgBouncer, type PoolerSettings, pgbouncerVersion } from "./pgbouncer.ts";
import { databaseUrl, PATIENT_MS, until, usePremises } from "./running-server.ts";
import { chance } from "./seed.ts";
import { useSociety } from "./society.ts";
import { checkOffKinds } from "./storm/check-off.ts";
import { identityKinds } from "./storm/identity.ts";
import { loanKinds } from "./storm/loans.ts";
import { useStorm } from "./storm/storm.ts";

vi.setConfig({ testTimeout: PATIENT_MS, hookTimeout: PATIENT_MS });

const pooled = { DATABASE_POOLER: "pgbouncer" };
/** Fewer connections than the portals have, so that each of theirs is another one each time. */
const transactionMode = { pool_mode: "transaction", default_pool_size: 5 };
const sessionMode = { pool_mode: "session", default_pool_size: 40 };
/** Since 1.21 a pooler in transaction mode can know what was prepared. */
const knowsStatements = pgbouncerVersion !== null && Number(pgbouncerVersion.split(".")[1]) >= 21;
const prepared = { DATABASE_PREPARED_STATEMENTS: "on" };

describe.skipIf(pgbouncerVersion === null)("behind PgBouncer (needs pgbouncer installed)", () => {
  const given = useSociety({ members: 1, newcomers: 0 });
  const premises = usePremises();
  const programs = usePrograms();
  const poolers: PgBouncer[] = [];
  afterAll(() => Promise.all(poolers.map((pooler) => pooler.kill())));

  const startPooler = async (settings: PoolerSettings): Promise<PgBouncer> => {
    const pooler = new PgBouncer(given.connection, premises.folder, settings);
    poolers.push(pooler);
    return pooler.start();
  };

  describe("in transaction mode with one connection for everybody", () => {
    let pooler: PgBouncer;
    const opened: Database[] = [];
    beforeAll(async () => {
      pooler = await startPooler({ ...transactionMode, default_pool_size: 1 });
    });
    afterAll(() => Promise.all(opened.map((database) => database.close())));

    const open = (limits: Partial<typeof limitDefaults> = {}): Database => {
      const database = new Database({
        connection: pooler.connection,
        place: "a place",
        poolSize: 2,
        limits: { ...limitDefaults, ...limits },
        settingsBy: "transaction",
        preparesStatements: false,
      });
      opened.push(database);
      return database;
    };
    const nothing = z.object({});

    it("keeps role, limits, place and isolation for each use, and leaves none behind", async () => {
      const [one, other] = [open(), open({ statementMilliseconds: 7000 })];
      for (let round = 0; round < 3; round += 1) {
        await rejectLostSettings(one);
        await rejectLostSettings(other);
      }
      await rejectOutdated(pooler.connection, "migrations");
      const neighbour = new pg.Client(pooler.connection);
      await neighbour.connect();
      const { rows } = await neighbour.query(
        `select current_user::text as role, current_setting('statement_timeout') as limit,
          current_setting('akiba.place', true) as place`,
      );
      expect(rows).toEqual([{ role: "akiba_owner", limit: "0", place: "" }]);
      await neighbour.end();
      const bare = new Database({ connection: pooler.connection, poolSize: 1 });
      opened.push(bare);
      await expect(rejectLostSettings(bare)).rejects.toMatchObject({
        cause: { message: expect.stringContaining("unsupported startup parameter") },
      });
    });

    it("lets no statement do what the portal's role may not, for a superuser's login", async () => {
      const database = open();
      const peek = database.one(statement({ text: "select from pg_authid", row: nothing }));
      await expect(peek).rejects.toMatchObject({ code: "42501" });
      const attempts = [
        "delete from journal_line",
        "update audit_record set actor = 'nobody'",
        "drop table session",
      ];
      for (const text of attempts) {
        const attempt = database.unitOfWork("test", (work) => work.run(text));
        await expect(attempt, text).rejects.toMatchObject({ code: "42501" });
      }
    });

    it("ends a statement and a wait for a lock after the portal's time", async () => {
      const hasty = open({ statementMilliseconds: 150 });
      const sleep = statement({ text: "select pg_sleep(20)::text as slept", row: nothing });
      await expect(hasty.one(sleep)).rejects.toMatchObject({ code: "busy" });
      const free = await given.society.hold(
        "select from member where member_no = 'MS1' for update",
      );
      const impatient = open({ lockMilliseconds: 150 });
      const lock = "update member set membership = membership where member_no = 'MS1'";
      const waits = impatient.unitOfWork("test", (work) => work.run(lock));
      await expect(waits).rejects.toMatchObject({ code: "busy", cause: { code: "55P03" } });
      await free();
    });
  });

  describe("a start", () => {
    const start = async (settings: PoolerSettings, env: Readonly<Record<string, string>> = {}) => {
      const pooler = await startPooler(settings);
      const DATABASE_URL = databaseUrl(pooler.connection);
      return programs.rejectedStart({ AKIBA_MODE: "test", DATABASE_URL, ...env });
    };
    const ignoring = { ...transactionMode, ignore_startup_parameters: "options" };

    it("is rejected where the pooler drops the portal's settings", async () => {
      const { code, said } = await start(ignoring);
      expect(said).toContain('role is "akiba_owner" instead of "akiba_app"');
      expect(said).toContain('statement_timeout is "0" instead of "5000"');
      expect(said).toContain("set DATABASE_POOLER=pgbouncer");
      expect(code).toBe(1);
    });

    it("is rejected if the pooler does not accept the portal's settings", async () => {
      const { code, said } = await start(transactionMode);
      expect(said).toContain("Set DATABASE_POOLER=pgbouncer");
      expect(said).toContain("unsupported startup parameter");
      expect(code).toBe(1);
    });

    it("is rejected in statement mode", async () => {
      const { code, said } = await start({ ...transactionMode, pool_mode: "statement" }, pooled);
      expect(said).toContain("pool_mode = transaction or session");
      expect(code).toBe(1);
    });

    it.skipIf(knowsStatements)("is rejected where prepared statements would be lost", async () => {
      const { code, said } = await start(transactionMode, { ...pooled, ...prepared });
      expect(said).toContain("Set DATABASE_PREPARED_STATEMENTS=off");
      expect(code).toBe(1);
    });

    it("is rejected if backups are to be made through the pooler", async () => {
      const backups = { ...pooled, AKIBA_BACKUP_DIR: premises.folder };
      const { code, said } = await start(transactionMode, backups);
      expect(said).toContain("DATABASE_DIRECT_URL is missing");
      expect(code).toBe(1);
    });
  });

  it("the doctor says that there is a pooler, and whether statements are prepared", async () => {
    const examine = async (env: Readonly<Record<string, string>>) => {
      const { said } = await programs.command(["doctor"], { AKIBA_MODE: "test", ...env });
      return /database connection +(.*)/.exec(said)?.[1];
    };
    const direct = { DATABASE_URL: databaseUrl(given.connection) };
    expect(await examine(direct)).toBe("without a pooler, prepared statements on");
    const pooler = await startPooler(sessionMode);
    const through = { ...pooled, DATABASE_URL: databaseUrl(pooler.connection) };
    expect(await examine(through)).toBe("through PgBouncer, prepared statements off");
    const prepared = { ...through, DATABASE_PREPARED_STATEMENTS: "on" };
    expect(await examine(prepared)).toBe("through PgBouncer, prepared statements on");
  });

  it("a backup is made over the direct address while the portal uses the pooler", async () => {
    const pooler = await startPooler(transactionMode);
    const env = { ...pooled, AKIBA_MODE: "test", DATABASE_URL: databaseUrl(pooler.connection) };
    const command = ["backup", "--to", `${premises.folder}/backups`];
    const rejected = await programs.command(command, env);
    expect(rejected.said).toContain("set DATABASE_DIRECT_URL");
    const made = await programs.command(command, {
      ...env,
      DATABASE_DIRECT_URL: databaseUrl(given.connection),
    });
    expect(made.said).toMatch(/\d+ tables, \d+ rows/);
    expect(made.code).toBe(0);
    const held = await given.society.rows("select from pg_locks where objid = 7274481");
    expect(held).toEqual([]);
  });
});

const modes: [string, PoolerSettings, Readonly<Record<string, string>>][] = [
  ["transaction mode", transactionMode, {}],
  ["session mode", sessionMode, {}],
];
if (knowsStatements) {
  const mode = { ...transactionMode, max_prepared_statements: 200 };
  modes.push(["transaction mode with prepared statements", mode, prepared]);
}

describe.skipIf(pgbouncerVersion === null).each(modes)("PgBouncer in %s", (_, mode, settings) => {
  const counts = { members: 4, newcomers: 200 };
  const given = useSociety(counts);
  const premises = usePremises();

  it("loses nothing that was acknowledged when it is restarted under load", async () => {
    const random = chance();
    const pooler = await new PgBouncer(given.connection, premises.folder, mode).start();
    onTestFinished(() => pooler.kill());
    const server = await premises.start({
      ...pooled,
      ...settings,
      DATABASE_URL: databaseUrl(pooler.connection),
    });
    const load = new Load({ ...counts, society: given.society, url: () => server.url }).start();
    for (let kill = 1; kill <= 3; kill += 1) {
      const enough = load.acknowledged + random.between(5, 20);
      await until(`${enough} effects are acknowledged`, () => load.acknowledged >= enough);
      const before = load.count(503);
      await pooler.kill();
      await until("somebody is told to come back", () => load.count(503) > before);
      await pooler.start();
    }
    const enough = load.acknowledged + 5;
    await until("it serves again", () => load.acknowledged >= enough);
    await load.stop();
    await pooler.kill();
    expect(load.count(500)).toBe(0);
    await expectKept(load, given.society);
    expect(await server.end("SIGTERM")).toBe(0);
    expect(server.said).not.toMatch(/unhandled|uncaught|"level":50/i);
  });
});

describe.skipIf(pgbouncerVersion === null)("races behind PgBouncer in transaction mode", () => {
  const poolers: PgBouncer[] = [];
  const storm = useStorm(async (connection, folder) => {
    const pooler = new PgBouncer(connection, folder, transactionMode);
    poolers.push(pooler);
    await pooler.start();
    return { ...pooled, DATABASE_URL: databaseUrl(pooler.connection) };
  });
  afterAll(() => Promise.all(poolers.map((pooler) => pooler.kill())));
  const others = [...checkOffKinds, ...identityKinds].filter(({ name }) =>
    /statement read|sent eight times|sign-ins of a member|one key, one application/.test(name),
  );
  const kinds = [...loanKinds, ...others];

  it.each(kinds.map(({ name, run }) => [name, run] as const))("%s", async (_, run) => {
    await run(storm.storm);
    await storm.storm.isInOrder();
  });
});
