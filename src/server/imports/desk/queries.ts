import * as z from "zod/mini";
import { dayRule, fileReading, skippedRow } from "#shared/contract/kernel/file-reading.ts";
import {
  type ImportKind,
  importKinds,
  importStates,
  importSteps,
} from "#shared/contract/imports/desk.ts";
import { shownImport } from "#server/imports/engine/shown-import.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import type { ChosenNames, Remembered } from "./column-places.ts";

const kind = z.enum(importKinds);

/** Files in force for an import: those of the page, or those the command line recorded. */
const filesOf = `coalesce(
    (select jsonb_agg(jsonb_build_object('kind', u.kind, 'name', u.name) order by u.id)
      from import_upload u where u.batch_id = b.id and not u.is_replaced),
    (select jsonb_agg(jsonb_build_object('kind', f.format, 'name', f.name) order by f.name)
      from import_file f where f.run_id = b.run_id), '[]')`;
const rowsOf = `coalesce(
    (select sum(u.rows) from import_upload u where u.batch_id = b.id and not u.is_replaced),
    (select sum(f.rows) from import_file f where f.run_id = b.run_id), 0)::int`;

const batchColumns = `b.id, b.state, b.origin, b.created_by,
  ${nairobiDayText("b.created_at")} as created_on,
  coalesce(b.prepared_by, '') as prepared_by, coalesce(b.posted_by, '') as posted_by,
  coalesce(b.ended_by, '') as ended_by, b.finding_count, ${filesOf} as files, ${rowsOf} as rows,
  coalesce((select sum((k.value ->> 'cents')::numeric)
    from jsonb_each(coalesce(b.figures, r.figures) -> 'kinds') k), 0)::bigint as amount_cents`;

const batchShape = {
  id: z.bigint(),
  state: z.enum(importStates),
  origin: z.enum(["page", "command-line"]),
  created_by: z.string(),
  created_on: z.string(),
  prepared_by: z.string(),
  posted_by: z.string(),
  ended_by: z.string(),
  finding_count: z.int(),
  files: z.array(z.object({ kind: z.string(), name: z.string() })),
  rows: z.int(),
  amount_cents: bigCents,
};
const batchRow = z.object(batchShape);
export type BatchRow = z.infer<typeof batchRow>;

const BATCHES = 30;
const FINDINGS = 100;

const findBatches = statement({
  name: "imports",
  text: `select ${batchColumns} from import_batch b left join import_run r on r.id = b.run_id
    where $1::bigint is null or b.id < $1 order by b.id desc limit ${BATCHES + 1}`,
  row: batchRow,
});

/** Imports before an id, the newest first: a page and, if there are more, one more. */
export async function importPage(snapshot: Snapshot, before: bigint | undefined) {
  const found = await snapshot.rows(findBatches, [before ?? null]);
  return { rows: found.slice(0, BATCHES), isLast: found.length <= BATCHES };
}

const figures = z.object({
  kinds: z.record(z.string(), z.object({ rows: z.int(), cents: z.string() })),
  closing: z.record(z.string(), z.string()),
});

const findBatch = statement({
  name: "import",
  text: `select ${batchColumns}, b.checked_at is not null as is_checked,
      coalesce(b.figures, r.figures) as figures, b.run_id is not null as is_posted,
      coalesce(${nairobiDayText("t.at")}, '') as totals_on,
      coalesce(${nairobiTime("t.at")}, '') as totals_at,
      coalesce(r.is_tracked, true) as is_tracked,
      akiba_prepared('import:' || b.id, $2) as own
    from import_batch b left join import_run r on r.id = b.run_id
      cross join lateral (
        select coalesce(max(s.taken_at), b.checked_at) as at
        from import_step s where s.batch_id = b.id and s.step = 'posted'
      ) t
    where b.id = $1`,
  row: z.object({
    ...batchShape,
    is_posted: z.boolean(),
    totals_on: z.string(),
    totals_at: z.string(),
    is_checked: z.boolean(),
    figures: z.nullable(figures),
    is_tracked: z.boolean(),
    own: z.boolean(),
  }),
});

const days = z.array(z.nullable(dayRule));

const proposed = z.object({
  places: z.array(z.int()),
  from: z.enum(["same-header", "known-names", "guess"]),
});

