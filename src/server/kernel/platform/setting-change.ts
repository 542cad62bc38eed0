import * as z from "zod/mini";
import { type Snapshot, statement, type UnitOfWork } from "./database.ts";
import { nairobiDayText, nairobiTime } from "./nairobi.ts";
import { Problem } from "./problem.ts";
import { staffNameInSql } from "./staff-names.ts";

export type Section = "society" | "look" | "sms" | "receipts" | "check-off-words" | "pay-ins";

/** The old and new value of a field. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** The columns with the author and time of a change. */
export function doneInSql(by: string, at: string): string {
  return `${staffNameInSql(by, "''")} as done_by,
    ${nairobiDayText(at)} as done_on, ${nairobiTime(at)} as done_time`;
}

/** The same, for the row's schema. */
export const doneColumns = { done_by: z.string(), done_on: z.string(), done_time: z.string() };

export interface DoneRow {
  readonly done_by: string;
  readonly done_on: string;
  readonly done_time: string;
}

/** The author and time of a change, on the wire. */
export function presentDone({ done_by: by, done_on: date, done_time: time }: DoneRow) {
  return { by, date, time };
}

/** Rejects a change that was made from an older version, and names the author of the newer one. */
export function changedMeanwhile(row: DoneRow | null): Problem {
  const { by, date, time } = row ? presentDone(row) : { by: "", date: "", time: "" };
  return new Problem("settings-changed", { values: { name: by, date, time } });
}

const changeRow = z.object({
  version: z.int(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
  ...doneColumns,
});

export type SettingChange = z.infer<typeof changeRow>;

const SHOWN = 10;

const findChanges = statement({
  name: "setting-changes",
  text: `select c.version, c.changes, ${doneInSql("c.changed_by", "c.changed_at")}
    from setting_change c where c.section = $1 order by c.version desc limit ${SHOWN}`,
  row: changeRow,
});

/** The last ten changes of a section, the latest first. */
export function latestChanges(snapshot: Snapshot, section: Section): Promise<SettingChange[]> {
  return snapshot.rows(findChanges, [section]);
}

/** The changes of a section, on the wire. */
export function presentChanges(changes: readonly SettingChange[]) {
  return changes.map((row) => ({
    ...presentDone(row),
    version: row.version,
    fields: row.changes,
  }));
}

/** The current version, which is zero before the first change. */
export function versionOf(changes: readonly SettingChange[]): number {
  return changes[0]?.version ?? 0;
}

/**
 * Takes the next version of a section, and writes the changes to it and to the audit log. If two
 * people saw the same version, one is rejected, even if they act at the same moment.
 */
export async function takeVersion(
  work: UnitOfWork,
  section: Section,
  seen: number,
  changes: readonly FieldChange[],
): Promise<void> {
  const taken = await work.run(
    `insert into setting_change (section, version, changes, changed_by)
      select $1, $2::integer + 1, $3::jsonb, $4
      where coalesce((select max(version) from setting_change where section = $1), 0) = $2
      on conflict (section, version) do nothing`,
    [section, seen, JSON.stringify(changes), work.actor],
  );
  if (taken === 0) throw changedMeanwhile((await latestChanges(work, section))[0] ?? null);
  const detail = Object.fromEntries(changes.map(({ field, from, to }) => [field, { from, to }]));
  work.audit({ action: "settings-changed", subject: `settings:${section}`, detail });
}

/** The differences between two states of the same fields. */
export function changesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): FieldChange[] {
  return Object.entries(after).flatMap(([field, to]) => {
    const from = before[field] ?? "";
    return from === to ? [] : [{ field, from, to }];
  });
}
