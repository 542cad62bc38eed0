import * as z from "zod/mini";
import {
  type TillTab,
  tillMovements,
  tillStates,
  tillTabs,
} from "#shared/contract/counter/tills.ts";
import type { Cents } from "#shared/money.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";
import { isLeftOpen } from "#server/tills/till-book/left-open-sql.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const insertRow = statement({
  name: "till-insert",
  text: `with drawn as (
      update counter_series set last_till = last_till + 1 returning last_till
    )
    insert into till (id, holder, holder_person) select last_till, $1, '' from drawn returning id`,
  row: z.object({ id: z.bigint() }),
});

/** Opens a till of a person, who can have only one. */
export async function insertTill(work: UnitOfWork, holder: string): Promise<bigint> {
  const made = await work.first(insertRow, [holder]);
  if (made === null) throw new Error(`no till was opened for ${holder}`);
  return made.id;
}

const locked = z.object({
  id: z.bigint(),
  holder: z.string(),
  state: z.enum(tillStates),
  balance_cents: bigCents,
});

export type LockedTill = z.infer<typeof locked>;

const lockById = statement({
  name: "till-lock",
  text: "select id, holder, state, balance_cents from till where id = $1 for no key update",
  row: locked,
});

/** Locks a till until the end of the unit of work; null if there is none. */
export function lockTill(work: UnitOfWork, tillId: bigint): Promise<LockedTill | null> {
  return work.first(lockById, [tillId]);
}

const lockByPerson = statement({
  name: "till-lock-own",
  text: `select id, holder, state, balance_cents from till
    where holder_person = akiba_person($1) and state <> 'closed' for no key update`,
  row: locked,
});

/** Locks the till of a person that is not closed; null if they have none. */
export function lockTillOf(work: UnitOfWork, person: string): Promise<LockedTill | null> {
  return work.first(lockByPerson, [person]);
}

const findHeld = statement({
  name: "till-is-held-by",
  text: `select akiba_person(holder) = akiba_person($2) as held from till where id = $1`,
  row: z.object({ held: z.boolean() }),
});

/** Returns whether a till is that of a person, under any of their names. */
export async function isHeldBy(snapshot: Snapshot, tillId: bigint, person: string) {
  return (await snapshot.first(findHeld, [tillId, person]))?.held ?? false;
}

/** Changes the state of a locked till. */
export async function setState(
  work: UnitOfWork,
  tillId: bigint,
  state: LockedTill["state"],
): Promise<void> {
  await work.run(
    `update till set state = $2,
        closed_at = case when $2 = 'closed' then akiba_now() end
      where id = $1`,
    [tillId, state],
  );
}

const countRow = z.object({
  id: z.bigint(),
  counted_by: z.string(),
  counted_at: z.date(),
  pieces: z.array(z.int()),
  expected_cents: bigCents,
  counted_cents: bigCents,
});

export type CountRow = z.infer<typeof countRow>;

const countColumns = `c.id, ${staffNameInSql("c.counted_by")} as counted_by, c.counted_at, c.pieces,
  c.expected_cents, c.counted_cents`;

const writeCount = statement({
  name: "till-count",
  text: `with c as (
      insert into till_count (till_id, counted_by, pieces, expected_cents)
        values ($1, $2, $3, $4)
        returning id, counted_by, counted_at, pieces, expected_cents, counted_cents
    )
    select ${countColumns} from c`,
  row: countRow,
});

/** Writes a count of a till by the actor. */
export async function insertCount(
  work: UnitOfWork,
  given: {
    readonly tillId: bigint;
    readonly expected: Cents;
    readonly pieces: readonly number[];
  },
): Promise<CountRow> {
  const { tillId, expected, pieces } = given;
  const made = await work.first(writeCount, [tillId, work.actor, pieces, expected]);
  if (made === null) throw new Error(`till ${tillId} was not counted`);
  return made;
}

const findCounts = statement({
  name: "till-counts",
  text: `select ${countColumns} from till_count c where c.till_id = $1 order by c.id desc`,
  row: countRow,
});

/** The counts of a till, the last one first. */
export function countsOf(snapshot: Snapshot, tillId: bigint): Promise<CountRow[]> {
  return snapshot.rows(findCounts, [tillId]);
}

/** The last count of a till; null if it was never counted. */
export async function lastCount(snapshot: Snapshot, tillId: bigint): Promise<CountRow | null> {
  return (await countsOf(snapshot, tillId))[0] ?? null;
}

const tillRow = z.object({
  id: z.bigint(),
  staff_no: z.string(),
  full_name: z.string(),
  state: z.enum(tillStates),
  balance_cents: bigCents,
  opened_at: z.date(),
  opened_on: z.string(),
  overnight: z.boolean(),
  closed_at: z.nullable(z.date()),
  variance_cents: z.nullable(bigCents),
  accepted_by: z.string(),
});

