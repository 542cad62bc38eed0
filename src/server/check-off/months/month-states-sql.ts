/**
 * The state of each month of `compared`, as SQL: arrived, short, missing or still waiting. A month
 * is compared with its first posted file: later ones are matched when some of the month is paid. It
 * is not judged while a file for it waits to be posted, or before its first file. Money without a
 * file is short once its month's day has passed.
 */
export const judged = `select c.*, case
      when is_before and received = 0 and coalesce(expected, 0) = 0 then 'not-member'
      when waits or not is_judged and received = 0 then 'waiting'
      when expected = 0 and received = 0 then 'nothing'
      when expected is null or compared >= expected then 'arrived'
      when not is_judged and due_on >= akiba_today() then 'waiting'
      when received > 0 then 'short' else 'missing' end as state
  from compared c`;
