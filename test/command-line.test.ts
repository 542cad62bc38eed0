import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENT_MS } from "./faults/running-server.ts";
import { migrateUpTo, productionEnvironment, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();
let owner = "";

beforeAll(async () => {
  owner = await server.role("in role akiba_app");
});
const newPortal = () => server.role("in role akiba_app");

const commands = [
  "reconcile",
  "audit",
  "missed",
  "release",
  "migrate",
  "invite ST001 Amina 0712345678",
  "import samples/import/members.csv",
];

describe("a command without a database", () => {
  it.each(commands)("rejects, with an explanation, and creates none: %s", async (given) => {
    const empty = join(programs.folder, "empty");
    mkdirSync(empty, { recursive: true });
    for (const folder of [join(programs.folder, "none"), empty]) {
      const { code, said } = await programs.command(given.split(" "), { DATA_DIR: folder });
      expect(code).toBe(1);
      expect(said).toMatch(/There is no database: DATABASE_URL is not set, and .* holds none/);
    }
    expect(existsSync(join(programs.folder, "none"))).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe("migrations", () => {
  it("are applied by akiba migrate, and then the portal starts without the owner", async () => {
    const database = await server.database(`owner ${owner}`);
    const portal = await newPortal();
    const asPortal = { ...productionEnvironment, DATABASE_URL: database.url(portal) };
    const refused = await programs.rejectedStart(asPortal);
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("akiba migrate") });
    const asOwner = { ...asPortal, DATABASE_OWNER_URL: database.url(owner) };
    const migrated = await programs.command(["migrate"], asOwner);
    expect(migrated).toMatchObject({ code: 0, said: expect.stringContaining("Applied 0001-") });
    expect(await programs.command(["migrate"], asOwner)).toEqual({
      code: 0,
      said: "The database is up to date.\n",
    });
    const serving = await programs.serve(asPortal);
    expect((await fetch(`${serving.url}/health/ready`)).status).toBe(200);
    await serving.stop();
  });

  it.each([0, 12, 38, 39])("are run by nothing else, on a database at %i", async (version) => {
    const database = await server.database();
    const portal = await newPortal();
    await migrateUpTo(database, version);
    const applied = () => database.query("select version from schema_migration order by 1");
    const before = await applied();
    // The owner's own rights, but not given as the owner's address.
    for (const url of [database.url(), database.url(portal)]) {
      const env = { DATABASE_URL: url, AKIBA_MODE: "test" };
      for (const ended of [
        await programs.rejectedStart(env),
        await programs.command(["reconcile"], env),
      ]) {
        expect(ended.code).toBe(1);
        expect(ended.said).toContain("npm run akiba migrate");
        expect(ended.said).not.toContain("The books agree");
      }
    }
    expect(await applied()).toEqual(before);
  });

  it("are applied by a start that is given the owner's address", async () => {
    const database = await server.database(`owner ${owner}`);
    const portal = await newPortal();
    const env = { DATABASE_URL: database.url(portal), DATABASE_OWNER_URL: database.url(owner) };
    const serving = await programs.serve({ ...productionEnvironment, ...env });
    expect((await fetch(`${serving.url}/health/ready`)).status).toBe(200);
    await serving.stop();
  });
});
