import * as z from "zod/mini";
import { addDays, type CalendarDate } from "#shared/calendar-date.ts";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { cents } from "#shared/money.ts";
import { faultsIn } from "#server/imports/engine/file-faults.ts";
import { headingsDigest } from "#server/imports/engine/headings.ts";
import { rememberMapping } from "#server/imports/engine/uploads.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem } from "#server/kernel/platform/problem.ts";
import { sha256 } from "#server/kernel/platform/random.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { readToday } from "#server/kernel/platform/today.ts";
import { accountState, lockReconciled } from "#server/reconciliation/lines/account-state.ts";
import { proposeMatches } from "#server/reconciliation/lines/propose.ts";
import type { ReadStatement } from "./read-statement.ts";
import { fileColumns } from "./statement-columns.ts";
import { requireAgreement, requireNoGap, requireSameAccount } from "./statement-continuity.ts";
import type { StatementLine } from "./statement-row.ts";

/** The result of an import. */
export interface Loaded {
  /** Null if every line was known. */
  readonly id: bigint | null;
  readonly added: number;
  readonly proposed: number;
}

interface Named {
  readonly account: ReconciledAccount;
  readonly fileName: string;
}

/**
 * Imports a statement: adds the lines that are new, and proposes matches. Throws if it does not
 * continue the known balances, days and lines of the account.
 */
