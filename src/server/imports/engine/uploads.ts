import type { DayRule } from "#shared/contract/kernel/file-reading.ts";
import type { ImportKind } from "#shared/contract/imports/desk.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import type { FilePreview } from "./preview-file.ts";

/** The preview of a file, with the proposed column for each of ours. */
interface SeenUpload extends FilePreview {
  readonly signature: string;
  readonly proposed: object;
  /** The person who uploaded it, or chose how it is read. */
  readonly by: string;
}

/** A file that is added to an import, or replaces another. */
interface NewUpload extends SeenUpload {
  readonly importId: bigint;
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly replaces: bigint | undefined;
}

const json = JSON.stringify;

/** Keeps a file of an import; returns zero if the same file is part of another. */
export function insertUpload(work: UnitOfWork, upload: NewUpload): Promise<number> {
  const { importId, kind, fileName, sha256, content, header, samples, rows } = upload;
  const { signature, proposed, by, replaces, reading } = upload;
  return work.run(
    `insert into import_upload (batch_id, kind, name, sha256, content, header, samples, rows,
        signature, proposed, uploaded_by, reading, declared_rows, declared_cents, as_of)
      select $1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $10::jsonb, $11, $13::jsonb,
        o.declared_rows, o.declared_cents, o.as_of
      from (values (1)) as one left join import_upload o on o.id = $12
      on conflict (sha256) where is_live do nothing`,
    [
      importId,
      kind,
      fileName,
      sha256,
      content,
      json(header),
      json(samples),
      rows,
      signature,
      json(proposed),
      by,
      // A corrected file must have the same total as the one it replaces.
      replaces ?? null,
      json(reading),
    ],
  );
}

/** Keeps the new reading of a file; its columns must be mapped again. */
export async function updateReading(work: UnitOfWork, file: bigint, seen: SeenUpload) {
  const { reading, header, samples, rows, signature, proposed, by } = seen;
  await work.run(
    `update import_upload set reading = $2::jsonb, header = $3::jsonb, samples = $4::jsonb,
        rows = $5, signature = $6, proposed = $7::jsonb, read_by = $8, places = null,
        mapped_by = null, sums = null, days = '[]', zero_rows = '[]', repeats = 0,
        repeats_meant = 0
      where id = $1`,
    [file, json(reading), json(header), json(samples), rows, signature, json(proposed), by],
  );
}

/** Remembers the name of each column, to propose the columns of the next file. */
export async function rememberMapping(
  work: UnitOfWork,
  { kind, signature }: { readonly kind: string; readonly signature: string },
  names: object,
): Promise<void> {
  await work.run(
    `insert into import_mapping (kind, signature, names) values ($1, $2, $3::jsonb)
      on conflict (kind, signature) do update
        set names = excluded.names, used_at = akiba_now()`,
    [kind, signature, json(names)],
  );
}

interface ChosenMapping {
  readonly places: readonly number[];
  readonly days: readonly (DayRule | null)[];
  /** The declared total of the file, and the day of its balances; null if none was given. */
  readonly rows: number | null;
  readonly amount: bigint | null;
  readonly asOf?: string | null | undefined;
  readonly by: string;
}

/** Keeps the mapping of a file's columns, and its declared total. */
export async function updateMapping(work: UnitOfWork, file: bigint, chosen: ChosenMapping) {
  const { places, days, rows, amount, asOf, by } = chosen;
  await work.run(
    `update import_upload set places = $2::jsonb, days = $3::jsonb, mapped_by = $4,
        declared_rows = $5, declared_cents = $6, as_of = $7, repeats_meant = 0 where id = $1`,
    [file, json(places), json(days), by, rows, amount, asOf ?? null],
  );
}

/** Reads a corrected file as the file that it replaces was read. */
export async function copyMapping(
  work: UnitOfWork,
  at: {
    readonly importId: bigint;
    readonly by: string;
    readonly from: bigint;
    /** The digest of the file that replaces it. */
    readonly to: string;
  },
): Promise<void> {
  await work.run(
    `update import_upload u set places = o.places, days = o.days, mapped_by = $4
      from import_upload o
      where u.batch_id = $1 and u.sha256 = $3 and u.is_live and o.id = $2`,
    [at.importId, at.from, at.to, at.by],
  );
}

/** Records that a number of repeated lines are intended, and the person who said it. */
export async function keepRepeats(
  work: UnitOfWork,
  file: bigint,
  { count, by }: { readonly count: number; readonly by: string },
): Promise<void> {
  await work.run(
    "update import_upload set repeats_meant = $2, repeats_meant_by = $3 where id = $1",
    [file, count, by],
  );
}
