import { describe, expect, it, vi } from "vitest";
import { PATIENT_MS } from "./faults/running-server.ts";
import { type OwnDatabase, productionEnvironment } from "./programs.ts";
import { useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: 3 * PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();

const BEFORE_MODES = 35;
const someMember = `insert into member (member_no, full_name, joined_on)
  values ('MS1', 'Amina Wanjiru', '2020-01-01')`;
const record = (actor: string) =>
  `select audit_append('[{"actor": "${actor}", "action": "member-registered", "subject": "MS1",
    "detail": {}}]')`;

/** Both addresses, so that only the mode can stop it. */
const at = (database: OwnDatabase) => ({
  DATABASE_URL: database.url(),
  DATABASE_OWNER_URL: database.url(),
});
const inProduction = async (database: OwnDatabase) => ({
  ...productionEnvironment,
  DATABASE_URL: database.url(await server.role("in role akiba_app")),
  DATABASE_OWNER_URL: database.url(),
});

async function realBooks(version?: number): Promise<OwnDatabase> {
  const database = await server.migrated(version);
  await database.query(record("operator"));
  await database.query(someMember);
  return database;
}

async function contents(database: OwnDatabase) {
  const [found] = await database.query(
    `select (select count(*) from society) as societies, (select count(*) from staff) as staff,
      (select count(*) from member) as members, (select count(*) from audit_record) as records,
      (select count(*) from schema_migration) as migrations`,
  );
  return found;
}

describe("real books", () => {
  it.each([
    ["a start without AKIBA_MODE", {}],
    ["a demo", { AKIBA_MODE: "demo" }],
    ["a test", { AKIBA_MODE: "test" }],
  ])("are rejected, with an explanation, by %s, which writes nothing", async (_, mode) => {
    for (const version of [undefined, BEFORE_MODES]) {
      const database = await realBooks(version);
      const before = await contents(database);
      const { code, said } = await programs.rejectedStart({ ...at(database), ...mode });
      expect(code).toBe(1);
      expect(said).toMatch(/holds members or staff of a society.*Set AKIBA_MODE=production/);
      expect(await contents(database)).toEqual(before);
    }
  });

  it("are served in production, and from then on by nothing else", async () => {
    const database = await realBooks(BEFORE_MODES);
    const production = await inProduction(database);
    await (await programs.serve(production)).stop();
    expect(await database.query("select mode from database_mode")).toEqual([
      { mode: "production" },
    ]);
    for (const mode of ["demo", "test"]) {
      const { code, said } = await programs.rejectedStart({ ...at(database), AKIBA_MODE: mode });
      expect(code).toBe(1);
      expect(said).toContain("was begun with AKIBA_MODE=production");
    }
    await (await programs.serve(production)).stop();
  });
});

describe("production", () => {
  it("rejects a database that began as a demo", async () => {
    const database = await server.database();
    await (await programs.serve({ ...at(database), AKIBA_MODE: "demo" })).stop();
    const { code, said } = await programs.rejectedStart(await inProduction(database));
    expect(code).toBe(1);
    expect(said).toContain("was begun with AKIBA_MODE=demo");
    // The demo itself goes on.
    await (await programs.serve(at(database))).stop();
  });

  it("rejects books that a demo wrote into before modes were stored", async () => {
    const database = await realBooks(BEFORE_MODES);
    await database.query(record("demo"));
    for (const env of [await inProduction(database), at(database)]) {
      const { code, said } = await programs.rejectedStart(env);
      expect(code).toBe(1);
      expect(said).toMatch(/holds the demo's members|holds members or staff/);
    }
    const [{ to_regclass: found } = {}] = await database.query<{ to_regclass: string | null }>(
      "select to_regclass('database_mode')",
    );
    expect(found).toBeNull();
  });

  it("is named if Node is set to it", async () => {
    const { code, said } = await programs.rejectedStart({ NODE_ENV: "production" });
    expect(code).toBe(1);
    expect(said).toContain("AKIBA_MODE is missing; wanted: production, demo or test");
  });
});

describe("the stored mode", () => {
  it("is the demo's if a demo began before modes were stored", async () => {
    const database = await server.migrated(BEFORE_MODES);
    await database.query(record("demo"));
    await database.query(someMember);
    await (await programs.serve({ ...at(database), AKIBA_MODE: "demo" })).stop();
    expect(await database.query("select mode from database_mode")).toEqual([{ mode: "demo" }]);
  });

  it("is one if two modes start at the same moment", async () => {
    const database = await server.database();
    const starts = ["demo", "test"].map(async (mode) =>
      programs.serve({ ...at(database), AKIBA_MODE: mode }).catch(() => null),
    );
    const serving = (await Promise.all(starts)).filter((one) => one !== null);
    expect(serving).toHaveLength(1);
    await serving[0]?.stop();
  });

  it.each(["update database_mode set mode = 'production'", "delete from database_mode"])(
    "never changes: %s",
    async (change) => {
      const database = await server.migrated();
      await database.query("insert into database_mode (mode) values ('demo')");
      await expect(database.query(change)).rejects.toThrow("append-only");
      await expect(
        database.query("insert into database_mode (mode) values ('production')"),
      ).rejects.toThrow("database_mode_pkey");
    },
  );
});
