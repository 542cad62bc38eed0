import { Client, escapeIdentifier } from "pg";
import { oneAtATime } from "./migrate.ts";
import type { Address } from "./server-hosts.ts";

const findRights = `
  select d.datname as name, has_database_privilege('public', d.oid, 'connect')
      or not has_database_privilege($1, d.oid, 'connect') as wrong
  from pg_database d
  where d.datname = current_database() and pg_has_role(d.datdba, 'usage')`;

/**
 * Allows only its owner and the portal's own role to connect to a database, as one server may hold
 * several societies. Does nothing if that is so already, or if the caller does not own the
 * database.
 */
export async function closeToOthers(client: Client, portal: Address): Promise<void> {
  const role = new Client(portal).user ?? "";
  const { rows } = await client.query<{ name: string; wrong: boolean }>(findRights, [role]);
  const [found] = rows;
  if (found?.wrong !== true) return;
  const database = escapeIdentifier(found.name);
  // In one message, which is one transaction: the portal is never shut out in between. Two changes
  // of one database's rights at the same moment would fail, so they take turns.
  await client.query(
    `${oneAtATime};
    grant connect on database ${database} to ${escapeIdentifier(role)};
    revoke connect on database ${database} from public`,
  );
}
