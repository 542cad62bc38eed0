import type { CalendarDate } from "#shared/calendar-date.ts";
import type {
  IssuedDocument,
  IssuedFormat,
} from "#shared/contract/statements/member-statements.ts";
import { fill, type Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import { type Cents, ZERO_CENTS } from "#shared/money.ts";
import {
  type RowsKey,
  rowsKey,
  type VerificationCode,
  verificationCode,
} from "#shared/verification-code.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";
import type { DocumentSigner } from "./document-signer.ts";
import type { StatementDrawing } from "./draw.ts";
import { type Heading, letterheadOf, memberHeader } from "./heading.ts";
import { recordOf } from "./issued-record.ts";
import { maskedName } from "./masked-holder.ts";
import { sealRecord } from "./sealed-record.ts";
import type {
  FurtherTable,
  ReceiptPaper,
  StatementDocument,
  StatementTable,
  Verification,
} from "./statement-document.ts";

/** The parts that a receipt prints instead of a statement's heading. */
interface PrintedReceipt {
  /** Of the counter's receipt, the transfer or the guarantee. */
  readonly id: bigint;
  readonly receiptNo: string;
  readonly paper: ReceiptPaper;
  readonly header: readonly (readonly [label: string, value: string])[];
  readonly notes: readonly string[];
}

/** A statement that was read and is about to be issued. */
export interface Issue {
  readonly statement: IssuedDocument;
  readonly format: IssuedFormat;
  readonly language: Language;
  readonly heading: Heading;
  readonly table: StatementTable;
  /** Null when the statement covers everything up to its last day. */
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  /** Whether it shows movements in a period, or balances on a day. */
  readonly ofPeriod: boolean;
  readonly search: string;
  /** The rest of the header, as pairs of a label and a value. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** The loan that a statement of one loan is about. */
  readonly loanNo?: string;
  readonly further?: FurtherTable;
  readonly receipt?: PrintedReceipt;
  /** The address members use, without a trailing slash. */
  readonly publicUrl: string;
}

/** A statement with its verification code, which nobody knows until it is issued. */
export interface CodedIssue extends Issue {
  readonly code: VerificationCode | null;
  readonly rowsKey: RowsKey | null;
}

/** The document to draw, and the file name it is issued under. */
export interface NamedDrawing extends StatementDrawing {
  readonly fileName: string;
}

/**
 * Makes the code of a statement. A PDF and a printed page get a code that can be verified; the
 * other formats can be edited, so they get none.
 */
export function withCode(issue: Issue): CodedIssue {
  const isCoded = issue.format === "pdf" || issue.format === "print";
  if (!isCoded) return { ...issue, code: null, rowsKey: null };
  return { ...issue, code: verificationCode(randomSalt()), rowsKey: rowsKey(randomSalt()) };
}

/** Composes the document of a statement. */
export function documentOf(issue: CodedIssue): NamedDrawing {
  const { format, heading, statement, loanNo, receipt } = issue;
  if (receipt) {
    const fileName = `${receipt.receiptNo}-${receipt.paper}.${format}`;
    return { document: compose(issue), format, fileName };
  }
  const parts = [heading.member_no.toUpperCase(), statement, ...(loanNo ? [loanNo] : [])];
  const named = parts.join("-").replaceAll("/", "-");
  const ending = format === "print" ? "json" : format;
  const fileName = `${named}-${heading.printed_on}.${ending}`;
  return { document: compose(issue), format, fileName };
}

/** Records that a statement is issued; from then on its code can be verified. */
export async function issueDocument(
  work: UnitOfWork,
  issue: CodedIssue,
  { publicKey }: DocumentSigner,
): Promise<void> {
  const { format, heading, statement, to, from, search, loanNo, code } = issue;
  if (code !== null) {
    await remember(work, issue, await sealedRecordOf(issue));
    await work.run(
      "insert into document_key (public_key) values ($1) on conflict (public_key) do nothing",
      [publicKey],
    );
  }
  work.audit({
    action: "statement-issued",
    subject: `member:${heading.member_no}`,
    detail: {
      statement,
      format,
      from,
      to,
      ...(loanNo && { loan: loanNo }),
      ...(search !== "" && { extract: true }),
      code,
    },
  });
}

async function sealedRecordOf(issue: CodedIssue): Promise<Uint8Array | null> {
  const { code, rowsKey: key } = issue;
  const record = recordOf(compose(issue));
  if (code === null || key === null || record === null) return null;
  return sealRecord(record, code, key);
}

/** The time of issue is the one printed on the document, however long the drawing took. */
async function remember(
  work: UnitOfWork,
  issue: CodedIssue,
  sealed: Uint8Array | null,
): Promise<void> {
  const { code, heading, statement, from, to, table, loanNo, receipt } = issue;
  const { member_id: memberId, printed_at: printedAt } = heading;
  const ofReceipt = (kind: IssuedDocument) => (statement === kind ? (receipt?.id ?? null) : null);
  const [closing, rows] = [closingOf(table), table.rows.length];
  await work.run(
    `insert into issued_statement (code, member_id, statement, period_from, period_to,
        closing_cents, row_count, issued_by, issued_at, receipt_id,
        transfer_id, guarantee_id, loan_no, sealed_record)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      code,
      memberId,
      statement,
      from,
      to,
      closing,
      rows,
      work.actor,
      printedAt,
      ofReceipt("counter-receipt"),
      ofReceipt("transfer-receipt"),
      ofReceipt("guarantee-receipt"),
      loanNo ?? null,
      sealed,
    ],
  );
}

function compose(issue: CodedIssue): StatementDocument {
  const { statement, language, heading, table, publicUrl, code, rowsKey: key, receipt } = issue;
  const page = `${publicUrl}/Verify`;
  const verification: Verification | null = code &&
    key && {
      code,
      rowsKey: key,
      page: page.replace(/^https?:\/\//, ""),
      address: `${page}/${code}#${key}`,
      holder: maskedName(heading.full_name),
      closing: closingOf(table),
    };
  return {
    statement,
    language,
    letterhead: letterheadOf(heading),
    title: titleOf(issue),
    notes: receipt?.notes ?? notesOf(issue),
    header: receipt?.header ?? [...memberHeader(language, heading), ...(issue.facts ?? [])],
    ...(receipt && { paper: receipt.paper }),
    memberNo: heading.member_no,
    table,
    ...(issue.further && { further: issue.further }),
    verification,
    issuedAt: heading.printed_at.getTime(),
  };
}

function titleOf({ language, statement, loanNo, receipt }: CodedIssue): string {
  const words = documentWords(language);
  if (receipt) return fill(words.receipt.title, { receipt: receipt.receiptNo });
  return loanNo === undefined ? words.titles[statement] : fill(words.loan.title, { loanNo });
}

/** The balance at the end, with the double rule below it. */
function closingOf({ total }: StatementTable): Cents {
  return total.sums[total.tied] ?? ZERO_CENTS;
}

function notesOf({ language, from, to, ofPeriod, search }: Issue): string[] {
  const words = documentWords(language);
  const told = !ofPeriod ? words.asAt : from === null ? words.upTo : words.between;
  const days = { to: plainDay(language, to), ...(from && { from: plainDay(language, from) }) };
  const extract = ofPeriod ? words.extract : words.extractOfList;
  return [fill(told, days), ...(search === "" ? [] : [fill(extract, { search })])];
}
