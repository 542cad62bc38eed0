import * as z from "zod/mini";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import type { ImportFindings } from "./findings.ts";
import type { StagedFile } from "./read-file.ts";
import { ALIKE_PERCENT, fewestRowsAlike, looksLike } from "./files-alike.ts";

/** One posting of imports at a time, so that each sees the files of the one before. */
const oneAtATime = "select pg_advisory_xact_lock(7274492)";

/** An uploaded file is recorded by its id, and shown to people by its name. */
const nameOf = `coalesce((select u.name from import_upload u
    where u.batch_id = b.id and u.sha256 = f.sha256 and not u.is_replaced limit 1),
    f.name) as name`;

const findSame = statement({
  text: `select f.sha256, f.row_digest, ${nameOf}, r.actor, coalesce(b.id, 0) as import,
      ${nairobiMoment("r.imported_at")} as imported_at
    from import_file f join import_run r on r.id = f.run_id
      left join import_batch b on b.run_id = r.id
    where not f.is_undone and (f.sha256 = any ($1) or f.row_digest = any ($2))
    order by r.id`,
  row: z.object({
    sha256: z.string(),
    row_digest: z.nullable(z.string()),
    name: z.string(),
    actor: z.string(),
    import: z.bigint(),
    imported_at: z.string(),
  }),
});

const findCandidates = statement({
  text: `select f.run_id, f.sha256 from import_file f
    where not f.is_undone and f.format = $1 and f.rows >= $2 and f.row_set is not null
    order by f.run_id desc`,
  row: z.object({ run_id: z.bigint(), sha256: z.string() }),
});

const readCandidate = statement({
  text: `select f.row_set, ${nameOf}, r.actor, coalesce(b.id, 0) as import,
      ${nairobiMoment("r.imported_at")} as imported_at
    from import_file f join import_run r on r.id = f.run_id
      left join import_batch b on b.run_id = r.id
    where f.run_id = $1 and f.sha256 = $2`,
  row: z.object({
    row_set: z.instanceof(Uint8Array),
    name: z.string(),
    actor: z.string(),
    import: z.bigint(),
    imported_at: z.string(),
  }),
});

interface Recognising {
  readonly findings: ImportFindings;
  /** Digests of rows that two people allowed in this import. */
  readonly insisted: ReadonlySet<string>;
  /** Whether the files are posted, and not only checked. */
  readonly commit: boolean;
}

/**
 * Rejects files that were imported before, by their bytes or rows, and files that look like an
 * earlier one. Returns true if no file was imported before byte for byte.
 */
export async function rejectKnownFiles(
  work: UnitOfWork,
  files: readonly StagedFile[],
  how: Recognising,
): Promise<boolean> {
  if (how.commit) await work.run(oneAtATime);
  rejectTwins(files, how.findings);
  const asked = [files.map(({ sha256 }) => sha256), files.map(({ rowSet }) => rowSet.digest)];
  const same = await work.rows(findSame, asked);
  let isNew = true;
  for (const file of files) {
    if (how.insisted.has(file.rowSet.digest)) continue;
    const before = same.find(
      (one) => one.sha256 === file.sha256 || one.row_digest === file.rowSet.digest,
    );
    if (before?.sha256 === file.sha256) isNew = false;
    if (before === undefined) await rejectLookAlike(work, file, how.findings);
    else add(how.findings, file, "file.known", before);
  }
  return isNew;
}

/** Rejects a file whose rows another file of the same import has too. */
function rejectTwins(files: readonly StagedFile[], findings: ImportFindings): void {
  const seen = new Map<string, string>();
  for (const { name, rowSet } of files) {
    const other = seen.get(rowSet.digest);
    if (other !== undefined) {
      const reason = { code: "file.same", given: { other } } as const;
      findings.add({ file: name, row: null, column: "", reason });
    }
    seen.set(rowSet.digest, name);
  }
}

async function rejectLookAlike(
  work: UnitOfWork,
  file: StagedFile,
  findings: ImportFindings,
): Promise<void> {
  const least = fewestRowsAlike(file.rowSet.rows);
  for (const { run_id, sha256 } of await work.rows(findCandidates, [file.format, least])) {
    // One after another: each may have as many rows as the file itself.
    const earlier = await work.first(readCandidate, [run_id, sha256]);
    if (earlier === null || !looksLike(file.rowSet.packed, earlier.row_set)) continue;
    add(findings, file, "file.alike", earlier);
    return;
  }
}

interface Earlier {
  readonly name: string;
  readonly actor: string;
  readonly import: bigint;
  readonly imported_at: string;
}

function add(
  findings: ImportFindings,
  { name: file }: StagedFile,
  code: "file.known" | "file.alike",
  { name, actor, import: id, imported_at: when }: Earlier,
): void {
  const who = staffNoOf(actor);
  const given = { name, import: String(id), when, who, percent: ALIKE_PERCENT };
  findings.add({ file, row: null, column: "", reason: { code, given } });
}
