/**
 * The SELECT of the next month to close, its last day, and whether it is due. That is the month
 * after the last one closed. If none was closed, it is the last month that has ended, and closing
 * it closes all before it.
 */
export const monthDueInSql = `select to_char(m.month, 'YYYY-MM') as month,
      (m.month + interval '1 month - 1 day')::date as ends,
      m.month + interval '1 month' <= akiba_today()
        and not exists (select from month_close c
          where c.month = m.month and c.state not in ('withdrawn', 'reopened')) as is_due
    from (
      select coalesce(b.until + 1, date_trunc('month', akiba_today()) - interval '1 month')::date
        as month
      from books_closed b
    ) m`;
