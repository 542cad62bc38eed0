import * as z from "zod/mini";
import { batchStates } from "#shared/contract/check-off.ts";
import { cents } from "#shared/money.ts";
import {
  fewestRowsAlike,
  looksLike,
  RowDigests,
  rowsInBoth,
  type RowSet,
} from "#server/csv-import/row-digest.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/platform/database.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** Returns where the rows of a check-off file are collected: number, amount in cents, and note. */
export function checkOffRowDigests(): RowDigests {
  return new RowDigests(["check-off"]);
}

/** What a check-off file is known by: its month, a day of which this is the first, and its rows. */
export interface FileIdentity {
  readonly month: string;
  readonly rows: RowSet;
}

const findAlike = statement({
  name: "check-off-files-alike",
  text: `select id, to_char(month, 'YYYY-MM') as month, file_name, line_count, total_cents, state,
      prepared_by, to_char(prepared_at at time zone 'Africa/Nairobi', 'FMDD Mon YYYY') as day,
      packed_rows, rows_digest = $1 as same_rows, month = $2 as same_month
    from check_off_batch
    where state in ('prepared', 'posted') and (rows_digest = $1 or month = $2 and line_count >= $3)
    order by rows_digest = $1 and month = $2 desc, rows_digest = $1 desc, id desc`,
  row: z.object({
    id: z.bigint(),
    month: z.string(),
    file_name: z.string(),
    line_count: z.int(),
    total_cents: z.pipe(z.bigint(), z.transform(cents)),
    state: z.enum(batchStates),
    prepared_by: z.string(),
    day: z.string(),
    packed_rows: z.instanceof(Uint8Array),
    same_rows: z.boolean(),
    same_month: z.boolean(),
  }),
});

/** A file that stands and has the same rows, or 90 % of them in the same month. */
export type EarlierFile = z.infer<typeof findAlike.row>;

/** Returns the earlier file that a file repeats or looks like; null where there is none. */
export async function earlierFile(
  snapshot: Snapshot,
  { month, rows }: FileIdentity,
): Promise<EarlierFile | null> {
  const values = [rows.digest, month, fewestRowsAlike(rows.rows)];
  const found = await snapshot.rows(findAlike, values);
  const isAlike = (file: EarlierFile) => file.same_rows || looksLike(rows.packed, file.packed_rows);
  return found.find(isAlike) ?? null;
}

/** Returns how many rows of a file an earlier file has too. */
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

/**
 * Returns on what two people have agreed where a file repeats or looks like an earlier one, null
 * where it does neither, and throws `file-known` or `file-alike` where nobody has agreed. Files are
 * taken in one after another, so that two alike are not both the first.
 */
export async function agreedRepeat(
  work: UnitOfWork,
  identity: FileIdentity,
): Promise<bigint | null> {
  await work.run("set local lock_timeout = '10s'");
  await work.run(ONE_FILE_AT_A_TIME);
  const earlier = await earlierFile(work, identity);
  if (earlier === null) return null;
  const agreed = await work.first(findAgreed, [identity.month, identity.rows.digest]);
  if (agreed === null) throw repeatRefused(identity, earlier);
  return agreed.id;
}

function repeatRefused(identity: FileIdentity, earlier: EarlierFile): Refusal {
  const { file_name: file, month, day, prepared_by } = earlier;
  const values = { file, month, day, by: prepared_by.replace(/^staff:/, "") };
  if (earlier.same_rows && earlier.same_month) return new Refusal("file-known", { values });
  const percent = Math.floor((rowsRepeated(identity, earlier) * 100) / identity.rows.rows);
  return new Refusal("file-alike", { values: { ...values, percent } });
}
