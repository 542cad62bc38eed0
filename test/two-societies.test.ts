import pg from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENT_MS } from "./faults/running-server.ts";
import { type OwnDatabase, productionEnvironment, useOwnServer, usePrograms } from "./programs.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const programs = usePrograms();
const server = useOwnServer();

interface Society {
  readonly database: OwnDatabase;
  readonly owner: string;
  readonly portal: string;
  readonly env: Readonly<Record<string, string>>;
}

let one: Society;
let other: Society;

/** A society set up as in docs/operations.md: a separate owner, portal and database. */
async function found(): Promise<Society> {
  const owner = await server.role("in role akiba_app");
  const portal = await server.role("in role akiba_app");
  const database = await server.database(`owner ${owner}`);
  const urls = { DATABASE_URL: database.url(portal), DATABASE_OWNER_URL: database.url(owner) };
  const env = { ...productionEnvironment, ...urls };
  expect((await programs.command(["migrate"], env)).code).toBe(0);
  return { database, owner, portal, env };
}

beforeAll(async () => {
  one = await found();
  other = await found();
  await other.database.query(
    `insert into member (member_no, full_name, joined_on)
      values ('MS1', 'Amina Wanjiru', '2020-01-01')`,
  );
});

async function reachAs(user: string, options: string): Promise<unknown> {
  const client = new pg.Client({ ...other.database.connection, user, options });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query("select full_name from member")).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

describe("two societies on one PostgreSQL server", () => {
  it("are both served", async () => {
    for (const { env } of [one, other]) {
      const { DATABASE_OWNER_URL: _, ...asPortal } = env;
      const serving = await programs.serve(asPortal);
      expect((await fetch(`${serving.url}/health/ready`)).status).toBe(200);
      await serving.stop();
    }
  });

  it.each(["", "-c role=akiba_app"])("read nothing of each other's, with '%s'", async (options) => {
    for (const user of [one.portal, one.owner]) {
      await expect(reachAs(user, options)).rejects.toThrow("permission denied for database");
    }
    expect(await reachAs(other.portal, options)).toEqual([{ full_name: "Amina Wanjiru" }]);
  });

  it("take no other society's role to connect with", async () => {
    for (const role of [other.portal, other.owner]) {
      await expect(reachAs(one.portal, `-c role=${role}`)).rejects.toThrow("permission denied");
      const client = new pg.Client({ ...one.database.connection, user: one.portal });
      await client.connect();
      await expect(client.query(`set role ${role}`)).rejects.toThrow("permission denied");
      await expect(client.query(`set session authorization ${role}`)).rejects.toThrow("permission");
      await client.end();
    }
  });

  it("do not share a portal's role", async () => {
    const env = { ...other.env, DATABASE_URL: other.database.url(one.portal) };
    expect((await programs.rejectedStart({ ...env, DATABASE_OWNER_URL: "" })).code).toBe(1);
    // Even if somebody grants it.
    await server.query(`grant connect on database ${other.database.name} to ${one.portal}`);
    const { code, said } = await programs.rejectedStart(env);
    expect(code).toBe(1);
    expect(said).toContain(`also connect to ${one.database.name}`);
  });
});
