import * as z from "zod/mini";
import { type Database, statement } from "./database.ts";
import { commandLine } from "./command-line.ts";

// Each society has a separate role: it may connect to no other restricted database.
const findPowers = statement({
  text: `select r.rolsuper or r.rolcreaterole or r.rolbypassrls or r.rolcreatedb as powerful,
      pg_has_role(session_user, c.relowner, 'usage') as owner,
      has_database_privilege('public', current_database(), 'connect') as open,
      (select d.datname from pg_database d
        where d.datname <> current_database() and d.datallowconn
          and not has_database_privilege('public', d.oid, 'connect')
          and has_database_privilege(session_user, d.oid, 'connect')
        order by d.datname limit 1) as other
    from pg_roles r, pg_class c
    where r.rolname = session_user and c.oid = 'journal_line'::regclass`,
  row: z.object({
    powerful: z.boolean(),
    owner: z.boolean(),
    open: z.boolean(),
    other: z.nullable(z.string()),
  }),
});

/**
 * Rejects a role that could change the books (a superuser, one that creates roles, the owner of the
 * tables), a database that any role may enter, and a role that may enter another society's.
 * docs/operations.md explains how to set the roles up.
 */
export async function rejectPowerfulRole(database: Database): Promise<void> {
  const [powers] = await database.one(findPowers);
  if (powers?.powerful !== false || powers.owner) {
    throw new Error(
      "DATABASE_URL signs in as a role that may change the books. Use one that is only a member " +
        "of akiba_app, and give the owner as DATABASE_OWNER_URL: docs/operations.md.",
    );
  }
  if (powers.open) {
    throw new Error(
      "Any role of this PostgreSQL server may connect to the database, another society's too. " +
        `Run ${commandLine("migrate")} with DATABASE_OWNER_URL, which closes it: ` +
        "docs/operations.md.",
    );
  }
  if (powers.other !== null) {
    throw new Error(
      `DATABASE_URL signs in as a role that may also connect to ${powers.other}. Give each ` +
        "society a role of its own: docs/operations.md.",
    );
  }
}
