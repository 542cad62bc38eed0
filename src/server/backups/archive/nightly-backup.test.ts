import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useFolder } from "#test/backups.ts";
import { tidyBackups } from "./nightly-backup.ts";

const folder = useFolder();

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
