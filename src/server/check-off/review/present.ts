import type { Language } from "#shared/language.ts";
import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { toWireAmount } from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import type { ReviewedLine } from "./queries.ts";

export function presentReviewed({ line, parts }: ReviewedLine) {
  return {
    row: line.row_no,
    memberNo: line.member_no,
    member: line.full_name,
    note: line.note,
    amount: toWireAmount(line.amount_cents),
    state: line.state,
    reason: line.reason,
    decidedBy: staffNoOf(line.decided_by),
    decidedAt: line.decided_at?.toISOString() ?? "",
    another: parts.some((part) => part.another === true),
    parts: parts.map((part) => ({
      to: part.destination,
      loanNo: part.loan_no,
      memberNo: part.member_no,
      member: part.full_name,
      amount: toWireAmount(part.amount_cents),
    })),
  };
}

/** The headings of the file's columns, in a language. */
export function reviewHeads(language: Language): string[] {
  return Object.values(checkOffMessages[language].reviewFile.heads);
}

/** One row of the file for each part of a line, so that the amounts add up. */
export function reviewCells(
  language: Language,
  { line, parts }: ReviewedLine,
  valueDate: string,
): CsvCell[][] {
  const { destinations, reasons, batch } = checkOffMessages[language];
  return parts.map((part) => [
    String(line.row_no),
    line.member_no,
    line.full_name,
    line.note,
    destinations[part.destination],
    part.loan_no,
    part.member_no,
    part.full_name,
    staffNoOf(line.decided_by),
    line.decided_on,
    batch[line.state],
    valueDate,
    reasons[line.reason],
    part.amount_cents,
  ]);
}
