/**
 * As SQL: whether case `c` is late, which it is from the day after its due day. `presentDue`
 * decides the same for a case that was already read, and waiting work for every kind with a due
 * day.
 */
export const isLateCase = "c.state <> 'closed' and c.due_on < akiba_today()";
