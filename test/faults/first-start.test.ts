import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { databaseProcesses } from "../processes.ts";
import { ask } from "./load.ts";
import { embeddedConnection, until, usePremises, PATIENT_MS } from "./running-server.ts";
import { type RunningServer, signalDatabase } from "./running-server.ts";
import { Society } from "./society.ts";

vi.setConfig({ testTimeout: PATIENT_MS });

const premises = usePremises();

describe("several instances started at once on nothing at all", () => {
  it("all come up, on one database, migrated and seeded once", async () => {
    const folder = join(premises.folder, "demo");
    const env = { DATA_DIR: folder, AKIBA_MODE: "demo" };
    const servers = await Promise.all([1, 2, 3].map(() => premises.start(env)));
    for (const { url } of servers) {
      expect((await ask(url, "GET", "/health/ready"))?.status).toBe(200);
    }
    const society = new Society(embeddedConnection(folder));
    const migrated = await society.rows(
      "select version, count(*)::int as times from schema_migration group by version",
    );
    expect(migrated.filter(({ times }) => times !== 1)).toEqual([]);
    const members = await society.rows<{ n: number }>("select count(*)::int as n from member");
    const records = await society.rows<{ n: number }>(
      "select count(*)::int as n from audit_record where action = 'member-registered'",
    );
    expect(records).toEqual(members);
    await society.isInOrder();
    for (const server of servers) expect(await server.end("SIGTERM")).toBe(0);
  });
});

describe("a first start that is cut off", () => {
  const demo = () => join(premises.folder, "cut-off");
  const files = () =>
    existsSync(join(demo(), "postgres")) ? readdirSync(demo() + "/postgres") : [];

  /** When a first start creates the cluster, migrates the schema, or replays the demo's history. */
  const stages = {
    creating: () => files().some((name) => name.startsWith("cluster.new-")),
    migrating: () => existsSync(join(demo(), "postgres/cluster/.s.PGSQL.5432")),
    seeding: ({ said }: RunningServer) => said.includes('"msg":"starting"'),
  };

  async function firstStart(stage: keyof typeof stages, env = {}): Promise<RunningServer> {
    const settings = { DATA_DIR: demo(), AKIBA_MODE: "demo", LOG_LEVEL: "info" };
    const server = premises.launch({ ...settings, ...env });
    await until(`it is ${stage}`, () => stages[stage](server) || !server.lives);
    expect(server.said).not.toContain("is ready at");
    return server;
  }

  /** The end that a stop on request has: no error, no stack, no process, and nothing half done. */
  async function endsQuietly(server: RunningServer, signal: NodeJS.Signals): Promise<void> {
    expect(await server.end(signal)).toBe(0);
    expect(server.said).not.toContain("is ready at");
    expect(server.said).not.toMatch(/"level":[456]0|rror/);
    expect(databaseProcesses(demo())).toEqual([]);
  }

  it("stops at once at every stage, and leaves nothing that spoils the next", async () => {
    await endsQuietly(await firstStart("creating"), "SIGTERM");
    await endsQuietly(await firstStart("migrating"), "SIGINT");
    await endsQuietly(await firstStart("seeding"), "SIGTERM");
    await (await firstStart("seeding")).end("SIGKILL");
    const { url } = await premises.start({ DATA_DIR: demo(), AKIBA_MODE: "demo" });
    expect((await ask(url, "GET", "/health/ready"))?.status).toBe(200);
    await new Society(embeddedConnection(demo())).isInOrder();
  });

  it("says in two lines that its database stopped", async () => {
    const folder = { DATA_DIR: join(premises.folder, "cut-off-2") };
    const server = premises.launch({ ...folder, AKIBA_MODE: "demo", LOG_LEVEL: "info" });
    await until("it is seeding", () => stages.seeding(server));
    const ended = once(server.process, "close");
    signalDatabase(folder.DATA_DIR, "SIGKILL");
    await ended;
    expect(server.process.exitCode).toBe(1);
    expect(server.complained).toMatch(/^The database stopped, .*\n\(.*\)\n$/);
    await until("its database is gone", () => databaseProcesses(folder.DATA_DIR).length === 0);
  });

  it("detects a port in use before it fills the database", async () => {
    const taken = createServer().listen(0);
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const folder = { DATA_DIR: join(premises.folder, "taken"), PORT: String(port) };
    const server = premises.launch({ ...folder, AKIBA_MODE: "demo", LOG_LEVEL: "info" });
    await once(server.process, "close");
    taken.close();
    expect(server.process.exitCode).toBe(1);
    expect(server.said).toMatch(/^Port \d+ is already in use\. Choose another with PORT.*\n$/);
    expect(databaseProcesses(folder.DATA_DIR)).toEqual([]);
  });
});
