import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { makeBackup } from "#server/backups/archive/make-backup.ts";
import type { OwnServer } from "./programs.ts";
import type { TestSociety } from "./test-society.ts";

export const PASSPHRASE = "correct horse battery";
export const migrations = join(import.meta.dirname, "../migrations");
export const noPassphrase = async () => null;
export const passphrase = async () => PASSPHRASE;

/** Gives a test file a separate folder. */
export function useFolder(): { path: string } {
  const folder = { path: "" };
  beforeAll(() => {
    folder.path = mkdtempSync(join(tmpdir(), "akiba-backups-"));
  });
  afterAll(() => rmSync(folder.path, { recursive: true, force: true }));
  return folder;
}

/** Backs up a society into a new folder below another. */
export function backUp(society: TestSociety, below: string, secret: string | null = null) {
  const folder = mkdtempSync(join(below, "one-"));
  return makeBackup({ connection: society.connection, folder, passphrase: secret });
}

/** An empty database whose owner has no other rights, as in operations.md. */
export async function emptyDatabase(server: OwnServer) {
  const owner = await server.role("in role akiba_app");
  const database = await server.database(`owner ${owner}`);
  const portal = await server.role("in role akiba_app");
  return {
    database,
    owner: { ...database.connection, user: owner },
    portal: { ...database.connection, user: portal },
  };
}
