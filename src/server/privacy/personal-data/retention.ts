import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { retained, type Retained, retentionUnits, type Span } from "#shared/retention-bounds.ts";
import { type DatedTable, inForceInSql } from "#server/kernel/platform/dated-rows.ts";
import {
  type Database,
  type Snapshot,
  statement,
  type UnitOfWork,
} from "#server/kernel/platform/database.ts";
import { inNairobi } from "#server/kernel/platform/nairobi.ts";
import { erase, automaticRules, isEven, isHeldBy, isNamed, partsOf } from "./erasure.ts";

/** The retention rules, which apply from a day on. */
export const datedRetention: DatedTable = {
  table: "retention_rule",
  subject: "what",
  from: "tomorrow",
  cancellations: null,
};

const findRules = statement({
  name: "retention-rules",
  text: inForceInSql(datedRetention, "r.what, r.amount, r.unit"),
  row: z.object({
    what: z.enum(retained),
    amount: z.int(),
    unit: z.enum(retentionUnits),
  }),
});

/** The retention rules in force today. */
export function retentionRules(snapshot: Snapshot) {
  return snapshot.rows(findRules);
}

/**
 * SQL: members who left long enough ago for a rule with this span to erase some of their data on a
 * day.
 */
const leftBy = (rule: (typeof automaticRules)[number], span: string, day: string) =>
  `from member m where m.left_on + ${span} <= ${day} and ${isHeldBy(rule)} and ${isEven}`;

/** SQL: requests closed before a moment that still have their texts. */
const closedBefore = (moment: string) => `state in ('done', 'refused', 'withdrawn')
  and coalesce(answered_at, recorded_at) < ${moment}
  and (should_be <> '' or note <> '' or answer <> '')`;

/** The number of members per round, each in its own unit of work. */
const AT_ONCE = 500;

const findLeft = {
  contacts: statement({
    name: "retention-left-contacts",
    text: `select m.id, m.member_no ${leftBy("contacts", "retention('contacts')", "akiba_today()")}
      order by m.left_on, m.id limit ${AT_ONCE}`,
    row: z.object({ id: z.bigint(), member_no: z.string() }),
  }),
  login: statement({
    name: "retention-left-login",
    text: `select m.id, m.member_no ${leftBy("login", "retention('login')", "akiba_today()")}
      order by m.left_on, m.id limit ${AT_ONCE}`,
    row: z.object({ id: z.bigint(), member_no: z.string() }),
  }),
};

/** Erases data past its rule and returns the number of members affected. */
export async function applyRetention(database: Database): Promise<number> {
  await database.unitOfWork("retention", forgetRequests);
  const forgotten = new Set<bigint>();
  for (const rule of automaticRules) {
    let left;
    do {
      left = await database.one(findLeft[rule]);
      for (const one of left) {
        await forget(database, one, partsOf(rule));
        forgotten.add(one.id);
      }
    } while (left.length === AT_ONCE);
  }
  return forgotten.size;
}

interface Left {
  readonly id: bigint;
  readonly member_no: string;
}

function forget(database: Database, { id, member_no: memberNo }: Left, parts: Parts) {
  return database.unitOfWork("retention", async (work) => {
    await work.run("select from member where id = $1 for update", [id]);
    await erase(work, id, parts);
    work.audit({ action: "retention-erased", subject: `member:${memberNo}`, detail: { parts } });
  });
}

type Parts = ReturnType<typeof partsOf>;

/** The record of the request and its answer stays; the member's text is erased. */
async function forgetRequests(work: UnitOfWork): Promise<void> {
  await work.run(
    `update privacy_request set should_be = '', note = '', answer = ''
      where ${closedBefore("akiba_now() - retention('requests')")}`,
  );
}

/** SQL for each rule: the data past a span at the end of a day in Nairobi. */
const past: Readonly<Record<Retained, (span: string, day: string, over: string) => string>> = {
  // A name is erased only by two people, at its member's request.
  books: (span, day) => `from member m where m.left_on + ${span} <= ${day} and ${isNamed}`,
  contacts: (span, day) => leftBy("contacts", span, day),
  login: (span, day) => leftBy("login", span, day),
  sessions: (span, _, over) =>
    `from session where coalesce(ended_at, expires_at) < ${over} - ${span}`,
  messages: (span, _, over) => `from outbox_message
    where state <> 'waiting' and coalesce(finished_at, expires_at) < ${over} - ${span}`,
  requests: (span, _, over) => `from privacy_request where ${closedBefore(`${over} - ${span}`)}`,
};

const day = "$1::date";
const over = `(${inNairobi("($1::date + 1)::timestamp")})`;

const findEffects = Object.fromEntries(
  retained.map((what) => [
    what,
    statement({
      name: `retention-effect-${what}`,
      text: `select (select count(*)::int ${past[what]("$2::interval", day, over)}) as goes,
        (select count(*)::int ${past[what](`retention('${what}', ${day})`, day, over)}) as anyway`,
      row: z.object({ goes: z.int(), anyway: z.int() }),
    }),
  ]),
);

/**
 * Returns how much of today's data this span would erase by the end of a day, and how much the
 * current rules erase by then anyway.
 */
export async function retentionEffect(
  snapshot: Snapshot,
  what: Retained,
  { amount, unit }: Span,
  on: CalendarDate,
): Promise<{ readonly goes: number; readonly anyway: number }> {
  const found = await snapshot.first(findEffects[what]!, [on, `${amount} ${unit}`]);
  return found ?? { goes: 0, anyway: 0 };
}
