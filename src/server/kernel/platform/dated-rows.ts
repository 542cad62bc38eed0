import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Snapshot, type Statement, statement, type UnitOfWork } from "./database.ts";
import { nairobiDay, nairobiDayText, nairobiTime } from "./nairobi.ts";
import { fieldProblem } from "./problem.ts";
import { staffNameInSql } from "./staff-names.ts";

/**
 * A table whose rows apply from a day on (`effective_from`), and are never changed: a later row
 * replaces an earlier one. `follows` is the newest row that its author had seen. It is unique, so
 * that only one of two rows set after the same one is kept.
 */
export interface DatedTable {
  readonly table: string;
  /** The column that identifies the subject of a row; null if all rows have the same subject. */
  readonly subject: string | null;
  /** The earliest day that can be set. */
  readonly from: "today" | "tomorrow";
  /** The table of withdrawals before the first day; null if rows cannot be withdrawn. */
  readonly cancellations: { readonly table: string; readonly column: string } | null;
}

/** A condition: the row of an alias was not withdrawn. */
export function isKept({ cancellations }: DatedTable, alias: string): string {
  if (cancellations === null) return "true";
  const { table, column } = cancellations;
  return `not exists (select from ${table} x where x.${column} = ${alias}.id)`;
}

/**
 * Selects columns of the rows `r` in force today, one for each subject. If several apply from the
 * same day, the one set last applies.
 */
export function inForceInSql(dated: DatedTable, columns: string): string {
  const { table, subject } = dated;
  const latest = "r.effective_from desc, r.id desc";
  const from = `from ${table} r where r.effective_from <= akiba_today() and ${isKept(dated, "r")}`;
  return subject === null
    ? `select ${columns} ${from} order by ${latest} limit 1`
    : `select distinct on (r.${subject}) ${columns} ${from} order by r.${subject}, ${latest}`;
}

/**
 * Every row with its `state` today and its withdrawal, as a table of a `from` clause. A row that
 * was replaced before its day was never in force.
 */
export function withStatesInSql(dated: DatedTable): string {
  const { table, subject, cancellations } = dated;
  const sameDay = sameSubjectAndDay(subject, "n", "r");
  return `(
      select r.*, c.cancelled_by, c.cancelled_at,
        case when c.cancelled_at is not null then 'cancelled'
          when r.id in (select f.id from (${inForceInSql(dated, "r.id")}) f) then 'in-force'
          when exists (select from ${table} n where ${sameDay} and n.id > r.id
            and ${nairobiDay("n.set_at")} < n.effective_from and ${isKept(dated, "n")})
          then 'replaced'
          when r.effective_from > akiba_today() then 'to-come' else 'past' end as state
      from ${table} r ${
        cancellations === null
          ? "cross join (select null::text as cancelled_by, null::timestamptz as cancelled_at) c"
          : `left join ${cancellations.table} c on c.${cancellations.column} = r.id`
      }
    )`;
}

function sameSubjectAndDay(subject: string | null, one: string, other: string): string {
  const sameDay = `${one}.effective_from = ${other}.effective_from`;
  return subject === null ? sameDay : `${one}.${subject} = ${other}.${subject} and ${sameDay}`;
}

/** The columns with the person and time of a withdrawal of a row `r` with its state. */
export const cancelledInSql = `case when r.cancelled_at is not null
      then ${staffNameInSql("r.cancelled_by", "''")}
    end as cancelled_by, ${nairobiDayText("r.cancelled_at")} as cancelled_on,
    ${nairobiTime("r.cancelled_at")} as cancelled_time`;

/** The same, for the row's schema. */
export const cancelledColumns = {
  cancelled_by: z.nullable(z.string()),
  cancelled_on: z.nullable(z.string()),
  cancelled_time: z.nullable(z.string()),
};

