import type { CopySession } from "#server/kernel/platform/copy-session.ts";

const findAnything = `
  select found from (
    select 'the table ' || c.oid::regclass as found, 1 as place from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    union all
    select 'the function ' || p.oid::regprocedure, 2 from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'the schema ' || n.nspname, 3 from pg_namespace n
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')
  ) as all_found
  order by place, found limit 1`;

/** Throws an error for the operator if a database holds anything at all. */
export async function rejectNonEmpty(session: CopySession): Promise<void> {
  const [first] = await session.rows<{ found: string }>(findAnything);
  if (first === undefined) return;
  throw new Error(
    `The database is not empty: it holds ${first.found}. A backup is restored only into an empty ` +
      "database. Create one, and name it with DATABASE_OWNER_URL and DATABASE_URL, or name an " +
      "empty folder with DATA_DIR. Nothing was written.",
  );
}
