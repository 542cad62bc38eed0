import { chmod, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "#server/kernel/platform/embedded-postgres.ts";
import { migrate } from "#server/kernel/platform/migrate.ts";
import { scratchFolder } from "../scripts/lib/scratch-folder.js";
import { lastWill } from "./last-will.ts";

/** How test files reach the server, as its owner, and the database they copy. */
export interface TestServer {
  readonly connection: pg.ClientConfig & { readonly database: string };
  readonly template: string;
}

declare module "vitest" {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merged into vitest's own.
  interface ProvidedContext {
    readonly testServer: TestServer;
  }
}

/**
 * Starts one PostgreSQL for the whole run, or uses that of TEST_DATABASE_URL, and migrates the
 * template once. Durability is off: nothing a test leaves need outlive the run.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await serverOfTheRun();
  const template = `akiba_template_${process.pid}`;
  await asOwner(server.connection, `create database ${template}`);
  const inTemplate = { ...server.connection, database: template };
  await migrate(inTemplate, "migrations");
  // A server started on a copy finds members in it and must know the society.
  await asOwner(inTemplate, "insert into database_mode (mode) values ('test')");
  project.provide("testServer", { connection: server.connection, template });
  return async () => {
    await asOwner(server.connection, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

interface RunningServer {
  readonly connection: TestServer["connection"];
  stop(): Promise<void>;
}

async function serverOfTheRun(): Promise<RunningServer> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given !== undefined && given !== "") {
    const { host, port, user, password, database } = new pg.Client(given);
    const connection = { host, port, user: user ?? "", database: database ?? "postgres" };
    const secret = password === undefined || password === null ? {} : { password };
    return { connection: { ...connection, ...secret }, stop: async () => {} };
  }
  const dataDir = await mkdtemp(join(scratchFolder(), "akiba-test-"));
  // When root runs the tests, PostgreSQL is another user and must be able to enter.
  await chmod(dataDir, 0o711);
  const embedded = await startEmbeddedPostgres({ dataDir, fsync: false });
  lastWill(dataDir);
  return {
    connection: { ...embedded.connection },
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function asOwner(connection: pg.ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
