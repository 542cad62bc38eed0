import * as z from "zod/mini";
import { addedTypes } from "#shared/added-accounts.ts";
import { treasuryKindNames } from "#shared/treasury-kinds.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { staffNameInSql } from "#server/kernel/platform/staff-names.ts";

const kinds = z.array(z.enum(treasuryKindNames));

const findTypes = statement({
  name: "chart-types",
  text: `select t.type, array_agg(k.kind order by array_position($1::text[], k.kind)) as kinds
    from chart_type t join chart_type_kind k on k.type = t.type
    group by t.type order by t.type desc`,
  row: z.object({ type: z.enum(addedTypes), kinds }),
});

/** The types of account that can be added, with the kinds of movement that each can have. */
export function typeRows(snapshot: Snapshot) {
  return snapshot.rows(findTypes, [treasuryKindNames]);
}

const findAccounts = statement({
  name: "chart-accounts",
  text: `select c.code, c.name, c.type, t.control_code,
      array(select k.kind from chart_account_kind k where k.code = c.code
        order by array_position($1::text[], k.kind)) as kinds,
      coalesce(a.balance_cents * a.normal_side, 0)::bigint as balance,
      (select count(*) from treasury_movement m join approval p on p.id = m.approval_id
        where m.chart_account_code = c.code and m.state = 'entered' and p.state = 'waiting'
          and p.expires_at > akiba_now())::int as waiting,
      ${staffNameInSql("c.opened_by")} as opened_by, ${nairobiDay("c.opened_at")} as opened_on,
      ${staffNameInSql("c.closed_by")} as closed_by,
      coalesce(${nairobiDay("c.closed_at")}::text, '') as closed_on
    from chart_account c join chart_type t on t.type = c.type
      left join ledger_account a
        on a.code = t.control_code and a.member_id is null and a.reference = c.code
    order by c.closed_at is not null, c.type desc, c.code`,
  row: z.object({
    code: z.string(),
    name: z.string(),
    type: z.enum(addedTypes),
    control_code: z.string(),
    kinds,
    balance: bigCents,
    waiting: z.int(),
    opened_by: z.string(),
    opened_on: storedDate,
    closed_by: z.string(),
    closed_on: z.string(),
  }),
});

/** The accounts that were added to the chart, the open ones first. */
export function accountRows(snapshot: Snapshot) {
  return snapshot.rows(findAccounts, [treasuryKindNames]);
}

export type AccountRow = Awaited<ReturnType<typeof accountRows>>[number];

const findAccount = statement({
  name: "chart-account",
  text: "select name, closed_at is null as is_open from chart_account where code = $1",
  row: z.object({ name: z.string(), is_open: z.boolean() }),
});

/** Returns an added account; null if there is none with this code. */
export function accountAt(snapshot: Snapshot, code: string) {
  return snapshot.first(findAccount, [code]);
}