export async function loadStatement(
  work: UnitOfWork,
  { account, fileName }: Named,
  read: ReadStatement,
): Promise<Loaded> {
  await lockReconciled(work, account);
  await requirePast(work, read);
  requireSameAccount(await work.rows(findNamed, [account]), read);
  requireNoGap(await accountState(work, account), read);
  const id = await nextStatement(work);
  const added = await writeLines(work, { account, id }, read.lines);
  await remember(work, account, read);
  if (added === 0 && (await isCovered(work, account, read))) {
    return { id: null, added, proposed: 0 };
  }
  await extendCover(work, account, read);
  await requireSameHistory(work, account, read);
  const { sha256: digest, from, to, opening, closing, lines } = read;
  await work.run(
    `insert into bank_statement (id, account, file_name, sha256, from_day, to_day, opening_cents,
        closing_cents, lines, added, loaded_by, account_named)
      overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      account,
      fileName,
      digest,
      from,
      to,
      opening,
      closing,
      lines.length,
      added,
      work.actor,
      read.accountNamed,
    ],
  );
  const proposed = await proposeMatches(work, account);
  const detail = { fileName, sha256: digest, from, to, lines: lines.length, added };
  work.audit({ action: "statement-imported", subject: `reconciliation:${account}`, detail });
  return { id, added, proposed };
}

/** Rejects a statement of days to come. */
async function requirePast(work: UnitOfWork, { to, lines }: ReadStatement): Promise<void> {
  const today = await readToday(work);
  if (to <= today) return;
  const row = lines.find(({ day }) => day > today)?.row;
  if (row === undefined) throw fieldProblem("to", "date.future");
  throw faultsIn([{ row, column: "day", problem: "row.future" }]);
}

const findNamed = statement({
  name: "bank-statement-accounts",
  text: `select distinct on (account) account = $1 as "isThis", account_named as name
    from bank_statement where account_named <> '' order by account, id desc`,
  row: z.object({ isThis: z.boolean(), name: z.string() }),
});

const drawId = statement({
  name: "bank-statement-id",
  text: "select nextval('bank_statement_id_seq') as id",
  row: z.object({ id: z.bigint() }),
});

async function nextStatement(work: UnitOfWork): Promise<bigint> {
  const drawn = await work.first(drawId);
  if (drawn === null) throw new Error("no id was drawn");
  return drawn.id;
}

const writeSome = `insert into bank_statement_line (account, statement_id, row_no, day, at_time,
    receipt_no, details, other_party, account_text, amount_cents, content, copy_no)
  select $1, $2, g.row_no, g.day, g.at_time, g.receipt_no, g.details, g.other_party,
    g.account_text, g.amount_cents, g.content, g.copy_no
  from unnest($3::int[], $4::date[], $5::time[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::bigint[], $11::bytea[], $12::int[])
    as g (row_no, day, at_time, receipt_no, details, other_party, account_text, amount_cents,
      content, copy_no)
  on conflict (account, content, copy_no) do nothing`;

/** How many lines are written by one statement. */
const WRITTEN_AT_ONCE = 5000;

/** Writes the new lines and returns their number. Equal lines of a file are numbered. */
async function writeLines(
  work: UnitOfWork,
  { account, id }: { readonly account: ReconciledAccount; readonly id: bigint },
  lines: readonly StatementLine[],
): Promise<number> {
  const copies = new Map<string, number>();
  let added = 0;
  for (let at = 0; at < lines.length; at += WRITTEN_AT_ONCE) {
    const some = lines.slice(at, at + WRITTEN_AT_ONCE);
    const contents = some.map(contentOf);
    const numbers = contents.map((content) => {
      const key = Buffer.from(content).toString("latin1");
      const copy = (copies.get(key) ?? 0) + 1;
      copies.set(key, copy);
      return copy;
    });
    added += await work.run(writeSome, [
      account,
      id,
      some.map(({ row }) => row),
      some.map(({ day }) => day),
      some.map(({ time }) => time),
      some.map(({ receipt }) => receipt),
      some.map(({ details }) => details),
      some.map(({ otherParty }) => otherParty),
      some.map(({ accountText }) => accountText),
      some.map(({ amount }) => amount),
      contents,
      numbers,
    ]);
  }
  return added;
}

/** The digest of a line's content, by which it is recognised in another file. */
function contentOf({ day, time, receipt, details, amount }: StatementLine): Uint8Array {
  return sha256(JSON.stringify([day, time, receipt, details.toLowerCase(), String(amount)]));
}

async function isCovered(
  work: UnitOfWork,
  account: ReconciledAccount,
  { from, to }: ReadStatement,
): Promise<boolean> {
  const state = await accountState(work, account);
  return state !== null && from >= state.startsOn && to <= state.coversTo;
}

/** A day that is not over may still get lines, so it is not covered yet. */
async function extendCover(
  work: UnitOfWork,
  account: ReconciledAccount,
  { from, to, opening }: ReadStatement,
): Promise<void> {
  const today = await readToday(work);
  const whole: CalendarDate = to < today ? to : addDays(today, -1);
  await work.run(
    `update reconciled_account set
        opening_cents = case when starts_on <= $2 then opening_cents else $4 end,
        starts_on = least(starts_on, $2::date), covers_to = greatest(covers_to, $3::date)
      where account = $1`,
    [account, from, whole, opening],
  );
}

const findAgreement = statement({
  name: "bank-statement-agreement",
  text: `select r.opening_cents
        + coalesce(sum(l.amount_cents) filter (where l.day < $2), 0)::bigint as opening_cents,
      count(*) filter (where l.day between $2 and $3)::int as lines,
      coalesce((select bool_or(s.opening_cents <> r.opening_cents + coalesce((
          select sum(b.amount_cents) from bank_statement_line b
          where b.account = r.account and b.day < s.from_day), 0))
        from (select * from bank_statement s where s.account = r.account
          order by s.from_day, s.id limit 1) s), false) as is_first_wrong
    from reconciled_account r left join bank_statement_line l on l.account = r.account
    where r.account = $1 group by r.account`,
  row: z.object({ opening_cents: bigCents, lines: z.int(), is_first_wrong: z.boolean() }),
});

async function requireSameHistory(
  work: UnitOfWork,
  account: ReconciledAccount,
  read: ReadStatement,
): Promise<void> {
  const found = await work.first(findAgreement, [account, read.from, read.to]);
  if (found === null) throw new Error(`account ${account} is not reconciled`);
  const { opening_cents, lines, is_first_wrong: isFirstWrong } = found;
  requireAgreement({ opening: cents(opening_cents), lines, isFirstWrong }, read);
}

/** Keeps the mapping, to be proposed for the next file of the account with these headings. */
function remember(
  work: UnitOfWork,
  account: ReconciledAccount,
  { header, places }: ReadStatement,
): Promise<void> {
  const names = fileColumns.map(({ name }, at) => {
    const place = places[at] ?? -1;
    return [name, [header[place] ?? "", place]] as const;
  });
  const mapping = { kind: mappingKind(account), signature: headingsDigest(header) };
  return rememberMapping(work, mapping, Object.fromEntries(names));
}

/** The name by which the mappings of an account are kept. */
export function mappingKind(account: ReconciledAccount): string {
  return `statement:${account}`;
}
