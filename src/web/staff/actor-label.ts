import { names } from "#shared/contract/identity/staff.ts";
import { useRequest } from "#web/lib/query.ts";

/** Names a person of the office, given by number or as an actor. */
export type ActorLabel = (actor: string) => string;

/** Returns the function that names a person of the office, such as "Wanjiku Kamau · ST9002". */
export function useActorLabel(): ActorLabel {
  const load = useRequest(names);
  const rows = load.state === "loaded" ? load.data.rows : [];
  const found = new Map(rows.map(({ staffNo, fullName }) => [staffNo, fullName]));
  return (actor) => actorLabel(actor, found);
}

/**
 * Returns the name and number of a person of the office, given by number or as an actor. Where no
 * name is known, returns the number alone.
 */
export function actorLabel(actor: string, found: ReadonlyMap<string, string>): string {
  const staffNo = actor.replace(/^(staff|member):/, "");
  const name = found.get(staffNo);
  return name === undefined ? staffNo : `${name} · ${staffNo}`;
}
