import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { expect, it, vi } from "vitest";
import { backUp, emptyDatabase, migrations, noPassphrase, useFolder } from "#test/backups.ts";
import { useOwnServer } from "#test/programs.ts";
import { useTestSociety } from "#test/test-society.ts";
import { closeChunks } from "./chunks.ts";
import { type Frame, FrameWriter } from "./frames.ts";
import { framesOfFile, TableDigest } from "./read-archive.ts";
import { restoreBackup } from "./restore-backup.ts";

vi.setConfig({ testTimeout: 60_000 });

const society = useTestSociety();
const server = useOwnServer();
const folder = useFolder();

/** Writes an archive whose every digest is right, as somebody who knows the format can. */
async function forge(change: (frame: Frame) => Frame): Promise<string> {
  const { path } = await backUp(society, folder.path);
  const writer = new FrameWriter();
  const bytes: Buffer[] = [];
  const tables: { name: string; rows: number; digest: string }[] = [];
  let open = { name: "", digest: new TableDigest() };
  for await (const original of framesOfFile(path, noPassphrase)) {
    let frame = change(original);
    if (frame.kind === "table") open = { name: frame.value.name, digest: new TableDigest() };
    if (frame.kind === "data") open.digest.take(frame.bytes);
    if (frame.kind === "tableEnd") {
      frame = { kind: "tableEnd", value: open.digest.end() };
      tables.push({ name: open.name, ...frame.value });
    }
    if (frame.kind === "manifest") {
      frame = { kind: "manifest", value: { ...frame.value, tables, before: writer.digest } };
    }
    bytes.push(writer.frame(frame));
  }
  const forged = join(folder.path, "forged");
  writeFileSync(forged, "");
  const close = (all: AsyncIterable<Uint8Array>) => closeChunks(all, null);
  await pipeline(Readable.from(bytes), createGzip(), close, async (closed) => {
    for await (const piece of closed) writeFileSync(forged, piece, { flag: "a" });
  });
  expect(readFileSync(forged).length).toBeGreaterThan(0);
  return forged;
}

const forgeries: Record<string, (frame: Frame) => Frame> = {
  "a table with a statement for a name": (frame) =>
    frame.kind === "table" && frame.value.name === "society"
      ? { kind: "table", value: { ...frame.value, name: "society; drop table member" } }
      : frame,
  "a column with a statement for a name": (frame) =>
    frame.kind === "table" && frame.value.name === "society"
      ? { kind: "table", value: { ...frame.value, columns: ["id) from program 'id' --"] } }
      : frame,
  "a table of the system": (frame) =>
    frame.kind === "table" && frame.value.name === "society"
      ? { kind: "table", value: { ...frame.value, name: "pg_authid" } }
      : frame,
  "rows that end the copy early": (frame) =>
    frame.kind === "data" ? { ...frame, bytes: Buffer.from("\\.\ndrop table member;\n") } : frame,
  "another sequence": (frame) =>
    frame.kind === "sequences"
      ? { kind: "sequences", value: [{ name: "pg_class", last: "1", isCalled: true }] }
      : frame,
  "a migration of its own": (frame) =>
    frame.kind === "header"
      ? { ...frame, value: { ...frame.value, migrations: frame.value.migrations.toReversed() } }
      : frame,
};

it.each(Object.keys(forgeries))("a forged archive writes nothing: %s", async (name) => {
  const change = forgeries[name];
  if (change === undefined) throw new Error("no such forgery");
  const path = await forge(change);
  const { database, owner } = await emptyDatabase(server);
  const options = { path, ask: noPassphrase, migrations };
  await expect(restoreBackup(options, { owner, portal: null, keep: true })).rejects.toThrow();
  expect(await database.query("select to_regclass('society') as at")).toEqual([{ at: null }]);
});
