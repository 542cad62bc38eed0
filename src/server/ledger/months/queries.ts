import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { closeStates, type ShownCloseFact } from "#shared/contract/ledger/months.ts";
import { reconciledAccounts, unreconciledCauses } from "#shared/contract/reconciliation/files.ts";
import { toWireAmount } from "#shared/money.ts";
import { cleanRun } from "#server/ledger/journal/clean-run.ts";
import { monthDueInSql } from "#server/ledger/journal/next-month-to-close.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { storedDate } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { totalOf } from "./trial-balance.ts";

/** The accounts that are not reconciled, as the database names them. */
const unreconciledList = z.array(
  z.object({
    account: z.enum(reconciledAccounts),
    cause: z.enum(unreconciledCauses),
    items: z.int(),
    cents: z.int(),
  }),
);
export type Unreconciled = z.infer<typeof unreconciledList>;

const closeRow = z.object({
  id: z.bigint(),
  month: z.string(),
  ends: storedDate,
  state: z.enum(closeStates),
  trial_balance: z.record(z.string(), z.string()),
  prepared_by: z.string(),
  prepared_on: z.string(),
  approved_by: z.nullable(z.string()),
  approved_on: z.nullable(z.string()),
  audit_seq: z.nullable(z.bigint()),
  audit_hash: z.nullable(z.string()),
  reopen_by: z.nullable(z.string()),
  reopen_because: z.string(),
  reopened_by: z.nullable(z.string()),
  unreconciled: unreconciledList,
  unreconciled_because: z.string(),
  approved_because: z.string(),
});

export type CloseRow = z.infer<typeof closeRow>;

const columns = `id, to_char(month, 'YYYY-MM') as month,
  (month + interval '1 month - 1 day')::date as ends, state, trial_balance, prepared_by,
  ${nairobiDay("prepared_at")} as prepared_on, approved_by,
  ${nairobiDay("approved_at")} as approved_on, audit_seq,
  encode(audit_hash, 'hex') as audit_hash, reopen_by, reopen_because, reopened_by,
  unreconciled, unreconciled_because, approved_because`;

/** Ten years of months; older closes are in the export. */
const LISTED = 120;

const findCloses = statement({
  name: "month-closes",
  text: `select ${columns} from month_close order by month desc, id desc limit ${LISTED}`,
  row: closeRow,
});

/** The closes of months, latest first. */
export function closes(snapshot: Snapshot): Promise<CloseRow[]> {
  return snapshot.rows(findCloses);
}

const findClose = statement({
  name: "month-close",
  text: `select ${columns} from month_close where id = $1`,
  row: closeRow,
});

/** One close; null if there is none. */
export function closeAt(snapshot: Snapshot, id: bigint): Promise<CloseRow | null> {
  return snapshot.first(findClose, [id]);
}

const findDue = statement({
  name: "month-due",
  text: monthDueInSql,
  row: z.object({ month: z.string(), ends: storedDate, is_due: z.boolean() }),
});

/**
 * The next month to close: the one after the last closed. If none was closed, it is the last month
 * that has ended, and closing it closes all before it too.
 */
export function monthDue(snapshot: Snapshot) {
  return snapshot.first(findDue);
}

const findUnreconciled = statement({
  name: "month-unreconciled",
  text: "select bank_unreconciled_facts($1) as facts",
  row: z.object({ facts: unreconciledList }),
});

/** The accounts whose books differ from their statement, or have none, as a day ends. */
export async function unreconciledOn(snapshot: Snapshot, day: CalendarDate): Promise<Unreconciled> {
  return (await snapshot.first(findUnreconciled, [day]))?.facts ?? [];
}

const countOpen = statement({
  name: "month-open-matters",
  text: `select
      (select count(*) from check_off_batch where state = 'prepared')::int as check_off,
      (select count(*) from ledger_account
        where code in ('check-off-suspense', 'mpesa-suspense')
          and balance_cents <> 0)::int as suspense,
      (select count(*) from payout
        where state in ('waiting', 'sending', 'sent', 'unknown')
          or state = 'failed' and source = 'dividend')::int as payouts`,
  row: z.object({ check_off: z.int(), suspense: z.int(), payouts: z.int() }),
});

/** Unfinished work of the society that may belong in the month. */
export async function openMatters(snapshot: Snapshot) {
  const found = await snapshot.first(countOpen);
  return [
    { matter: "checkOff" as const, count: found?.check_off ?? 0 },
    { matter: "suspense" as const, count: found?.suspense ?? 0 },
    { matter: "payouts" as const, count: found?.payouts ?? 0 },
  ];
}

/** One fact of a close, as named in the contract. */
export interface CloseFact {
  readonly name: ShownCloseFact;
  readonly value: string;
}

/**
 * Returns what the second person is shown before they close or reopen a month; empty if the close
 * does not wait for an approval.
 */
export async function shownClose(snapshot: Snapshot, row: CloseRow): Promise<CloseFact[]> {
  if (row.state !== "prepared" && row.state !== "reopening") return [];
  const facts: CloseFact[] = [
    { name: "month", value: row.month },
    { name: "state", value: row.state },
    { name: "prepared-by", value: row.prepared_by },
    { name: "total", value: String(toWireAmount(totalOf(row.trial_balance))) },
  ];
  if (row.state === "reopening") {
    const reopening: CloseFact[] = [
      { name: "reopen-by", value: row.reopen_by ?? "" },
      { name: "reason", value: row.reopen_because },
    ];
    return [...facts, ...reopening];
  }
  const isReconciled = (await cleanRun(snapshot)) !== null;
  const unreconciled = await unreconciledOn(snapshot, row.ends);
  const open = await openMatters(snapshot);
  return [
    ...facts,
    { name: "reconciled", value: isReconciled ? "yes" : "no" },
    ...unreconciled.map(({ account, cause, items, cents }) => ({
      name: `unreconciled-${account}` as const,
      value: `${cause} ${items} ${cents}`,
    })),
    ...(row.unreconciled_because === ""
      ? []
      : [{ name: "unreconciled-because" as const, value: row.unreconciled_because }]),
    ...open.map(({ matter, count }) => ({ name: matter, value: String(count) })),
  ];
}