/** The person and time of a withdrawal, on the wire; nothing if the row was not withdrawn. */
export function presentCancelled(row: z.infer<z.ZodMiniObject<typeof cancelledColumns>>) {
  const { cancelled_by: by, cancelled_on: date, cancelled_time: time } = row;
  if (by === null || date === null || time === null) return {};
  return { cancelled: { by, date, time } };
}

const scheduledRow = z.object({ id: z.bigint(), is_to_come: z.boolean() });

const findDay = statement({
  name: "dated-day",
  text: "select $1::date > akiba_today() as ahead, $1::date = akiba_today() as today",
  row: z.object({ ahead: z.boolean(), today: z.boolean() }),
});

/** A row to set. */
export interface ToSchedule {
  readonly effectiveFrom: CalendarDate;
  /** The newest row its author had seen; undefined if they saw none. */
  readonly follows: bigint | undefined;
  /** The values of the columns of the statement, in their order. */
  readonly values: readonly (string | number | bigint | boolean | null)[];
}

/** How the rows of a table are set and withdrawn. */
export class DatedRows {
  readonly #dated: DatedTable;
  readonly #insert: Statement<z.infer<typeof scheduledRow>>;
  readonly #cancel: Statement<{ readonly id: bigint }> | null;

  constructor(dated: DatedTable, columns: readonly string[]) {
    this.#dated = dated;
    this.#insert = insertInto(dated, columns);
    this.#cancel = cancelIn(dated);
  }

  /** Rejects a day before the earliest that can be set. */
  async rejectTooEarly(snapshot: Snapshot, effectiveFrom: CalendarDate): Promise<void> {
    const day = await snapshot.first(findDay, [effectiveFrom]);
    if (day?.ahead) return;
    if (this.#dated.from === "tomorrow") throw fieldProblem("effectiveFrom", "date.ahead");
    if (!day?.today) throw fieldProblem("effectiveFrom", "date.past");
  }

  /** Sets a row from a day on; returns null if another was set after the one it follows. */
  schedule(work: UnitOfWork, { effectiveFrom, follows, values }: ToSchedule) {
    return work.first(this.#insert, [effectiveFrom, work.actor, follows ?? null, ...values]);
  }

  /**
   * Withdraws a row before its first day, with those it had replaced for that day, so that none of
   * them applies again; returns false if there is nothing to withdraw.
   */
  async withdraw(work: UnitOfWork, id: bigint): Promise<boolean> {
    if (this.#cancel === null) throw new Error(`${this.#dated.table} keeps no withdrawals`);
    const cancelled = await work.rows(this.#cancel, [id, work.actor]);
    return cancelled.some((one) => one.id === id);
  }
}

function insertInto({ table, from }: DatedTable, columns: readonly string[]) {
  const values = columns.map((_, at) => `$${at + 4}`);
  const isInTime = `$1::date ${from === "today" ? ">=" : ">"} akiba_today()`;
  return statement({
    name: `${table}-set`,
    text: `with newest as (select max(id) as id from ${table})
      insert into ${table} (${["effective_from", "set_by", "follows", ...columns].join(", ")})
      select ${["$1::date", "$2", "newest.id", ...values].join(", ")} from newest
      where ${isInTime} and coalesce($3::bigint, newest.id) = newest.id
      on conflict (follows) do nothing
      returning id, effective_from > akiba_today() as is_to_come`,
    row: scheduledRow,
  });
}

function cancelIn({ table, subject, cancellations }: DatedTable) {
  if (cancellations === null) return null;
  const { table: kept, column } = cancellations;
  return statement({
    name: `${table}-cancel`,
    text: `insert into ${kept} (${column}, cancelled_by)
      select r.id, $2 from ${table} r
        join ${table} asked on ${sameSubjectAndDay(subject, "asked", "r")} and asked.id >= r.id
      where asked.id = $1 and r.effective_from > akiba_today()
        and not exists (select from ${kept} c where c.${column} = asked.id)
      on conflict (${column}) do nothing
      returning ${column} as id`,
    row: z.object({ id: z.bigint() }),
  });
}
