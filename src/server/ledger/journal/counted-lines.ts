import type { MemberAccountCode } from "./chart-of-accounts.ts";

/**
 * The SELECT of the movements on members' accounts of a code from a day on, as `member_id`, `day`
 * and `amount_cents` with debits positive. A reversal counts on the day of the entry it reverses,
 * so that both sum to zero in the same month, even a closed one. `from` is SQL for the day.
 */
export const countedLines = (code: MemberAccountCode, from: string): string => `
  select a.member_id, l.value_date as day, l.amount_cents
    from ledger_account a join journal_line l on l.account_id = a.id and l.value_date >= ${from}
    where a.code = '${code}' and a.reference = ''
  union all
  select a.member_id, moved.day, moved.cents
    from journal_entry r join journal_entry e on e.id = r.reverses
      join journal_line l on l.entry_id = r.id
      join ledger_account a on a.id = l.account_id and a.code = '${code}' and a.reference = ''
      cross join lateral (values (r.value_date, -l.amount_cents), (e.value_date, l.amount_cents))
        as moved (day, cents)
    where r.reverses is not null and r.value_date >= ${from} and moved.day >= ${from}`;
