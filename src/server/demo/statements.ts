import * as z from "zod/mini";
import { addDays, addMonths, type CalendarDate } from "#shared/calendar-date.ts";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { type Cents, cents, formatMoney, shillings } from "#shared/money.ts";
import { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import { loadStatement } from "#server/reconciliation/files/commands.ts";
import { readStatement } from "#server/reconciliation/files/read-statement.ts";
import { confirmAll, match } from "#server/reconciliation/matching/commands.ts";
import { proposalFacts, proposalRows } from "#server/reconciliation/matching/queries.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { limitDefaults } from "#server/kernel/platform/limits.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { firstOfMonth } from "./calendar.ts";
import { inNameOf } from "./second-person.ts";

const CLERK = "staff:ST9001";
const TREASURER = "staff:ST9005";

interface Month {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

interface Row {
  readonly day: CalendarDate;
  readonly receipt: string;
  readonly details: string;
  /** Money in is positive. */
  readonly amount: Cents;
}

/**
 * Has the clerk import the statements of last month of the bank and of M-Pesa, and the treasurer
 * confirm the matches, so that a few planted differences are left in each.
 */
export async function bringStatements(work: UnitOfWork, today: CalendarDate): Promise<void> {
  const first = addMonths(firstOfMonth(today), -1);
  const month = { first, last: addDays(firstOfMonth(today), -1) };
  await bring(work, "bank", month, bankFile);
  await bring(work, "mobile-money", month, mpesaFile);
}

type FileOf = (month: Month, rows: readonly PostedRow[], opening: Cents) => string;

async function bring(
  work: UnitOfWork,
  account: ReconciledAccount,
  month: Month,
  fileOf: FileOf,
): Promise<void> {
  const values = [account, month.first, month.last];
  const { opening_cents: opening } = (await work.first(findOpening, values.slice(0, 2))) ?? {};
  const posted = await work.rows(findPosted, values);
  const content = new TextEncoder().encode(fileOf(month, posted, opening ?? cents(0n)));
  const fileName = `${account}-${month.first.slice(0, 7)}.csv`;
  const sent = { account, fileName, content, from: month.first, to: month.last };
  const read = await readStatement(CLERK, sent, new FileReadingQueue(limitDefaults, null));
  const clerk = inNameOf(work, CLERK);
  // Postings before it in this unit of work have set all constraints to immediate.
  await work.run("set constraints bank_statement_line_statement_id_fkey deferred");
  await loadStatement(clerk, { account, fileName }, read);
  await matchEqual(clerk, account);
  const treasurer = inNameOf(work, TREASURER);
  for (const proposal of await proposalRows(work, account)) {
    const { rule } = proposal;
    const shownDigest = digestOfShown(proposalFacts(rule, proposal));
    await confirmAll(treasurer, { account, rule, shownDigest });
  }
}

const findOpening = statement({
  text: "select bank_books_balance($1, $2::date - 1) as opening_cents",
  row: z.object({ opening_cents: bigCents }),
});

const postedRow = z.object({
  day: storedDate,
  kind: z.string(),
  receipt: z.string(),
  details: z.string(),
  amount: bigCents,
});
type PostedRow = z.infer<typeof postedRow>;

const findPosted = statement({
  text: `select j.value_date as day, e.kind, e.receipt_no as receipt, e.narration as details,
      j.amount_cents as amount
    from ledger_account a join journal_line j on j.account_id = a.id
      join journal_entry e on e.id = j.entry_id
    where a.code = $1 and a.member_id is null and j.value_date between $2 and $3
    order by j.value_date, e.id`,
  row: postedRow,
});

const findEqual = statement({
  text: `with lines as (
      select id, day, amount_cents,
        row_number() over (partition by day, amount_cents order by id) as n
      from bank_statement_line where account = $1 and match_id is null
    ), entries as (
      select i.item_id as id, i.day, i.amount_cents,
        row_number() over (partition by i.day, i.amount_cents order by i.item_id) as n
      from reconciled_account r, bank_open_items(r.account, r.covers_to) i
      where r.account = $1 and i.side = 'books' and i.match_id is null
    )
    select l.id as line, e.id as entry
    from lines l join entries e using (day, amount_cents, n) order by l.id`,
  row: z.object({ line: z.bigint(), entry: z.bigint() }),
});

/** Matches what the rules leave open because another item within days has the same amount. */
async function matchEqual(clerk: UnitOfWork, account: ReconciledAccount): Promise<void> {
  for (const { line, entry } of await clerk.rows(findEqual, [account])) {
    await match(clerk, { account, lines: [line], entries: [entry] });
  }
}

const joined = new Set(["bank-charge", "mpesa-charge-at-bank"]);

/** The bank's file: two charges are in one line, and a fee and interest are not in the books. */
function bankFile({ first, last }: Month, posted: readonly PostedRow[], opening: Cents): string {
  const second = addDays(first, 1);
  const isJoined = ({ day, kind }: PostedRow) => day === second && joined.has(kind);
  const charges = posted.filter(isJoined);
  const total = cents(charges.reduce((sum, { amount }) => sum + amount, 0n));
  const rows: Row[] = [
    ...posted.filter((row) => !isJoined(row)),
    { day: second, receipt: "", details: "CHARGES SEE ADVICE", amount: total },
    { day: addDays(first, 24), receipt: "", details: "LEDGER FEE", amount: shillings(-365) },
    { day: last, receipt: "", details: "CREDIT INTEREST", amount: cents(41_260n) },
  ];
  return fileWith("Date,Reference,Description,Debit,Credit,Balance", {
    rows,
    opening,
    write: ({ day, receipt, details, paidIn, paidOut, balance }) => {
      return [day, receipt, details, paidOut, paidIn, balance];
    },
  });
}

/** M-Pesa's file: a charge is not in the books, nor is a payment that its sender had reversed. */
function mpesaFile({ first }: Month, posted: readonly PostedRow[], opening: Cents): string {
  const day = addDays(first, 17);
  const rows: Row[] = [
    ...posted,
    { day, receipt: "TJK2M7Q4XA", details: "Pay Bill Online", amount: shillings(1013) },
    { day, receipt: "TJK9P1W8ZC", details: "Transaction Reversal", amount: shillings(-1013) },
    {
      day: addDays(first, 26),
      receipt: "TJT5H3L6VB",
      details: "Pay Bill Charge",
      amount: shillings(-57),
    },
  ];
  const heads = "Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance";
  return fileWith(heads, {
    rows,
    opening,
    write: ({ day: on, receipt, details, paidIn, paidOut, balance }) => {
      const withdrawn = paidOut === "" ? "" : `-${paidOut}`;
      return [receipt, on, details, "Completed", paidIn, withdrawn, balance];
    },
  });
}

interface Written extends Omit<Row, "amount"> {
  readonly paidIn: string;
  readonly paidOut: string;
  readonly balance: string;
}

interface Filled {
  readonly rows: readonly Row[];
  readonly opening: Cents;
  readonly write: (row: Written) => readonly string[];
}

/** Writes rows in order of their days, each with the balance after it. */
function fileWith(heads: string, { rows, opening, write }: Filled): string {
  const inOrder = rows.toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  );
  let balance: bigint = opening;
  const lines = inOrder.map(({ amount, details, ...row }) => {
    balance += amount;
    const [paidIn, paidOut] = amount > 0n ? [amount, 0n] : [0n, -amount];
    const cells = write({
      ...row,
      details: details.replaceAll(",", ""),
      paidIn: paidIn === 0n ? "" : plain(paidIn),
      paidOut: paidOut === 0n ? "" : plain(paidOut),
      balance: plain(balance),
    });
    return cells.join(",");
  });
  return [heads, ...lines, ""].join("\r\n");
}

const plain = (amount: bigint): string => formatMoney(cents(amount)).replaceAll(",", "");
