import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { type Cents, cents } from "#shared/money.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { type AccountLabel, labelOf, movedOnAdded } from "./added-accounts.ts";
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

const findTrialBalance = statement({
  name: "ledger-trial-balance",
  text: `select c.code, coalesce(sum(d.debit_cents), 0)::bigint as debited,
      coalesce(sum(d.credit_cents), 0)::bigint as credited
    from unnest($1::text[]) with ordinality as c (code, place)
      left join ledger_day d on d.code = c.code and d.value_date <= $2::date
    group by c.code, c.place order by c.place`,
  row: z.object({ code: accountCode, debited: bigCents, credited: bigCents }),
});

/**
 * The balances of every code of the chart at the end of a day, from the daily totals. An account
 * that was added under a code has a row of its own after it, from its lines, and the row of the
 * code is the rest: so all rows add up.
 */
export async function trialBalance(snapshot: Snapshot, day: CalendarDate): Promise<TrialRow[]> {
  const rows = await snapshot.rows(findTrialBalance, [everyCode, day]);
  const moved = await movedOnAdded(snapshot, day);
  return rows.flatMap((row) => {
    const own = moved.filter(({ code }) => code === row.code);
    const less = (of: "debited" | "credited") =>
      own.reduce((rest, one) => rest - one[of], row[of] as bigint);
    return [
      rowOf(row.code, less("debited"), less("credited")),
      ...own.map(({ added, ...one }) => rowOf(labelOf(row.code, added), one.debited, one.credited)),
    ];
  });
}

function rowOf(code: AccountLabel, debited: bigint, credited: bigint): TrialRow {
  const balance = cents(debited - credited);
  return { code, debited: cents(debited), credited: cents(credited), balance };
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
