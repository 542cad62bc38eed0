import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Language } from "#shared/language.ts";
import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import type { Heading } from "#server/kernel/documents/heading.ts";
import { type CodedIssue, withCode } from "#server/kernel/documents/issue.ts";
import type { ReceiptPaper } from "#server/kernel/documents/statement-document.ts";
import type { PrintedTransfer } from "#server/withdrawals/moves/transfer-rows.ts";

interface Wanted {
  readonly heading: Heading;
  readonly row: PrintedTransfer;
  readonly paper: ReceiptPaper;
  readonly publicUrl: string;
}

/** Composes the receipt of a transfer in its member's language, with a code to verify it. */
export function transferReceipt({ heading, row, paper, publicUrl }: Wanted): CodedIssue {
  const { language, amount_cents: amount } = row;
  const words = documentWords(language).receipt;
  return withCode({
    statement: "transfer-receipt",
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
      receiptNo: row.reference,
      paper,
      header: headerOf(row, heading, language),
      notes: [],
    },
    publicUrl,
  });
}

function headerOf(row: PrintedTransfer, heading: Heading, language: Language): [string, string][] {
  const words = documentWords(language).receipt;
  const { destinations } = counterMessages[language];
  return [
    [words.member, heading.full_name],
    [words.memberNo, heading.member_no],
    [words.from, `${destinations.withdrawable} ${row.account_no}`],
    [words.to, `${destinations[row.destination]} ${row.loan_no ?? ""}`.trim()],
    [words.at, plainDay(language, row.value_date as CalendarDate)],
    [words.kind, row.is_monthly ? words.monthly : words.once],
  ];
}
