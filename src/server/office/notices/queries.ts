import * as z from "zod/mini";
import { noticeStates } from "#shared/contract/office/notices.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";

const noticeRow = z.object({
  id: z.bigint(),
  number: z.nullable(z.int()),
  state: z.enum(noticeStates),
  title_en: z.string(),
  title_sw: z.string(),
  text_en: z.string(),
  text_sw: z.string(),
  published_from: z.nullable(z.string()),
  published_until: z.nullable(z.string()),
  version: z.int(),
  changed_by: z.string(),
  changed_on: z.string(),
});

/** A notice as stored. */
export type NoticeRow = z.infer<typeof noticeRow>;

const columns = `n.id, n.number, n.title_en, n.title_sw, n.text_en, n.text_sw, n.published_from,
  n.published_until, n.version, ${staffNameInSql("n.changed_by", "''")} as changed_by,
  ${nairobiDay("v.changed_at")} as changed_on,
  case when n.withdrawn_at is not null then 'withdrawn'
    when n.published_from > akiba_today() then 'to-come'
    when n.published_until < akiba_today() then 'past' else 'published' end as state`;
const from = `notice n join notice_version v on v.notice_id = n.id and v.version = n.version`;

const findEvery = statement({
  name: "notices-every",
  text: `select ${columns} from ${from} order by n.number nulls last, n.id desc limit 300`,
  row: noticeRow,
});

/** Every published notice in order, then withdrawn ones, newest first. */
export function everyNotice(snapshot: Snapshot): Promise<NoticeRow[]> {
  return snapshot.rows(findEvery);
}

const findOne = statement({
  name: "notice-one",
  text: `select ${columns} from ${from} where n.id = $1`,
  row: noticeRow,
});

/** One notice; null if there is none. */
export function noticeById(snapshot: Snapshot, id: bigint): Promise<NoticeRow | null> {
  return snapshot.first(findOne, [id]);
}

const findVersions = statement({
  name: "notice-versions",
  text: `select v.version, v.title_en, v.title_sw, v.text_en, v.text_sw, v.published_from,
      v.published_until, v.is_withdrawn, ${staffNameInSql("v.changed_by", "''")} as changed_by,
      ${nairobiDay("v.changed_at")} as changed_on,
      ${nairobiTime("v.changed_at")} as changed_time
    from notice_version v where v.notice_id = $1 order by v.version desc limit 100`,
  row: z.object({
    version: z.int(),
    title_en: z.string(),
    title_sw: z.string(),
    text_en: z.string(),
    text_sw: z.string(),
    published_from: z.nullable(z.string()),
    published_until: z.nullable(z.string()),
    is_withdrawn: z.boolean(),
    changed_by: z.string(),
    changed_on: z.string(),
    changed_time: z.string(),
  }),
});

export type VersionRow = z.infer<typeof findVersions.row>;

/** The versions of a notice, newest first. */
export function noticeVersions(snapshot: Snapshot, id: bigint): Promise<VersionRow[]> {
  return snapshot.rows(findVersions, [id]);
}
