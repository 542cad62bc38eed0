import { names } from "#shared/contract/identity/staff.ts";
import { useAsk } from "#web/lib/query.ts";

/** Names a person of the office, given by number or as an actor. */
export type SayWho = (actor: string) => string;

/** Returns the function that names a person of the office, such as "Wanjiku Kamau · ST9002". */
export function useSayWho(): SayWho {
  const load = useAsk(names);
  const rows = load.state === "loaded" ? load.data.rows : [];
  const found = new Map(rows.map(({ staffNo, fullName }) => [staffNo, fullName]));
  return (actor) => sayWho(actor, found);
}

/**
 * Returns the name and number of a person of the office, given by number or as an actor. Where no
 * name is known, returns the number alone.
 */
export function sayWho(actor: string, found: ReadonlyMap<string, string>): string {
  const staffNo = actor.replace(/^(staff|member):/, "");
  const name = found.get(staffNo);
  return name === undefined ? staffNo : `${name} · ${staffNo}`;
}
