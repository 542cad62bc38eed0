import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { AuditAction } from "#shared/messages/oversight/audit-actions-en.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem, fieldProblem } from "#server/kernel/platform/problem.ts";
import { everyNotice, noticeById, type NoticeRow } from "./queries.ts";

interface InBoth {
  readonly en: string;
  readonly sw: string;
}

export interface Content {
  readonly title: InBoth;
  readonly text: InBoth;
  readonly from: CalendarDate | null;
  readonly until: CalendarDate | null;
}

/** The notice, and the version of it that the actor has read. */
export interface Read {
  readonly id: bigint;
  readonly version: number;
}

function values({ title, text, from, until }: Content) {
  if (from !== null && until !== null && until < from) throw fieldProblem("until", "date.order");
  return [title.en, title.sw, text.en, text.sw, from, until];
}

// Changes of the order wait for each other; there are few notices.
const lockOrder = "select pg_advisory_xact_lock(hashtextextended('notice-order', 0))";

const insertNotice = statement({
  name: "notice-insert",
  text: `insert into notice (number, title_en, title_sw, text_en, text_sw, published_from,
        published_until, changed_by)
      select coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5::date, $6::date, $7 from notice
      returning id`,
  row: z.object({ id: z.bigint() }),
});

async function kept(work: UnitOfWork, id: bigint, action: AuditAction): Promise<NoticeRow> {
  const row = await noticeById(work, id);
  if (row === null) throw new Error(`notice ${id} is not there`);
  work.audit({ action, subject: `notice:${id}`, detail: { version: row.version } });
  return row;
}

/** Adds a notice below the others. */
export async function addNotice(work: UnitOfWork, content: Content): Promise<NoticeRow> {
  await work.run(lockOrder);
  const written = await work.first(insertNotice, [...values(content), work.actor]);
  if (written === null) throw new Error("a notice was not written");
  return kept(work, written.id, "notice-added");
}

async function rejectUnchanged(work: UnitOfWork, id: bigint): Promise<never> {
  throw new Problem((await noticeById(work, id)) === null ? "no-such-notice" : "notice-changed");
}

/** Changes a notice that has not changed since it was read; each version is kept. */
export async function editNotice(work: UnitOfWork, read: Read, content: Content) {
  const changed = await work.run(
    `update notice set title_en = $3, title_sw = $4, text_en = $5, text_sw = $6,
        published_from = $7::date, published_until = $8::date, version = version + 1,
        changed_by = $9
      where id = $1 and version = $2 and withdrawn_at is null`,
    [read.id, read.version, ...values(content), work.actor],
  );
  if (changed === 0) await rejectUnchanged(work, read.id);
  return kept(work, read.id, "notice-edited");
}

/** Withdraws a notice; those below it move up. */
export async function withdrawNotice(work: UnitOfWork, read: Read): Promise<NoticeRow> {
  await work.run(lockOrder);
  const withdrawn = await work.run(
    `update notice set withdrawn_at = akiba_now(), number = null, version = version + 1,
        changed_by = $3
      where id = $1 and version = $2 and withdrawn_at is null`,
    [read.id, read.version, work.actor],
  );
  if (withdrawn === 0) await rejectUnchanged(work, read.id);
  await work.run(
    `update notice n set number = o.place
      from (select id, row_number() over (order by number) as place from notice
        where number is not null) o
      where o.id = n.id and n.number <> o.place`,
  );
  return kept(work, read.id, "notice-withdrawn");
}

interface NewOrder {
  /** The order that the actor saw. */
  readonly seen: readonly bigint[];
  readonly order: readonly bigint[];
}

/** Reorders the notices if their order is still the one that was seen. */
export async function orderNotices(work: UnitOfWork, given: NewOrder): Promise<NoticeRow[]> {
  await work.run(lockOrder);
  const placed = (await everyNotice(work)).filter(({ number }) => number !== null);
  const now = placed.map(({ id }) => id);
  if (now.join(" ") !== given.seen.join(" ")) throw new Problem("notice-changed");
  const sorted = (ids: readonly bigint[]) => [...ids].map(String).toSorted().join(" ");
  if (sorted(now) !== sorted(given.order)) throw fieldProblem("order", "field.invalid");
  await work.run(
    `update notice n set number = o.place
      from unnest($1::bigint[]) with ordinality as o (id, place)
      where o.id = n.id and n.number <> o.place`,
    [given.order],
  );
  const detail = { order: given.order.map(String) };
  work.audit({ action: "notices-ordered", subject: "notices", detail });
  return everyNotice(work);
}
