import { fill } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import { formatMoney } from "#shared/money.ts";
import type { Heading } from "#server/kernel/documents/heading.ts";
import { type CodedIssue, withCode } from "#server/kernel/documents/issue.ts";
import type { ReceiptPaper } from "#server/kernel/documents/statement-document.ts";
import type { PrintedGuarantee } from "./queries.ts";

interface Wanted {
  readonly heading: Heading;
  readonly row: PrintedGuarantee;
  readonly paper: ReceiptPaper;
  readonly publicUrl: string;
}

/** Composes the receipt of an accepted guarantee in the guarantor's language, with a code. */
export function guaranteeReceipt({ heading, row, paper, publicUrl }: Wanted): CodedIssue {
  const { language, amount_cents: amount, given_on: givenOn } = row;
  const { receipt: words, guarantee } = documentWords(language);
  const name = row.borrower;
  return withCode({
    statement: "guarantee-receipt",
    format: "pdf",
    language,
    heading,
    from: null,
    to: givenOn,
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
      header: [
        [guarantee.guarantor, heading.full_name],
        [words.memberNo, heading.member_no],
        [guarantee.borrower, `${name}, ${row.borrower_no}`],
        [guarantee.loan, row.loan_no],
        [guarantee.acceptedOn, plainDay(language, givenOn)],
      ],
      notes: [fill(guarantee.meaning, { name, amount: formatMoney(amount) })],
    },
    publicUrl,
  });
}
