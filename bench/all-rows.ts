import type pg from "pg";

/** The tables of the running server itself, which change without a request. */
const ofTheServer: ReadonlySet<string> = new Set(["job", "job_run", "login", "session"]);

/** Counts the rows of every table that a file could change. */
export async function countRows(owner: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const counts = new Map<string, string>();
  for (const { name } of tables) {
    if (ofTheServer.has(name)) continue;
    const { rows } = await owner.query<{ many: string }>(`select count(*) as many from "${name}"`);
    counts.set(name, rows[0]?.many ?? "");
  }
  return counts;
}

/** Names each table whose number of rows differs, with both numbers. */
export function differencesIn(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string[] {
  return [...after].flatMap(([name, many]) =>
    before.get(name) === many ? [] : [`${name} ${before.get(name)} → ${many}`],
  );
}
