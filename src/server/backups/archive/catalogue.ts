import type { CopySession } from "#server/kernel/platform/copy-session.ts";
import type { Migration, Totals } from "./frames.ts";

/** A table of the product, with the columns that are stored and not generated. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Makes COPY write the same text on every server and in every session. */
export const sameText = `
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local client_encoding = 'UTF8';
  set local standard_conforming_strings = on;
  set local search_path = public;
  set local synchronize_seqscans = off;
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

const findTables = `
  select c.relname::text as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
  from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  order by c.relname`;

/** The tables of a database, by name. */
export async function tablesOf(session: CopySession): Promise<Table[]> {
  return session.rows<Table>(findTables);
}

const findSequences = `
  select c.relname::text as name from pg_class c
  where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by c.relname`;

/** The names of the sequences of a database. */
export async function sequencesOf(session: CopySession): Promise<string[]> {
  const found = await session.rows<{ name: string }>(findSequences);
  return found.map(({ name }) => name);
}

const findTotals = `
  select (select count(*) from journal_entry)::text as entries, count(*)::text as lines,
    coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::text as debits,
    (select coalesce(sum(abs(balance_cents)), 0) from ledger_account)::text as balances
  from journal_line`;

/** Adds up the ledger in the current snapshot. Throws if the server gives no row. */
export async function totalsOf(session: CopySession): Promise<Totals> {
  const [totals] = await session.rows<Totals>(findTotals);
  if (totals === undefined) throw new Error("the ledger has no totals");
  return totals;
}

const findHistory = "select version, name, checksum from schema_migration order by version";

/** The migrations that a database has. */
export async function historyOf(session: CopySession): Promise<Migration[]> {
  return session.rows<Migration>(findHistory);
}
