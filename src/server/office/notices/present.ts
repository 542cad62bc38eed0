import type { NoticeRow, VersionRow } from "./queries.ts";

interface Content {
  readonly title_en: string;
  readonly title_sw: string;
  readonly text_en: string;
  readonly text_sw: string;
  readonly published_from: string | null;
  readonly published_until: string | null;
}

function presentContent(row: Content) {
  return {
    title: { en: row.title_en, sw: row.title_sw },
    text: { en: row.text_en, sw: row.text_sw },
    from: row.published_from ?? "",
    until: row.published_until ?? "",
  };
}

/** A notice for the office: as written, with its placeholders not filled in. */
export function presentNotice(row: NoticeRow) {
  return {
    id: String(row.id),
    number: row.number ?? 0,
    state: row.state,
    ...presentContent(row),
    version: row.version,
    changedBy: row.changed_by,
    changedOn: row.changed_on,
  };
}

/** An earlier version of a notice. */
export function presentVersion(row: VersionRow) {
  return {
    version: row.version,
    ...presentContent(row),
    withdrawn: row.is_withdrawn,
    changedBy: row.changed_by,
    changedOn: row.changed_on,
    changedAt: row.changed_time,
  };
}