const findUploads = statement({
  name: "import-uploads",
  text: `select u.id, u.kind, u.name, u.rows, u.header, u.samples, u.places, u.declared_rows,
      u.declared_cents, u.as_of, coalesce(u.sums, '{}') as sums, u.proposed, u.reading, u.days,
      u.zero_rows, u.repeats, u.repeats_meant,
      case when exists (select from approval a where a.kind = 'import-look-alike'
          and a.subject = 'import-file:' || u.id and a.state = 'waiting'
          and a.expires_at > akiba_now()) then 'waits'
        when exists (select from import_finding f where f.batch_id = u.batch_id
          and f.upload_id = u.id and f.reason in ('file.alike', 'file.known')) then 'found'
        else 'no' end as look_alike,
      (select count(*) from import_finding f where f.batch_id = u.batch_id
        and f.upload_id = u.id)::int as findings
    from import_upload u where u.batch_id = $1 and not u.is_replaced order by u.id`,
  row: z.object({
    id: z.bigint(),
    kind,
    name: z.string(),
    rows: z.int(),
    header: z.array(z.string()),
    places: z.nullable(z.array(z.int())),
    proposed,
    reading: fileReading,
    days,
    zero_rows: z.array(skippedRow),
    repeats: z.int(),
    repeats_meant: z.int(),
    samples: z.array(z.array(z.string())),
    declared_rows: z.nullable(z.int()),
    declared_cents: z.nullable(bigCents),
    as_of: z.nullable(z.string()),
    sums: z.record(z.string(), z.string()),
    look_alike: z.enum(["no", "found", "waits"]),
    findings: z.int(),
  }),
});

const findSteps = statement({
  name: "import-steps",
  text: `select step, taken_by, ${nairobiDayText("taken_at")} as on,
      ${nairobiTime("taken_at")} as at, detail
    from import_step where batch_id = $1 order by id`,
  row: z.object({
    step: z.enum(importSteps),
    taken_by: z.string(),
    on: z.string(),
    at: z.string(),
    detail: z.string(),
  }),
});

/** An import with its files and history as an actor sees it; null if there is none. */
export async function importDetail(snapshot: Snapshot, id: bigint, requester: string) {
  const batch = await snapshot.first(findBatch, [id, requester]);
  if (batch === null) return null;
  const uploads = await snapshot.rows(findUploads, [id]);
  const steps = await snapshot.rows(findSteps, [id]);
  const shown = await shownImport(snapshot, id);
  if (shown === null) throw new Error("an import has what is shown of it");
  return { batch, uploads, steps, shown };
}

export type ImportDetail = NonNullable<Awaited<ReturnType<typeof importDetail>>>;

/** Locks an import for a change; no row if another holds it, or there is none. */
export const lockImport = statement({
  name: "import-lock",
  text: `select b.state, coalesce(b.posted_by, '') as posted_by, b.run_id,
      b.checked_at is not null and b.finding_count = 0 as is_sound,
      coalesce(r.is_tracked, true) as is_tracked
    from import_batch b left join import_run r on r.id = b.run_id
    where b.id = $1 for no key update of b skip locked`,
  row: z.object({
    state: z.enum(importStates),
    posted_by: z.string(),
    run_id: z.nullable(z.bigint()),
    is_sound: z.boolean(),
    is_tracked: z.boolean(),
  }),
});

const findId = statement({
  text: "select id from import_batch where id = $1",
  row: z.object({ id: z.bigint() }),
});

export function importExists(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findId, [id]);
}

const findPart = statement({
  text: "select akiba_prepared('import:' || $1::bigint, $2) as took",
  row: z.object({ took: z.boolean() }),
});

/** Returns whether an actor's person had any part in preparing an import. */
export function tookPart(snapshot: Snapshot, id: bigint, who: string) {
  return snapshot.first(findPart, [id, who]);
}

const chosen = z.record(z.string(), z.tuple([z.string(), z.int()]));
const LATEST = 5;

const findMappings = statement({
  name: "import-mappings",
  text: `(select true as same, names from import_mapping where kind = $1 and signature = $2)
    union all
    (select false, names from import_mapping where kind = $1
      order by used_at desc limit ${LATEST})`,
  row: z.object({ same: z.boolean(), names: chosen }),
});

/** The earlier choices for a kind of file, and for exactly this header. */
export async function rememberedOf(
  snapshot: Snapshot,
  kindOf: ImportKind,
  signature: string,
): Promise<Remembered> {
  const found = await snapshot.rows(findMappings, [kindOf, signature]);
  const names = (same: boolean): ChosenNames[] =>
    found.filter((one) => one.same === same).map((one) => one.names);
  return { same: names(true)[0] ?? null, latest: names(false) };
}

const findContents = statement({
  text: `select id, kind, name, header, places, content, reading, days, declared_rows,
      declared_cents, rows, as_of, repeats_meant
    from import_upload where batch_id = $1 and not is_replaced order by id`,
  row: z.object({
    id: z.bigint(),
    kind,
    name: z.string(),
    header: z.array(z.string()),
    places: z.nullable(z.array(z.int())),
    content: z.instanceof(Uint8Array),
    reading: fileReading,
    days,
    declared_rows: z.nullable(z.int()),
    declared_cents: z.nullable(bigCents),
    rows: z.int(),
    as_of: z.nullable(z.string()),
    repeats_meant: z.int(),
  }),
});

