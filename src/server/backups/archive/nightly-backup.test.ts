import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { migrations, passphrase, PASSPHRASE, useFolder } from "#test/backups.ts";
import { migrateUpTo, useOwnServer } from "#test/programs.ts";
import { silentLog } from "#test/silent-log.ts";
import { backUpNightly, tidyBackups } from "./nightly-backup.ts";
import { verifyBackup } from "./restore-backup.ts";

vi.setConfig({ testTimeout: 60_000 });

const server = useOwnServer();
const folder = useFolder();
let portal = "";

beforeAll(async () => {
  portal = await server.role("in role akiba_app");
});

it("is made and encrypted with the rights of the portal alone, and can be verified", async () => {
  const database = await server.database();
  await migrateUpTo(database, 9999);
  const connection = { ...database.connection, user: portal };
  await backUpNightly({ connection, folder: folder.path, passphrase: PASSPHRASE, log: silentLog });
  const nightly = join(folder.path, "nightly");
  const [name = ""] = readdirSync(nightly);
  const options = { path: join(nightly, name), ask: passphrase, migrations };
  const { manifest } = await verifyBackup(options);
  expect(manifest.tables.length).toBeGreaterThan(50);
});

it("leaves the files of others and young unfinished ones, and deletes old ones", async () => {
  const own = join(folder.path, "tidy");
  mkdirSync(own);
  const now = new Date("2026-11-25T00:00:00Z");
  const old = "akiba-20261120T000000Z.backup.part";
  const young = "akiba-20261124T230000Z.backup.part";
  const others = ["notes.txt", "akiba-before-upgrade.backup", "other.part"];
  const sameDay = ["akiba-20261124T100000Z.backup", "akiba-20261124T110000Z.backup"];
  for (const name of [old, young, ...others, ...sameDay]) writeFileSync(join(own, name), "");
  utimesSync(join(own, old), now, new Date(now.getTime() - 25 * 3_600_000));
  utimesSync(join(own, young), now, new Date(now.getTime() - 3_600_000));
  expect(await tidyBackups(own, now)).toBe(2);
  expect(readdirSync(own).toSorted()).toEqual(
    [young, ...others, "akiba-20261124T110000Z.backup"].toSorted(),
  );
});
