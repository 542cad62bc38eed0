import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import type { AuditLogKind } from "#shared/contract/oversight/audit-log.ts";
import { type Snapshot, statement, type Statement } from "#server/kernel/platform/database.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";

const record = z.object({
  seq: z.bigint(),
  at: z.date(),
  /** Microseconds since 1970, by which the audit log is ordered before the number. */
  micros: z.bigint(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  detail: z.string(),
  hash: z.string(),
  is_found: z.boolean(),
});

export type AuditLogRecord = z.infer<typeof record>;

/** A search of the audit log; omitted fields do not narrow it. */
export interface AuditLogFilters {
  readonly kind?: AuditLogKind | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly text?: string | undefined;
  readonly before?: { readonly at: bigint; readonly seq: bigint } | undefined;
}

/** The most records that are read for one page; the answer says how far back it read. */
const SEARCHED = 5000;

/** The actions that each kind leaves out: accesses, and others without a change. */
const leftOut: Readonly<Record<AuditLogKind, readonly string[]>> = {
  "without-accesses": ["looked"],
  changes: [
    "looked",
    "refused",
    "signed-in",
    "signed-out",
    "sign-in-failed",
    "password-accepted",
    "second-factor-failed",
  ],
};

/** The one filter whose index is read in the order of time; the others filter its records. */
type Road =
  | "subject"
  | "actor"
  | "actor-without-accesses"
  | "action"
  | "time"
  | "time-without-accesses";

/** The start of a day in Nairobi; beyond all records by default. */
const dayBegins = (day: string, otherwise: string) =>
  `coalesce(${inNairobi(`(${day})::timestamp`)}, '${otherwise}'::timestamptz)`;

const roads: Readonly<Record<Road, Statement<AuditLogRecord>>> = {
  subject: along("subject", "r.subject = $3 and"),
  actor: along("actor", "r.actor = $1 and"),
  "actor-without-accesses": along(
    "actor-without-accesses",
    "r.actor = $1 and r.action <> 'looked' and",
  ),
  action: along("action", "r.action = $2 and"),
  time: along("time", ""),
  "time-without-accesses": along("time-without-accesses", "r.action <> 'looked' and"),
};

function along(road: Road, condition: string): Statement<AuditLogRecord> {
  return statement({
    name: `audit-trail-by-${road}`,
    text: `with read as (
        select r.* from audit_record r
        where ${condition} (r.at, r.seq) < ($7::timestamptz, $8::bigint)
          and r.at >= ${dayBegins("$4::date", "-infinity")}
          and r.at < ${dayBegins("$5::date + 1", "infinity")}
        order by r.at desc, r.seq desc limit $9
      )
      select seq, at, (extract(epoch from at) * 1000000)::bigint as micros, actor, action, subject,
        detail::text as detail, encode(hash, 'hex') as hash,
        ($1::text is null or actor = $1) and ($2::text is null or action = $2)
          and ($3::text is null or subject = $3) and action <> all ($10::text[])
          and ($6::text is null or position(lower($6) in lower(
            actor || ' ' || action || ' ' || subject || ' ' || detail::text)) > 0) as is_found
      from read order by at desc, seq desc`,
    row: record,
  });
}

const FIRST_BEFORE_ANY = 9_223_372_036_854_775_807n;

/** A cursor's time as PostgreSQL reads it, exact to the microsecond. */
function timeOf(micros: bigint): string {
  const second = 1_000_000n;
  const fraction = ((micros % second) + second) % second;
  const whole = new Date(Number((micros - fraction) / 1000n)).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(6, "0")}Z`;
}

/**
 * A page of the audit log, the newest first. A search reads one range at a time, so it may find
 * less than a page; `last` is where it continues, null at the end.
 */
export async function auditLogPage(snapshot: Snapshot, asked: AuditLogFilters, limit: number) {
  const { kind, actor, action, subject, from, to, text, before } = asked;
  const road = roadOf(asked);
  const most = isNarrowed(asked, road) ? SEARCHED : limit;
  const read = await snapshot.rows(roads[road], [
    actor ?? null,
    action ?? null,
    subject ?? null,
    from ?? null,
    to ?? null,
    text ?? null,
    before === undefined ? "infinity" : timeOf(before.at),
    before?.seq ?? FIRST_BEFORE_ANY,
    most,
    kind === undefined ? [] : leftOut[kind],
  ]);
  const rows = read.filter(({ is_found }) => is_found).slice(0, limit);
  const isCut = rows.length === limit;
  const last = isCut ? rows.at(-1) : read.at(-1);
  const isEnd = last === undefined || (!isCut && read.length < most);
  return { rows, last: isEnd ? null : last };
}

function roadOf({ kind, actor, action, subject }: AuditLogFilters): Road {
  if (subject) return "subject";
  if (actor) return kind ? "actor-without-accesses" : "actor";
  if (action) return "action";
  return kind ? "time-without-accesses" : "time";
}

/** Whether some records read by the index may not match the search. */
function isNarrowed({ kind, actor, action, subject, text }: AuditLogFilters, road: Road): boolean {
  const filters = [kind, actor, action, subject, text].filter((one) => one !== undefined).length;
  const isHeld = road.endsWith("without-accesses") && kind === "without-accesses";
  return filters > (road.startsWith("time") ? 0 : 1) + (isHeld ? 1 : 0);
}

const findHead = statement({
  name: "audit-head",
  text: `select h.seq, encode(h.hash, 'hex') as hash, r.at, akiba_now() as taken_at,
      coalesce((select organisation_name from society), '') as society
    from audit_head h left join audit_record r on r.seq = h.seq`,
  row: z.object({
    seq: z.bigint(),
    hash: z.string(),
    at: z.nullable(z.date()),
    taken_at: z.date(),
    society: z.string(),
  }),
});

/** The newest record's number and digest. */
export async function auditLogHead(snapshot: Snapshot) {
  const found = await snapshot.first(findHead);
  if (found === null) throw new Error("the audit trail has no head");
  return found;
}
