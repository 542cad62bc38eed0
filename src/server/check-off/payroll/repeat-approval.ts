import * as z from "zod/mini";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import type { ApprovedBy } from "#server/oversight/approvals/approval-kind.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { checkOffRepeatSubject } from "#server/oversight/approvals/subjects.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { textCents, textId } from "#server/kernel/platform/row-fields.ts";
import { nairobiDayText } from "#server/kernel/platform/nairobi.ts";
import { earlierFile, type FileIdentity, rowsRepeated } from "./repeated-files.ts";

/** A file that repeats or looks like an earlier one, as a request stores it. */
export const repeatedFile = z.object({
  month: z.string(),
  digest: z.string(),
  fileName: z.string(),
  lines: z.int(),
  amount: textCents,
  earlier: textId,
  /** How many of its rows the earlier file has. */
  repeated: z.int(),
});
export type RepeatedFile = z.infer<typeof repeatedFile>;

interface SentAgain {
  readonly identity: FileIdentity;
  readonly fileName: string;
  readonly amount: Cents;
  readonly reason: string;
}

/** Requests that a file be imported although it looks like an earlier one; returns the request. */
export async function requestRepeat(work: UnitOfWork, sent: SentAgain): Promise<bigint> {
  const { identity, fileName, amount, reason } = sent;
  const { month, rows } = identity;
  const earlier = await earlierFile(work, identity);
  if (earlier === null) throw new Problem("file-not-alike");
  return requestApproval(work, {
    kind: "check-off-repeat",
    subject: checkOffRepeatSubject(month, rows.digest),
    payload: {
      month,
      digest: rows.digest,
      fileName,
      lines: rows.rows,
      amount: String(amount),
      earlier: String(earlier.id),
      repeated: rowsRepeated(identity, earlier),
    },
    reason,
  });
}

const findEarlier = statement({
  name: "check-off-repeated-file",
  text: `select to_char(month, 'YYYY-MM') as month, file_name, line_count, total_cents,
      prepared_by, ${nairobiDayText("prepared_at")} as day
    from check_off_batch where id = $1 and state in ('prepared', 'posted')`,
  row: z.object({
    month: z.string(),
    file_name: z.string(),
    line_count: z.int(),
    total_cents: z.bigint(),
    prepared_by: z.string(),
    day: z.string(),
  }),
});

/**
 * Returns the facts for the second person; null once the earlier file was reversed or discarded.
 */
export async function factsOfRepeat(
  snapshot: Snapshot,
  file: RepeatedFile,
): Promise<Fact[] | null> {
  const earlier = await snapshot.first(findEarlier, [file.earlier]);
  if (earlier === null) return null;
  const { file_name: name, month, day, prepared_by: by } = earlier;
  return [
    { name: "file", value: file.fileName },
    { name: "month", value: file.month.slice(0, 7) },
    { name: "fileRows", value: String(file.lines) },
    { name: "amount", value: String(toWireAmount(file.amount)) },
    { name: "earlierFile", value: `${name}, ${staffNoOf(by)}` },
    { name: "earlierMonth", value: month },
    { name: "earlierOn", value: day },
    { name: "rowsRepeated", value: String(file.repeated) },
    { name: "resultsPrint", value: file.digest.slice(0, 12) },
  ];
}

/** Lets a file be imported once, as two people have agreed. */
export async function allowRepeat(
  work: UnitOfWork,
  { month, digest, earlier }: RepeatedFile,
  { requestedBy, reason }: ApprovedBy,
): Promise<void> {
  await work.run(
    `insert into check_off_insistence
        (month, rows_digest, earlier_id, reason, requested_by, approved_by)
      values ($1, $2, $3, $4, $5, $6)`,
    [month, digest, earlier, reason, requestedBy, work.actor],
  );
  const detail = { month: month.slice(0, 7), rows: digest, requestedBy };
  work.audit({ action: "check-off-repeat-allowed", subject: `check-off:${earlier}`, detail });
}
