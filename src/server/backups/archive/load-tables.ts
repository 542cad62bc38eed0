import { type CopySession, quoted } from "#server/kernel/platform/copy-session.ts";
import { sequencesOf, type Table, tablesOf } from "./catalogue.ts";
import { DamagedArchive } from "./damaged-archive.ts";
import type { Frame, Sequences } from "./frames.ts";
import { ArchiveCheck, type Contents } from "./read-archive.ts";
import type { Tell } from "./make-backup.ts";

/**
 * Fills the tables of the current transaction, whose schema is that of the backup, and checks every
 * digest on the way. Its triggers and foreign keys are suspended meanwhile: they check changes, and
 * rows that were once accepted in one order are loaded in another.
 */
export async function loadTables(
  session: CopySession,
  frames: AsyncIterable<Frame>,
  tell: Tell,
): Promise<Contents> {
  const tables = new Map((await tablesOf(session)).map((table) => [table.name, table]));
  const putBack = await takeGuardsAway(session, [...tables.keys()]);
  const check = new ArchiveCheck();
  const reading = frames[Symbol.asyncIterator]();
  const nextFrame = async () => {
    const { value, done } = await reading.next();
    if (done === true) return null;
    check.take(value);
    return value;
  };
  for (let frame = await nextFrame(); frame !== null; frame = await nextFrame()) {
    if (frame.kind === "table") {
      const table = sameTable(tables, frame.value);
      tables.delete(table.name);
      tell(`loading ${table.name}`);
      await loadRows(session, table, rowsUntilEnd(nextFrame));
    }
    if (frame.kind === "sequences") await setSequences(session, frame.value);
  }
  const contents = check.contents();
  const [missing] = tables.keys();
  if (missing !== undefined) throw new DamagedArchive(`it has no table ${missing}`);
  tell("checking foreign keys");
  await putBack();
  return contents;
}

/** Only names of our own schema reach a statement, never those of the file. */
function sameTable(known: ReadonlyMap<string, Table>, said: Table): Table {
  const table = known.get(said.name);
  if (table?.columns.join() === said.columns.join()) return table;
  throw new DamagedArchive(`its table ${said.name} is not that of its version`);
}

async function* rowsUntilEnd(nextFrame: () => Promise<Frame | null>): AsyncGenerator<Buffer> {
  for (let frame = await nextFrame(); frame?.kind === "data"; frame = await nextFrame()) {
    yield frame.bytes;
  }
}

async function loadRows(session: CopySession, table: Table, rows: AsyncIterable<Buffer>) {
  const columns = table.columns.map((column) => quoted(column)).join(", ");
  const text = `copy public.${quoted(table.name)} (${columns}) from stdin`;
  await session.copyIn(text, rows);
}

async function setSequences(session: CopySession, states: Sequences): Promise<void> {
  const names = await sequencesOf(session);
  if (names.join() !== states.map(({ name }) => name).join()) {
    throw new DamagedArchive("its sequences are not those of its version");
  }
  for (const { name, last, isCalled } of states) {
    const place = `public.${quoted(name)}`;
    await session.run("select setval($1::regclass, $2, $3)", [place, last, isCalled]);
  }
}

interface ForeignKey {
  readonly place: string;
  readonly name: string;
  readonly definition: string;
}

const findForeignKeys = `
  select conrelid::regclass::text as place, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  order by conrelid, oid`;

/** Empties the tables and suspends their rules; returns how to put the rules back. */
async function takeGuardsAway(
  session: CopySession,
  tables: readonly string[],
): Promise<() => Promise<void>> {
  const places = tables.map((name) => `public.${quoted(name)}`);
  const keys = await session.rows<ForeignKey>(findForeignKeys);
  for (const { place, name } of keys)
    await session.run(`alter table ${place} drop constraint ${name}`);
  for (const place of places) await session.run(`alter table ${place} disable trigger user`);
  // The rows that migrations wrote are in the backup too, as the society changed them since.
  await session.run(`truncate ${places.join(", ")}`);
  return async () => {
    for (const { place, name, definition } of keys) {
      await session.run(`alter table ${place} add constraint ${name} ${definition}`);
    }
    for (const place of places) await session.run(`alter table ${place} enable trigger user`);
  };
}