/** The files of an import as they were sent. */
export function contentsOf(snapshot: Snapshot, id: bigint) {
  return snapshot.rows(findContents, [id]);
}

export type Contents = Awaited<ReturnType<typeof contentsOf>>[number];

const findFile = statement({
  text: `select kind, name, header, reading, signature, rows from import_upload
    where batch_id = $1 and id = $2 and not is_replaced`,
  row: z.object({
    kind,
    name: z.string(),
    header: z.array(z.string()),
    reading: fileReading,
    signature: z.string(),
    rows: z.int(),
  }),
});

/** One file of an import; null if it has no such file, or no longer. */
export function fileOf(snapshot: Snapshot, id: bigint, file: bigint) {
  return snapshot.first(findFile, [id, file]);
}

const findHeld = statement({
  text: `select kind, name, content, reading, days, places from import_upload
    where batch_id = $1 and id = $2 and not is_replaced`,
  row: z.object({
    kind,
    name: z.string(),
    content: z.instanceof(Uint8Array),
    reading: fileReading,
    days,
    places: z.nullable(z.array(z.int())),
  }),
});

/** One file of an import that is being prepared, as it was sent. */
export function heldFile(snapshot: Snapshot, id: bigint, file: bigint) {
  return snapshot.first(findHeld, [id, file]);
}

const countFiles = statement({
  text: `select count(*)::int as files, coalesce(sum(rows), 0)::int as rows from import_upload
    where batch_id = $1 and not is_replaced and id <> coalesce($2, 0)`,
  row: z.object({ files: z.int(), rows: z.int() }),
});

/** The number of files and rows of an import, without one of its files. */
export function countedFiles(snapshot: Snapshot, id: bigint, without: bigint | undefined) {
  return snapshot.first(countFiles, [id, without ?? null]);
}

const findKnown = statement({
  text: `select b.id, u.name, b.created_by as by, ${nairobiDayText("b.created_at")} as on
      from import_upload u join import_batch b on b.id = u.batch_id
      where u.sha256 = $1 and u.is_live
    union all
    select b.id, f.name, r.actor, ${nairobiDayText("r.imported_at")}
      from import_file f join import_run r on r.id = f.run_id
        join import_batch b on b.run_id = r.id
      where f.sha256 = $1 and not f.is_undone
    limit 1`,
  row: z.object({ id: z.bigint(), name: z.string(), by: z.string(), on: z.string() }),
});

/** The posted import of exactly this file. */
export function knownFile(snapshot: Snapshot, sha256: string) {
  return snapshot.first(findKnown, [sha256]);
}

const reasonShape = {
  reason: z.string(),
  given: z.record(z.string(), z.union([z.string(), z.number()])),
};

const findFindings = statement({
  name: "import-findings",
  text: `select f.place, coalesce(f.upload_id::text, '') as file, coalesce(u.name, '') as file_name,
      coalesce(f.row_no, 0) as row, f.column_name, f.reason, f.given
    from import_finding f left join import_upload u on u.id = f.upload_id
    where f.batch_id = $1 and f.place > $2 order by f.place limit ${FINDINGS + 1}`,
  row: z.object({
    place: z.int(),
    file: z.string(),
    file_name: z.string(),
    row: z.int(),
    column_name: z.string(),
    ...reasonShape,
  }),
});

/** The findings, one page from a position on. */
export async function findingPage(snapshot: Snapshot, id: bigint, after: bigint | undefined) {
  const found = await snapshot.rows(findFindings, [id, after ?? 0n]);
  return { rows: found.slice(0, FINDINGS), isLast: found.length <= FINDINGS };
}

const findFaulty = statement({
  text: `select u.name, u.content, u.reading, coalesce((
      select jsonb_agg(jsonb_build_object('row', f.row_no, 'column', f.column_name,
          'reason', f.reason, 'given', f.given) order by f.place)
      from import_finding f
      where f.batch_id = u.batch_id and f.upload_id = u.id and f.row_no is not null
    ), '[]') as faults
    from import_upload u where u.batch_id = $1 and u.id = $2 and not u.is_replaced`,
  row: z.object({
    name: z.string(),
    content: z.nullable(z.instanceof(Uint8Array)),
    reading: fileReading,
    faults: z.array(z.object({ row: z.int(), column: z.string(), ...reasonShape })),
  }),
});

/** A file as it was sent with the errors of its rows. */
export function faultyFile(snapshot: Snapshot, id: bigint, file: bigint) {
  return snapshot.first(findFaulty, [id, file]);
}

const findCredits = statement({
  text: "select import_credits($1, $2) as own",
  row: z.object({ own: z.boolean() }),
});

/**
 * Returns whether a run has money for the person who posts it, or for a loan that they guarantee.
 */
export async function runCredits(snapshot: Snapshot, run: bigint, poster: string) {
  return (await snapshot.first(findCredits, [run, poster]))?.own ?? false;
}
