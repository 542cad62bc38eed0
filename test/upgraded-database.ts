import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import { migrate } from "#server/kernel/platform/migrate.ts";

const all = join(import.meta.dirname, "../migrations");

async function asAdministrator(statement: string): Promise<void> {
  const server = inject("testServer").connection;
  const administrator = new Client({ ...server, database: "postgres" });
  await administrator.connect();
  await administrator.query(statement);
  await administrator.end();
}

/**
 * Runs a test on a separate database that has the migrations before one; `upgrade` applies this
 * one.
 */
export async function beforeMigration(
  migration: string,
  act: (client: Client, upgrade: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const server = inject("testServer").connection;
  const folder = mkdtempSync(join(tmpdir(), "akiba-upgrade-"));
  const database = `upgrade_${process.pid}_${randomBytes(6).toString("hex")}`;
  await asAdministrator(`create database ${database}`);
  const client = new Client({ ...server, database });
  await client.connect();
  const apply = (files: readonly string[]) => {
    for (const file of files) cpSync(join(all, file), join(folder, file));
    return migrate({ ...server, database }, folder);
  };
  try {
    await apply(readdirSync(all).filter((name) => name < migration));
    await act(client, () => apply([migration]));
  } finally {
    await client.end();
    await asAdministrator(`drop database ${database} with (force)`);
    rmSync(folder, { recursive: true, force: true });
  }
}
