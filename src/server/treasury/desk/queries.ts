import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  movementStates,
  type MovementTab,
  movementTabs,
} from "#shared/contract/treasury/movements.ts";
import { type TreasuryKind, treasuryKindNames } from "#shared/treasury-kinds.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiMoment } from "#server/kernel/platform/nairobi.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";

/** A movement that was not approved in time has lapsed, whether or not its request says so yet. */
const state = `case when m.state <> 'entered' then m.state
  when a.state = 'waiting' and a.expires_at <= akiba_now() then 'lapsed' else a.state end`;

const tab = `case when m.state <> 'entered' then m.state
  when a.state = 'waiting' and a.expires_at > akiba_now() then 'waiting' else 'ended' end`;

const columns = `m.id, m.kind, m.amount_cents, m.value_date, m.reference, m.description,
  ${state} as state, ${staffNameInSql("m.entered_by")} as entered_by,
  ${nairobiMoment("m.entered_at")} as entered_at, ${staffNameInSql("m.approved_by")} as approved_by,
  m.payee, coalesce(c.code, '') as account, coalesce(c.name, '') as account_name,
  (select count(*) from treasury_attachment f where f.movement_id = m.id)::int as attachments`;

const movementRow = z.object({
  id: z.bigint(),
  kind: z.enum(treasuryKindNames),
  amount_cents: bigCents,
  value_date: storedDate,
  reference: z.string(),
  description: z.string(),
  payee: z.string(),
  account: z.string(),
  account_name: z.string(),
  state: z.enum(movementStates),
  entered_by: z.string(),
  entered_at: z.string(),
  approved_by: z.string(),
  attachments: z.int(),
});

export type ListedRow = z.infer<typeof movementRow>;

const source = `treasury_movement m join approval a on a.id = m.approval_id
  left join chart_account c on c.code = m.chart_account_code`;

const asked = `($1::text is null or m.kind = $1) and ($2::date is null or m.value_date >= $2)
  and ($3::date is null or m.value_date <= $3)
  and ($4 = '' or position(upper($4) in m.reference) > 0
    or position(upper($4) in upper(m.description)) > 0
    or upper($4) in (c.code, upper(c.name))
    or replace($4, ',', '') in (
      to_char(m.amount_cents / 100.0, 'FM999999999990.00'), (m.amount_cents / 100.0)::numeric::text,
      trim(trailing '.' from to_char(m.amount_cents / 100.0, 'FM999999999990.99'))))`;

const findPage = statement({
  name: "treasury-page",
  text: `select ${columns} from ${source}
    where ${asked} and ${tab} = $5 and ($6::bigint is null or m.id < $6)
    order by m.id desc limit $7`,
  row: movementRow,
});

/** The list that was asked for. */
export interface Asked {
  readonly tab: MovementTab;
  readonly kind: TreasuryKind | undefined;
  readonly from: CalendarDate | undefined;
  readonly to: CalendarDate | undefined;
  readonly search: string;
}

const filtersOf = ({ kind, from, to, search }: Asked) =>
  [kind ?? null, from ?? null, to ?? null, search] as const;

/** A page of movements, the latest first, and whether it is the last. */
export async function pageOf(
  snapshot: Snapshot,
  list: Asked,
  { after, size }: { readonly after: bigint | undefined; readonly size: number },
) {
  const values = [...filtersOf(list), list.tab, after ?? null, size + 1];
  const rows = await snapshot.rows(findPage, values);
  return { rows: rows.slice(0, size), isLast: rows.length <= size };
}

const findTabs = statement({
  name: "treasury-tabs",
  text: `select ${tab} as tab, count(*)::int as payments, sum(m.amount_cents)::bigint as amount
    from ${source} where ${asked} group by 1`,
  row: z.object({ tab: z.enum(movementTabs), payments: z.int(), amount: bigCents }),
});

/** The number and total of movements on each tab that has any. */
export function tabRows(snapshot: Snapshot, list: Asked) {
  return snapshot.rows(findTabs, [...filtersOf(list)]);
}

const findOne = statement({
  name: "treasury-one",
  text: `select ${columns}, m.over_confirmed, m.entry_id, m.reversal_id,
      coalesce(${nairobiMoment("m.approved_at")}, '') as approved_at,
      case when m.state = 'entered' then a.decided_because else '' end as ended_because,
      coalesce(m.reversal_because, '') as reversal_because,
      ${staffNameInSql("m.reversal_asked_by")} as reversal_asked_by,
      ${staffNameInSql("m.reversed_by")} as reversed_by,
      coalesce(${nairobiMoment("m.reversed_at")}, '') as reversed_at
    from ${source} where m.id = $1`,
  row: z.object({
    ...movementRow.shape,
    over_confirmed: z.boolean(),
    entry_id: z.nullable(z.bigint()),
    reversal_id: z.nullable(z.bigint()),
    approved_at: z.string(),
    ended_because: z.string(),
    reversal_because: z.string(),
    reversal_asked_by: z.string(),
    reversed_by: z.string(),
    reversed_at: z.string(),
  }),
});

/** One movement with its people; null if there is none. */
export function detailOf(snapshot: Snapshot, id: bigint) {
  return snapshot.first(findOne, [id]);
}

export type DetailRow = NonNullable<Awaited<ReturnType<typeof detailOf>>>;

const findHeld = statement({
  name: "treasury-held",
  text: `select code, (balance_cents * normal_side)::bigint as balance, akiba_today() as today
    from ledger_account
    where member_id is null and code in ('bank', 'mobile-money', 'cash', 'check-off-clearing')`,
  row: z.object({ code: z.string(), balance: bigCents, today: storedDate }),
});

/** The balances of bank, M-Pesa, cash and check-off, and today's date. */
export function heldAccounts(snapshot: Snapshot) {
  return snapshot.rows(findHeld);
}

// The tax owed is that of the latest days, as the earliest is remitted first. The count of
// waiting work (office/waiting-work) has the same condition: the office imports no treasury.
const findTaxDue = statement({
  name: "treasury-tax-due",
  text: `with owed as (
      select -balance_cents as cents from ledger_account where code = 'withholding-tax-payable'
    ), later as (
      select t.withheld_on, t.due_on, t.amount_cents,
        coalesce(sum(l.amount_cents), 0) as after
      from tax_withheld_day t left join tax_withheld_day l on l.withheld_on > t.withheld_on
      group by t.withheld_on
    )
    select withheld_on, due_on, least(amount_cents, o.cents - after)::bigint as amount
    from later, owed o where o.cents > after order by due_on, withheld_on limit 20`,
  row: z.object({ withheld_on: storedDate, due_on: storedDate, amount: bigCents }),
});

/** Withheld tax that is not remitted yet, the earliest first. */
export function taxDue(snapshot: Snapshot) {
  return snapshot.rows(findTaxDue);
}
