import * as z from "zod/mini";
import { type Database, statement } from "./database.ts";

const findPowers = statement({
  text: `select r.rolsuper or r.rolcreaterole or r.rolbypassrls or r.rolcreatedb as powerful,
      pg_has_role(session_user, c.relowner, 'usage') as owner
    from pg_roles r, pg_class c
    where r.rolname = session_user and c.oid = 'journal_line'::regclass`,
  row: z.object({ powerful: z.boolean(), owner: z.boolean() }),
});

/**
 * Refuses to serve members through a role that could change the books: a superuser, one who makes
 * roles, or the owner of the tables. docs/operations.md says how to make a lesser one.
 */
export async function refusePowerfulRole(database: Database): Promise<void> {
  const [powers] = await database.one(findPowers);
  if (powers?.powerful === false && !powers.owner) return;
  throw new Error(
    "DATABASE_URL signs in as a role that may change the books. Use one that is only a member of " +
      "akiba_app, and give the owner as DATABASE_OWNER_URL for migrations: docs/operations.md.",
  );
}
