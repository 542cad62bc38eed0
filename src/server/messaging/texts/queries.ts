import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { doneColumns, doneInSql } from "#server/kernel/platform/setting-change.ts";

const textRow = z.object({
  template: z.string(),
  version: z.int(),
  subject_en: z.string(),
  subject_sw: z.string(),
  /** Null when it is the standard again. */
  text_en: z.nullable(z.string()),
  text_sw: z.nullable(z.string()),
  ...doneColumns,
});

export type TextRow = z.infer<typeof textRow>;

const columns = `t.template, t.version, t.subject_en, t.subject_sw, t.text_en, t.text_sw,
  ${doneInSql("t.set_by", "t.set_at")}`;

const findTexts = statement({
  name: "message-texts",
  text: `select distinct on (t.template) ${columns} from message_text t
    order by t.template, t.version desc`,
  row: textRow,
});

/** The latest version of every changed message, by its template. */
export async function latestTexts(snapshot: Snapshot): Promise<ReadonlyMap<string, TextRow>> {
  const rows = await snapshot.rows(findTexts);
  return new Map(rows.map((row) => [row.template, row]));
}

const SHOWN = 20;

const findVersions = statement({
  name: "message-text-versions",
  text: `select ${columns} from message_text t where t.template = $1
    order by t.version desc limit ${SHOWN}`,
  row: textRow,
});

/** The last twenty versions of a message, the latest first. */
export function versionsOf(snapshot: Snapshot, template: string): Promise<TextRow[]> {
  return snapshot.rows(findVersions, [template]);
}
