import * as z from "zod/mini";
import { batchStates } from "#shared/contract/check-off/files.ts";
import {
  fewestRowsAlike,
  looksLike,
  RowDigests,
  rowsInBoth,
  type RowSet,
} from "#server/imports/engine/files-alike.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import { type NamedMonth, saysAnother } from "./month-of-file.ts";

/** Returns the collector of a check-off file's rows: number, amount in cents, and note. */
export function checkOffRowDigests(): RowDigests {
  return new RowDigests(["check-off"]);
}

/** The identity of a check-off file: the first day of its month, and its rows. */
export interface FileIdentity {
  readonly month: string;
  readonly rows: RowSet;
  /** The month in its name or above its headings; null if there is none. */
  readonly said: NamedMonth | null;
}

const findAlike = statement({
  name: "check-off-files-alike",
  text: `select id, to_char(month, 'YYYY-MM') as month, file_name, line_count, total_cents, state,
      prepared_by, ${nairobiDayText("prepared_at")} as day,
      packed_rows, rows_digest = $1 as same_rows, month = $2 as same_month
    from check_off_batch
    where state in ('prepared', 'posted') and (rows_digest = $1 or month = $2 and line_count >= $3)
    order by rows_digest = $1 and month = $2 desc, rows_digest = $1 desc, id desc`,
  row: z.object({
    id: z.bigint(),
    month: z.string(),
    file_name: z.string(),
    line_count: z.int(),
    total_cents: bigCents,
    state: z.enum(batchStates),
    prepared_by: z.string(),
    day: z.string(),
    packed_rows: z.instanceof(Uint8Array),
    same_rows: z.boolean(),
    same_month: z.boolean(),
  }),
});

/**
 * A file that was not reversed and has the same rows, or `ALIKE_PERCENT` of them in the same month.
 */
export type EarlierFile = z.infer<typeof findAlike.row>;

function filesAlike(snapshot: Snapshot, { month, rows }: FileIdentity): Promise<EarlierFile[]> {
  return snapshot.rows(findAlike, [rows.digest, month, fewestRowsAlike(rows.rows)]);
}

/** Returns the earlier file that a file repeats or looks like; null if there is none. */
export async function earlierFile(
  snapshot: Snapshot,
  identity: FileIdentity,
): Promise<EarlierFile | null> {
  return repeated(identity, await filesAlike(snapshot, identity));
}

/**
 * In its own month a file repeats one with the same rows or `ALIKE_PERCENT` of them. In another
 * month it repeats one with the same rows if the file itself names another month. Deductions that
 * are the same every month are not a repeat.
 */
function repeated(
  { month, rows, said }: FileIdentity,
  files: readonly EarlierFile[],
): EarlierFile | null {
  const isRepeated = (file: EarlierFile) =>
    file.same_month
      ? file.same_rows || looksLike(rows.packed, file.packed_rows)
      : saysAnother(said, month);
  return files.find(isRepeated) ?? null;
}

/** Returns how many rows of a file are also in an earlier file. */
export function rowsRepeated({ rows }: FileIdentity, earlier: EarlierFile): number {
  return rowsInBoth(rows.packed, earlier.packed_rows);
}

const ONE_FILE_AT_A_TIME = "select pg_advisory_xact_lock(20078, 3)";

const findAgreed = statement({
  name: "check-off-insisted",
  text: `select i.id from check_off_insistence i
    where i.month = $1 and i.rows_digest = $2 and not exists (select from check_off_batch b
      where b.insistence_id = i.id and b.state <> 'discarded')
    order by i.id limit 1`,
  row: z.object({ id: z.bigint() }),
});

/** How a file compares with earlier ones. */
interface Compared {
  /** The agreement of two people, if it repeats an earlier one; else null. */
  readonly agreed: bigint | null;
  /** The latest file of another month with the same rows, else null. */
  readonly sameRowsAs: bigint | null;
}

/**
 * Compares a file with earlier ones. Throws `file-known`, `file-alike` or `file-other-month` if it
 * repeats one without an approval. Files are imported one after another, so that of two similar
 * files only one is the first.
 */
export async function compareFile(work: UnitOfWork, identity: FileIdentity): Promise<Compared> {
  await work.run("set local lock_timeout = '10s'");
  await work.run(ONE_FILE_AT_A_TIME);
  const files = await filesAlike(work, identity);
  const sameRowsAs = files.find((file) => file.same_rows && !file.same_month)?.id ?? null;
  const earlier = repeated(identity, files);
  if (earlier === null) return { agreed: null, sameRowsAs };
  const agreed = await work.first(findAgreed, [identity.month, identity.rows.digest]);
  if (agreed === null) throw repeatRejected(identity, earlier);
  return { agreed: agreed.id, sameRowsAs };
}

function repeatRejected(identity: FileIdentity, earlier: EarlierFile): Problem {
  const { file_name: file, month, day, prepared_by } = earlier;
  const values = { file, month, day, by: staffNoOf(prepared_by) };
  if (earlier.same_rows && earlier.same_month) return new Problem("file-known", { values });
  if (!earlier.same_month) {
    const said = identity.said?.text ?? "";
    return new Problem("file-other-month", { values: { ...values, said } });
  }
  const percent = Math.floor((rowsRepeated(identity, earlier) * 100) / identity.rows.rows);
  return new Problem("file-alike", { values: { ...values, percent } });
}
