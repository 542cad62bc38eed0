import { fill, type Language } from "#shared/language.ts";
import { plainDay } from "#shared/written-days.ts";
import { reportMessages } from "#shared/messages/ledger/reports-sw.ts";
import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { addCents, negateCents, toWireAmount } from "#shared/money.ts";
import { letterheadOf, type SocietyHeading } from "#server/kernel/documents/heading.ts";
import type { Row, StatementDocument } from "#server/kernel/documents/statement-document.ts";
import type { DayStatement, OpenSide } from "./queries.ts";

/** A reconciliation statement on the wire. */
export function presentStatement(read: DayStatement) {
  const sum = ({ items, amount }: DayStatement["matched"]) => ({
    items,
    amount: toWireAmount(amount),
  });
  return {
    account: read.account,
    from: read.from,
    to: read.to,
    startsOn: read.startsOn,
    coversTo: read.coversTo,
    opening: toWireAmount(read.opening),
    matched: sum(read.matched),
    notMatched: sum(read.notMatched),
    closing: toWireAmount(read.closing),
    unpresented: presentSide(read.unpresented),
    unrecorded: presentSide(read.unrecorded),
    broughtForward: toWireAmount(read.broughtForward),
    books: toWireAmount(read.books),
    difference: toWireAmount(read.difference),
  };
}

function presentSide({ items, amount, rows }: OpenSide) {
  return {
    items,
    amount: toWireAmount(amount),
    rows: rows.map((row) => ({
      id: String(row.item_id),
      day: row.day,
      receipt: row.receipt_no,
      text: row.text,
      note: row.note,
      amount: toWireAmount(row.amount_cents),
    })),
  };
}

/** Composes the document of a reconciliation statement, with the society at its head. */
export function statementDocument(
  read: DayStatement,
  heading: SocietyHeading,
  language: Language,
): StatementDocument {
  const { day: words, accounts } = reconciliationMessages[language];
  const day = (given: DayStatement["to"]) => plainDay(language, given);
  const printed = `${day(heading.printed_on)}, ${heading.printed_time}`;
  return {
    statement: "reconciliation-statement",
    language,
    letterhead: letterheadOf(heading),
    title: fill(words.title, { account: accounts[read.account] }),
    notes: [fill(words.lead, { day: day(read.to) })],
    header: [[reportMessages[language].date, printed]],
    memberNo: day(read.to),
    table: {
      columns: [
        { head: words.heads.what, kind: "text", grows: true },
        { head: words.heads.day, kind: "date" },
        { head: words.heads.receipt, kind: "text" },
        { head: words.heads.item, kind: "money" },
        { head: words.heads.amount, kind: "money" },
      ],
      broughtForward: null,
      rows: rowsOf(read, language),
      total: {
        label: fill(words.books, { day: day(read.to) }),
        sums: [null, null, null, null, read.books],
        tied: 4,
      },
      proof: read.difference === 0n ? words.ties : null,
    },
    verification: null,
    issuedAt: heading.printed_at.getTime(),
  };
}

function rowsOf(read: DayStatement, language: Language): Row[] {
  const { day: words } = reconciliationMessages[language];
  const { matched, notMatched, unpresented, unrecorded } = read;
  const count = ({ items }: { readonly items: number }) => ({ count: String(items) });
  const on = (given: DayStatement["to"]) => ({ day: plainDay(language, given) });
  const sum = (what: string, amount: DayStatement["opening"]): Row => [
    what,
    null,
    null,
    null,
    amount,
  ];
  return [
    sum(fill(words.opening, on(read.from)), read.opening),
    sum(fill(words.matched, count(matched)), matched.amount),
    sum(fill(words.notMatched, count(notMatched)), notMatched.amount),
    sum(fill(words.closing, on(read.to)), read.closing),
    sum(fill(words.unpresented, count(unpresented)), unpresented.amount),
    ...itemRows(unpresented, words.rest),
    sum(fill(words.unrecorded, count(unrecorded)), negateCents(unrecorded.amount)),
    ...itemRows(unrecorded, words.rest),
    sum(words.broughtForward, read.broughtForward),
  ];
}

/** The listed items of a side, and one row for the sum of the others. */
function itemRows({ items, amount, rows }: OpenSide, rest: string): Row[] {
  const listed = rows.map((row): Row => {
    const what = row.note === "" ? row.text : `${row.text} (${row.note})`;
    return [what, row.day, row.receipt_no, row.amount_cents, null];
  });
  if (rows.length === items) return listed;
  const left = addCents(amount, negateCents(addCents(...rows.map((row) => row.amount_cents))));
  return [...listed, [fill(rest, { count: String(items - rows.length) }), null, null, left, null]];
}
