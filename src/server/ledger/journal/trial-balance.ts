import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { type AccountLabel, controlCodes, labelOf } from "./added-accounts.ts";
import { type AccountCode, chartOfAccounts } from "./chart-of-accounts.ts";

export const everyCode = Object.keys(chartOfAccounts) as AccountCode[];
const accountCode = z.enum(everyCode as [AccountCode, ...AccountCode[]]);

/** The total balance of all accounts of a code, or of one added account, as at a day. */
export interface TrialRow {
  readonly code: AccountLabel;
  /** Total debits and credits to that day. */
  readonly debited: Cents;
  readonly credited: Cents;
  /** Debits positive. */
  readonly balance: Cents;
}

// One statement, since a unit of work sees what others commit between two.
const findTrialBalance = statement({
  name: "ledger-trial-balance",
  text: `with moved as (
      select a.code, a.reference as added,
        coalesce(sum(l.amount_cents) filter (where l.amount_cents > 0), 0)::bigint as debited,
        coalesce(-sum(l.amount_cents) filter (where l.amount_cents < 0), 0)::bigint as credited
      from ledger_account a
        left join journal_line l on l.account_id = a.id and l.value_date <= $2::date
      where a.member_id is null and a.reference <> '' and a.code = any ($3::text[])
      group by a.id
    ), whole as (
      select c.code, c.place, coalesce(sum(d.debit_cents), 0) as debited,
        coalesce(sum(d.credit_cents), 0) as credited
      from unnest($1::text[]) with ordinality as c (code, place)
        left join ledger_day d on d.code = c.code and d.value_date <= $2::date
      group by c.code, c.place
    ), rest as (
      select w.code, w.place, '' as added,
        (w.debited - coalesce(sum(m.debited), 0))::bigint as debited,
        (w.credited - coalesce(sum(m.credited), 0))::bigint as credited
      from whole w left join moved m using (code)
      group by w.code, w.place, w.debited, w.credited
    )
    select code, added, debited, credited from (
      select * from rest
      union all
      select m.code, w.place, m.added, m.debited, m.credited from moved m join whole w using (code)
    ) as rows order by place, added`,
  row: z.object({ code: accountCode, added: z.string(), debited: bigCents, credited: bigCents }),
});

/**
 * The balances of every code of the chart at the end of a day, from the daily totals. An account
 * that was added under a code has a separate row after it, from its lines; the row of the code has
 * the rest, so that all rows add up.
 */
export async function trialBalance(snapshot: Snapshot, day: CalendarDate): Promise<TrialRow[]> {
  const rows = await snapshot.rows(findTrialBalance, [everyCode, day, controlCodes]);
  return rows.map(({ code, added, debited, credited }) => {
    const balance = cents(debited - credited);
    return { code: labelOf(code, added), debited, credited, balance };
  });
}

const findControls = statement({
  name: "ledger-controls",
  text: `with held as (
      select code, sum(balance_cents)::bigint as members, count(*)::int as accounts
      from ledger_account where member_id is not null group by code
    ), moved as (
      select code, (sum(debit_cents) - sum(credit_cents))::bigint as control
      from ledger_day group by code
    )
    select c.code, coalesce(h.accounts, 0) as accounts, coalesce(m.control, 0) as control,
      coalesce(h.members, 0) as members
    from unnest($1::text[]) with ordinality as c (code, place)
      left join held h using (code) left join moved m using (code)
    order by c.place`,
  row: z.object({
    code: accountCode,
    accounts: z.int(),
    control: bigCents,
    members: bigCents,
  }),
});

/** The total posted on each code that members hold, next to the sum of their accounts. */
export function controlAccounts(snapshot: Snapshot) {
  const codes = everyCode.filter((code) => chartOfAccounts[code].holder === "member");
  return snapshot.rows(findControls, [codes]);
}
