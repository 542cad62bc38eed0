/** Returns the staff number of an actor; any other actor as it is. */
export function staffNoOf(actor: string): string {
  return actor.replace(/^staff:/, "");
}

/**
 * SQL for the name of the member of staff who is an actor, or else `otherwise`: the actor, or
 * nothing if there is none.
 */
export function staffNameInSql(actor: string, otherwise = `coalesce(${actor}, '')`): string {
  return `coalesce((select named.full_name from staff named
    where 'staff:' || named.staff_no = ${actor}), ${otherwise})`;
}