export type TillRow = z.infer<typeof tillRow>;

// Once it is booked, that counts; before that, the last count.
const varianceOf = `case t.state
    when 'closed' then coalesce((select v.amount_cents from till_movement v
      where v.till_id = t.id and v.kind = 'variance'), 0)
    when 'counted' then (select c.counted_cents - c.expected_cents from till_count c
      where c.till_id = t.id order by c.id desc limit 1) end`;

const acceptedBy = `coalesce((select ${staffNameInSql("m.agreed_by")} from till_movement m
    where m.till_id = t.id and m.kind in ('handover', 'variance') order by m.id desc limit 1), '')`;

const tillColumns = `t.id, replace(t.holder, 'staff:', '') as staff_no,
    ${staffNameInSql("t.holder")} as full_name, t.state, t.balance_cents, t.opened_at,
    t.opened_on::text as opened_on,
    ${isLeftOpen("t")} as overnight, t.closed_at,
    ${varianceOf} as variance_cents, ${acceptedBy} as accepted_by`;

const findOwn = statement({
  name: "till-own",
  text: `select ${tillColumns} from till t
    where t.holder_person = akiba_person($1) and t.state <> 'closed'`,
  row: tillRow,
});

/** The till of a person that is not closed; null if they have none. */
export function tillOf(snapshot: Snapshot, person: string): Promise<TillRow | null> {
  return snapshot.first(findOwn, [person]);
}

const findOne = statement({
  name: "till-one",
  text: `select ${tillColumns} from till t where t.id = $1`,
  row: tillRow,
});

/** One till; null if there is none. */
export function tillAt(snapshot: Snapshot, tillId: bigint): Promise<TillRow | null> {
  return snapshot.first(findOne, [tillId]);
}

const hasVariance = `exists (select from till_movement v
    where v.till_id = t.id and v.kind = 'variance')`;

const onTab = `case $1 when 'open' then t.state <> 'closed'
    when 'closed' then t.state = 'closed' else t.state = 'closed' and ${hasVariance} end`;

const PAGE = 50;

const findPage = statement({
  name: "till-page",
  text: `select ${tillColumns} from till t
    where ${onTab} and ($2::bigint is null or t.id < $2)
    order by t.id desc limit ${PAGE + 1}`,
  row: tillRow,
});

/** A page of tills, the latest first. */
export async function pageOf(snapshot: Snapshot, tab: TillTab, after: bigint | undefined) {
  const found = await snapshot.rows(findPage, [tab, after ?? null]);
  return { rows: found.slice(0, PAGE), isLast: found.length <= PAGE };
}

const findTabs = statement({
  name: "till-tabs",
  text: `select tab, count(t.id)::int as payments,
      coalesce(sum(case tab when 'open' then t.balance_cents
        when 'closed' then -h.amount_cents else v.amount_cents end), 0)::bigint as amount
    from unnest(array['open', 'closed', 'variances']) with ordinality as g (tab, place)
      left join till t on case tab when 'open' then t.state <> 'closed' else t.state = 'closed' end
        and (tab <> 'variances' or ${hasVariance})
      left join till_movement h on h.till_id = t.id and h.kind = 'handover'
      left join till_movement v on v.till_id = t.id and v.kind = 'variance'
    group by tab, place order by place`,
  row: z.object({ tab: z.enum(tillTabs), payments: z.int(), amount: bigCents }),
});

/** How many tills each tab has: the cash in them, what they handed over, or their variances. */
export function tabRows(snapshot: Snapshot) {
  return snapshot.rows(findTabs);
}

const findMovements = statement({
  name: "till-movements",
  text: `select m.kind, m.amount_cents, m.moved_at, ${staffNameInSql("m.moved_by")} as by,
      case m.agreed_by when '' then '' else ${staffNameInSql("m.agreed_by")} end as agreed_by,
      case e.receipt_no when '' then e.reference_no else e.receipt_no end as reference
    from till_movement m join journal_entry e on e.id = m.entry_id
    where m.till_id = $1 order by m.id desc`,
  row: z.object({
    kind: z.enum(tillMovements),
    amount_cents: bigCents,
    moved_at: z.date(),
    by: z.string(),
    agreed_by: z.string(),
    reference: z.string(),
  }),
});

/** The movements of a till, the last one first. */
export function movementsOf(snapshot: Snapshot, tillId: bigint) {
  return snapshot.rows(findMovements, [tillId]);
}

const findSums = statement({
  name: "till-sums",
  text: `select kind, sum(amount_cents)::bigint as amount, count(*)::int as movements
    from till_movement where till_id = $1 group by kind order by min(id)`,
  row: z.object({ kind: z.enum(tillMovements), amount: bigCents, movements: z.int() }),
});

/** The sum of each kind of movement of a till. */
export function sumsOf(snapshot: Snapshot, tillId: bigint) {
  return snapshot.rows(findSums, [tillId]);
}
