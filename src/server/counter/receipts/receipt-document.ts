import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import type { Heading } from "#server/kernel/documents/heading.ts";
import { type CodedIssue, withCode } from "#server/kernel/documents/issue.ts";
import type { ReceiptPaper } from "#server/kernel/documents/statement-document.ts";
import type { ReceiptRow } from "./receipt-rows.ts";

interface Wanted {
  readonly heading: Heading;
  readonly row: ReceiptRow;
  readonly paper: ReceiptPaper;
  readonly language: Language;
  readonly publicUrl: string;
}

/** Composes a printed receipt, with a code by which it can be verified. */
export function receiptDocument({ heading, row, paper, language, publicUrl }: Wanted): CodedIssue {
  const amount = row.amount_cents;
  const words = documentWords(language).receipt;
  return withCode({
    statement: "counter-receipt",
    format: "pdf",
    language,
    heading,
    from: null,
    to: row.value_date as CalendarDate,
    ofPeriod: false,
    search: "",
    table: {
      columns: [{ head: words.amount, kind: "money" }],
      broughtForward: null,
      rows: [[amount]],
      total: { label: words.amount, sums: [amount], tied: 0 },
      proof: null,
    },
    receipt: {
      id: row.id,
      receiptNo: row.receipt_no,
      paper,
      header: headerOf(row, language),
      notes: row.state === "clearing" ? [words.clearing] : [],
    },
    publicUrl,
  });
}

function headerOf(row: ReceiptRow, language: Language): [string, string][] {
  const words = documentWords(language).receipt;
  const { destinations, ways } = counterMessages[language];
  const document = `${row.document_no} ${row.bank}`.trim();
  return [
    [words.member, row.full_name],
    [words.memberNo, row.member_no],
    [words.to, `${destinations[row.destination]} ${row.account}`.trim()],
    [words.way, ways[row.way]],
    ...(document === "" ? [] : [labelled(words.documentNo, document)]),
    [words.at, plainDay(language, row.received_on)],
    [words.by, row.received_by],
  ];
}

function labelled(label: string, value: string): [string, string] {
  return [label, value];
}
