import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { recordedFigures } from "./import-totals.ts";
import type { ImportFinding } from "./findings.ts";
import type { ImportReport } from "./import-files.ts";

/** Drops the findings of an import's last check, because its files have changed. */
export async function forgetCheck(work: UnitOfWork, id: bigint): Promise<void> {
  await work.run("delete from import_finding where batch_id = $1", [id]);
  await work.run(
    `update import_batch set checked_at = null, finding_count = 0, figures = null where id = $1`,
    [id],
  );
}

/** Keeps the findings of a check, in its order. */
export async function keepFindings(
  work: UnitOfWork,
  id: bigint,
  findings: readonly ImportFinding[],
) {
  await work.run("delete from import_finding where batch_id = $1", [id]);
  await work.run(
    `insert into import_finding (batch_id, place, upload_id, row_no, column_name, reason, given)
      select $1, f.place, nullif(f.file, '')::bigint, f.row, f.col, f.reason, f.given
      from unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::jsonb[])
        with ordinality as f (file, row, col, reason, given, place)`,
    [
      id,
      findings.map(({ file }) => file),
      findings.map(({ row }) => row),
      findings.map(({ column }) => column),
      findings.map(({ reason }) => reason.code),
      findings.map(({ reason }) => JSON.stringify(reason.given ?? {})),
    ],
  );
}

interface Check {
  /** How many findings there are in all. */
  readonly count: number;
  readonly report: ImportReport;
  /** The ids of its files, in the order in which they were checked. */
  readonly files: readonly bigint[];
}

/** Keeps the figures of a check, and the totals of each file. */
export async function keepCheck(
  work: UnitOfWork,
  id: bigint,
  { count, report, files }: Check,
): Promise<void> {
  await work.run(
    `update import_batch set checked_at = akiba_now(), finding_count = $2, figures = $3::jsonb
      where id = $1`,
    [id, count, JSON.stringify(recordedFigures(report.figures))],
  );
  for (const [place, file] of files.entries()) {
    const ofFile = report.sums.filter((sum) => sum.file === place);
    const sums = Object.fromEntries(ofFile.map((sum) => [sum.column, String(sum.cents)]));
    const read = report.files[place];
    const zero = JSON.stringify(read?.zero ?? []);
    const repeats = report.repeats[place] ?? 0;
    await work.run(
      `update import_upload set sums = $2, row_digest = $3, zero_rows = $4::jsonb, repeats = $5
        where id = $1`,
      [file, JSON.stringify(sums), read?.rowSet.digest ?? null, zero, repeats],
    );
  }
}
