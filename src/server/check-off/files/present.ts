import * as z from "zod/mini";
import { type Destination, type LineState, placements } from "#shared/contract/check-off/files.ts";
import { checkOffColumns } from "#shared/contract/check-off/reading.ts";
import { addCents, type Cents, toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import { staffNoOf } from "#server/kernel/platform/staff-names.ts";
import type { WaitingRequest } from "#server/oversight/approvals/waiting-requests.ts";
import { placesOf } from "#server/imports/engine/header.ts";
import type { FilePreview } from "#server/imports/engine/preview-file.ts";
import { fileColumns } from "#server/check-off/payroll/file-lines.ts";
import { factsOfBatch, type ShownBatch } from "#server/check-off/payroll/shown-batch.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { BatchRow, BatchWithFigures, LineWithParts } from "./queries.ts";

export function presentBatch(row: BatchRow) {
  return {
    id: String(row.id),
    month: row.month,
    valueDate: row.value_date,
    fileName: row.file_name,
    lines: row.line_count,
    amount: toWireAmount(row.total_cents),
    state: row.state,
    preparedBy: staffNoOf(row.prepared_by),
    preparedOn: row.prepared_on,
    postedBy: staffNoOf(row.posted_by),
    postedOn: row.posted_on,
    reason: row.reason,
  };
}

interface Tally {
  readonly lines: number;
  readonly cents: Cents;
}

function presentTally(tally: Tally | null | undefined) {
  return { lines: tally?.lines ?? 0, amount: toWireAmount(tally?.cents ?? ZERO_CENTS) };
}

export function presentFigures({ batch, figures, waiting }: BatchWithFigures) {
  const of = (key: LineState | Destination) => figures.find((figure) => figure.key === key);
  const byState = (state: LineState) => presentTally(of(state));
  const sumTo = (...keys: readonly Destination[]) =>
    toWireAmount(addCents(...keys.map((key) => of(key)?.cents ?? ZERO_CENTS)));
  return {
    ...presentBatch(batch),
    matched: byState("matched"),
    ambiguous: byState("ambiguous"),
    unmatched: byState("unmatched"),
    decided: byState("decided"),
    toLoans: sumTo("loan"),
    toDeposits: sumTo("deposits"),
    toShareCapital: sumTo("share-capital"),
    toFees: sumTo("fees", "welfare", "insurance"),
    toSuspense: sumTo("suspense"),
    waiting: presentTally(waiting),
    takesDeposits: batch.takes_deposits,
    own: batch.own,
    reading: batch.reading,
  };
}

/** Proposes the columns of a file: as chosen before for its headings, or by their names. */
export function presentPreview(
  seen: FilePreview,
  remembered: Readonly<Record<string, number>> | null,
) {
  const { reading } = seen;
  const header = [...seen.header];
  const samples = seen.samples.map((row) => [...row]);
  const known = placesOf(fileColumns, header);
  const columns = checkOffColumns.map((name, at) => {
    const place = (remembered === null ? known[at] : remembered[name]) ?? -1;
    return { name, needed: fileColumns[at]?.needed ?? false, place };
  });
  return { reading, header, samples, columns, isRemembered: remembered !== null };
}

/** The facts that the poster of a file sees beside its figures, and their digest. */
export function presentShown(shown: ShownBatch) {
  return {
    review: presentTally({ lines: shown.review_lines, cents: shown.review_cents }),
    sameRows:
      shown.same_file === "" ? null : { fileName: shown.same_file, month: shown.same_month },
    print: shown.print,
    digest: digestOfShown(factsOfBatch(shown)),
  };
}

const proposed = z.object({
  to: z.enum(placements),
  loanNo: z.optional(z.string()),
  memberNo: z.optional(z.string()),
});

function presentProposal({ id, by, yours, payload }: WaitingRequest) {
  const { to, loanNo = "", memberNo = "" } = proposed.parse(payload);
  return { approvalId: id, by, yours, to, loanNo, memberNo };
}

export function presentLine({ line, parts, loans }: LineWithParts, proposal?: WaitingRequest) {
  return {
    row: line.row_no,
    memberNo: line.member_no,
    member: line.full_name,
    amount: toWireAmount(line.amount_cents),
    note: line.note,
    repeats: line.repeats_row,
    state: line.state,
    reason: line.reason,
    decidedBy: staffNoOf(line.decided_by),
    parts: parts.map((part) => ({
      to: part.destination,
      loanNo: part.loan_no,
      memberNo: part.member_no,
      amount: toWireAmount(part.amount_cents),
    })),
    loans: loans.map((loan) => ({
      loanNo: loan.loan_no,
      purpose: loan.purpose,
      balance: toWireAmount(loan.balance_cents),
      due: toWireAmount(loan.due_cents),
    })),
    placed: line.placed,
    ...(proposal !== undefined && { proposed: presentProposal(proposal) }),
  };
}
