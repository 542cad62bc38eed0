import type { ImportKind } from "#shared/contract/imports.ts";
import type { UnitOfWork } from "#server/platform/database.ts";
import type { LookedAt } from "./look-at-file.ts";

/** What was seen of a file, and which of its columns is proposed for each of ours. */
interface SeenUpload extends LookedAt {
  readonly signature: string;
  readonly proposed: object;
  /** Who brought it, or chose how it is read. */
  readonly by: string;
}

/** A file that is added to an import, or takes the place of another. */
interface NewUpload extends SeenUpload {
  readonly importId: bigint;
  readonly kind: ImportKind;
  readonly fileName: string;
  readonly sha256: string;
  readonly content: Uint8Array;
  readonly replaces: bigint | undefined;
}

const json = JSON.stringify;

/** Keeps a file of an import; returns zero where the same file is part of another. */
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
      // A corrected file is to come to the same as the one it replaces.
      replaces ?? null,
      json(reading),
    ],
  );
}

/** Keeps how a file is read from now on; which column is which is asked again. */
export async function updateReading(work: UnitOfWork, file: bigint, seen: SeenUpload) {
  const { reading, header, samples, rows, signature, proposed, by } = seen;
  await work.run(
    `update import_upload set reading = $2::jsonb, header = $3::jsonb, samples = $4::jsonb,
        rows = $5, signature = $6, proposed = $7::jsonb, read_by = $8, places = null,
        mapped_by = null, sums = null, days = '[]'
      where id = $1`,
    [file, json(reading), json(header), json(samples), rows, signature, json(proposed), by],
  );
}

/** Remembers which name each column had, to propose the columns of the next file. */
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
