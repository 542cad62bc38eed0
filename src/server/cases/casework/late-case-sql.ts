/**
 * As SQL: whether case `c` is late, which it is from the day after its due day. `presentDue` says
 * the same of a case that is already read, and the count of waiting work of every dated kind.
 */
export const isLateCase = "c.state <> 'closed' and c.due_on < akiba_today()";
