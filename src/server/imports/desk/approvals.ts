import * as z from "zod/mini";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { requestApproval } from "#server/oversight/approvals/request-approval.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { fileOf } from "./queries.ts";

/** The findings against a whole file that two people may allow. */
const AGAINST_FILE = "('file.alike', 'file.known')";

const findLookAlike = statement({
  text: `select u.id, u.batch_id, u.name, u.rows, u.row_digest, f.given
    from import_upload u join import_batch b on b.id = u.batch_id
      join import_finding f on f.batch_id = b.id and f.upload_id = u.id
    where u.id = $1 and not u.is_replaced and b.state = 'draft' and u.row_digest is not null
      and f.reason in ${AGAINST_FILE}`,
  row: z.object({
    id: z.bigint(),
    batch_id: z.bigint(),
    name: z.string(),
    rows: z.int(),
    row_digest: z.string(),
    given: z.object({
      name: z.string(),
      import: z.string(),
      when: z.string(),
      who: z.string(),
    }),
  }),
});

type LookAlike = z.infer<(typeof findLookAlike)["row"]>;

/** A file of a draft that looks like an earlier one; null if it does not, or no longer. */
function lookAlike(snapshot: Snapshot, file: bigint): Promise<LookAlike | null> {
  return snapshot.first(findLookAlike, [file]);
}

const findInsisted = statement({
  text: "select row_digest from import_insistence where batch_id = $1",
  row: z.object({ row_digest: z.string() }),
});

/** The digests of rows that two people allowed in an import. */
export async function insistedRows(snapshot: Snapshot, id: bigint): Promise<Set<string>> {
  const found = await snapshot.rows(findInsisted, [id]);
  return new Set(found.map((one) => one.row_digest));
}

const file = z.object({ file: z.string(), rowDigest: z.string() });

/** Importing a file that looks like an earlier one, which takes two people. */
export function importApprovals(): ApprovalKind[] {
  return [
    approvalKind({
      name: "import-look-alike",
      payload: file,
      lock: async (work, given) => {
        await work.run(
          `select from import_batch
            where id = (select batch_id from import_upload where id = $1) for no key update`,
          [given.file],
        );
      },
      facts: async (snapshot, given) => {
        const found = await lookAlike(snapshot, BigInt(given.file));
        if (found === null || found.row_digest !== given.rowDigest) return null;
        const { name, import: earlier, when, who } = found.given;
        return [
          { name: "file", value: found.name },
          { name: "fileRows", value: String(found.rows) },
          { name: "earlierFile", value: `${name}, ${earlier}, ${who}` },
          { name: "earlierOn", value: when.slice(0, "2026-11-25".length) },
        ];
      },
      carryOut: async (work, given, { requestedBy, approvalId }) => {
        const found = await lookAlike(work, BigInt(given.file));
        if (found === null) throw new Problem("approval-state");
        await allow(work, found, { requestedBy, approvalId });
      },
    }),
  ];
}

/** Requests that a second person allow a file, and returns the number of the request. */
export async function requestInsistence(
  work: UnitOfWork,
  given: { readonly importId: bigint; readonly file: bigint; readonly reason: string },
): Promise<bigint> {
  const found = await lookAlike(work, given.file);
  if (found === null || found.batch_id !== given.importId) {
    const exists = await fileOf(work, given.importId, given.file);
    throw new Problem(exists === null ? "no-such-file" : "import-state");
  }
  return requestApproval(work, {
    kind: "import-look-alike",
    subject: `import-file:${given.file}`,
    payload: { file: String(given.file), rowDigest: found.row_digest },
    reason: given.reason,
  });
}

interface By {
  readonly requestedBy: string;
  readonly approvalId: bigint;
}

/** Allows these rows in this import, and removes the findings against them. */
async function allow(
  work: UnitOfWork,
  { id, batch_id: batch, name, row_digest: digest }: LookAlike,
  { requestedBy, approvalId }: By,
): Promise<void> {
  await work.run(
    `insert into import_insistence (batch_id, row_digest, approval_id, requested_by, approved_by)
      values ($1, $2, $3, $4, $5)`,
    [batch, digest, approvalId, requestedBy, work.actor],
  );
  await work.run(
    `with gone as (
        delete from import_finding
          where batch_id = $1 and upload_id = $2 and reason in ${AGAINST_FILE} returning 1
      )
      update import_batch set finding_count = finding_count - (select count(*) from gone)
        where id = $1`,
    [batch, id],
  );
  await work.run(
    "insert into import_step (batch_id, step, taken_by, detail) values ($1, 'allowed', $2, $3)",
    [batch, work.actor, name],
  );
  const detail = { file: name, rows: digest, requestedBy };
  work.audit({ action: "import-look-alike-allowed", subject: `import:${batch}`, detail });
}
