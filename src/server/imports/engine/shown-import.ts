import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import type { ShownFact } from "#server/kernel/platform/problem.ts";
import { requireShown } from "#server/kernel/platform/shown-facts.ts";

const findShown = statement({
  name: "import-shown",
  text: `select coalesce(f.files, '') as files,
      coalesce((coalesce(b.figures, r.figures) -> 'kinds')::text, '') as kinds,
      coalesce((coalesce(b.figures, r.figures) -> 'closing')::text, '') as closing,
      encode(sha256(convert_to(coalesce(f.content, ''), 'UTF8')), 'hex') as print,
      n.entries, n.reversed
    from import_batch b left join import_run r on r.id = b.run_id
      cross join lateral (
        select string_agg(file, '; ' order by id, file) as files,
          string_agg(content, E'\\n' order by id, file) as content
        from (
          select u.id, u.name || ' (' || u.kind || '): ' || u.rows as file,
            row(u.sha256, u.reading, u.places, u.days, u.as_of, u.declared_rows,
              u.declared_cents, u.row_digest, u.repeats, u.repeats_meant)::text as content
          from import_upload u where u.batch_id = b.id and not u.is_replaced
          union all
          select 0, i.name || ' (' || i.format || '): ' || i.rows, i.sha256
          from import_file i where i.run_id = b.run_id and b.origin = 'command-line'
        ) one
      ) f
      cross join lateral (
        select count(*)::int as entries, count(v.id)::int as reversed
        from journal_entry e left join journal_entry v on v.reverses = e.id
        where b.state = 'posted' and e.import_run_id = b.run_id
      ) n
    where b.id = $1`,
  row: z.object({
    files: z.string(),
    kinds: z.string(),
    closing: z.string(),
    print: z.string(),
    entries: z.int(),
    reversed: z.int(),
  }),
});

export type ShownImport = z.infer<(typeof findShown)["row"]>;

/** Returns what a person is shown of an import before they post or undo it; null without one. */
export function shownImport(snapshot: Snapshot, id: bigint): Promise<ShownImport | null> {
  return snapshot.first(findShown, [id]);
}

/** Lists the facts whose digest is sent back to post or undo an import. */
export function factsOfImport(shown: ShownImport): ShownFact[] {
  return [
    { name: "files", value: shown.files },
    { name: "kinds", value: shown.kinds },
    { name: "closing", value: shown.closing },
    { name: "entries", value: String(shown.entries) },
    { name: "reversed", value: String(shown.reversed) },
    { name: "print", value: shown.print },
  ];
}

/** Throws `shown-changed` unless the import, which the caller has locked, is as it was shown. */
export async function requireShownImport(
  snapshot: Snapshot,
  id: bigint,
  digest: string,
): Promise<void> {
  const shown = await shownImport(snapshot, id);
  requireShown(digest, shown === null ? [] : factsOfImport(shown));
}
