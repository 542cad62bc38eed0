import { type PayoutTab, payoutTabs } from "#shared/contract/payouts/desk.ts";
import { maskedMobile } from "#shared/masked.ts";
import { toWireAmount, ZERO_CENTS } from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type { ReturnLine, returnsOf } from "#server/payouts/queue/came-back.ts";
import type { ClaimEffect, JudgedRow } from "#server/payouts/queue/claimed-results.ts";
import {
  factsOfFile,
  type FileContent,
  type FileRow,
  type FileSum,
} from "#server/payouts/queue/payout-files.ts";
import { mayBeMarked, mayFail } from "#server/payouts/queue/reported-results.ts";
import type { WaitingRequest } from "#server/oversight/approvals/waiting-requests.ts";
import type { PayoutFact } from "#server/payouts/queue/shown-payout.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import type { ChoicesRow, PayoutRow, QuestionRow, StepRow, TabRow } from "./queries.ts";

/** A member of staff by their number; empty for any other actor. */
const staffNo = (actor: string): string => /^staff:(.+)$/.exec(actor)?.[1] ?? "";

export function presentPayout(row: PayoutRow) {
  return {
    id: String(row.id),
    source: row.source,
    ...(row.year !== null && { year: row.year }),
    ...(row.loan_no !== null && { loanNo: row.loan_no }),
    channel: row.channel,
    ...(row.way !== "" && { way: row.way }),
    memberNo: row.member_no,
    fullName: row.full_name,
    mobileNo: maskedMobile(row.mobile_number),
    reference: row.reference,
    amount: toWireAmount(row.amount_cents),
    state: row.state,
    problem: row.problem,
    receipt: row.receipt_no,
    claimedReceipt: row.claimed_receipt,
    claimedBy: staffNo(row.claimed_by),
    changedAt: row.changed_at.toISOString(),
  };
}

/** Every tab in the desk's order, including empty ones. */
export function presentTabs(rows: readonly TabRow[]) {
  const found = (tab: PayoutTab) => rows.find((row) => row.tab === tab);
  return payoutTabs.map((tab) => ({
    tab,
    payments: found(tab)?.payments ?? 0,
    amount: toWireAmount(found(tab)?.amount ?? ZERO_CENTS),
  }));
}

const presentStep = (step: StepRow) => ({
  state: step.state,
  problem: step.problem,
  receipt: step.receipt_no,
  mobileNo: maskedMobile(step.mobile_number),
  by: staffNo(step.taken_by),
  byName: step.staff_name,
  at: step.taken_at.toISOString(),
});

interface Details {
  readonly row: PayoutRow;
  readonly choices: ChoicesRow;
  readonly mobileNow: string | null;
  readonly steps: readonly StepRow[];
  readonly shown: readonly PayoutFact[];
  readonly question: QuestionRow | null;
  readonly failing: WaitingRequest | null;
  readonly backAgain: BackAgain;
}

interface BackAgain {
  readonly lines: readonly ReturnLine[];
  readonly returns: Awaited<ReturnType<typeof returnsOf>>;
  readonly returning: WaitingRequest | null;
}

const presentWaiting = ({ id, by, yours }: WaitingRequest) => ({ approvalId: id, by, yours });

const presentBackAgain = ({ lines, returns, returning }: BackAgain) => ({
  returnLines: lines.map(({ id, day, receipt_no: receipt, text }) => ({
    id: String(id),
    day,
    receipt,
    text,
  })),
  ...(returning && { returning: presentWaiting(returning) }),
  returns: returns.map(({ receipt_no: receipt, day, reason }) => ({ receipt, day, reason })),
});

const presentQuestion = (row: QuestionRow) => ({
  mayAsk: row.may_ask,
  times: row.times,
  askedAt: row.asked_at?.toISOString() ?? "",
  told: row.told,
});

export function presentDetails(details: Details) {
  const { row, choices, mobileNow, steps, shown, question, failing, backAgain } = details;
  const hasArrived = row.state === "failed" && choices.may_have_arrived;
  return {
    payout: presentPayout(row),
    failedBy: staffNo(choices.failed_by),
    mayBeMarked: hasArrived || mayBeMarked({ ...row, in_file: choices.in_file }),
    mayFail: mayFail({ ...row, ...choices }),
    ...(failing && { failing: presentWaiting(failing) }),
    ...presentBackAgain(backAgain),
    mobileNow: maskedMobile(mobileNow ?? ""),
    accountNo: choices.account_no,
    shown: [...shown],
    shownDigest: digestOfShown(shown),
    ...(question && { question: presentQuestion(question) }),
    steps: steps.map(presentStep),
  };
}

/** Converts the content of the next file to the names of the wire. */
export const presentNextFile = (next: FileContent) => ({
  payments: next.payments,
  amount: toWireAmount(next.amount),
  shownDigest: digestOfShown(factsOfFile(next)),
});

export const presentFileSum = ({
  id,
  made_by,
  made_at,
  payments,
  amount,
  paid,
  open,
  approval_id,
  set_aside,
}: FileSum) => ({
  id: String(id),
  madeBy: staffNo(made_by),
  madeAt: made_at.toISOString(),
  payments,
  amount: toWireAmount(amount),
  paid,
  failed: payments - paid - open,
  open,
  approvalId: approval_id === null ? "" : String(approval_id),
  setAside: set_aside,
});

interface ReadClaim {
  readonly approvalId: bigint | null;
  readonly counts: { readonly paid: number; readonly failed: number };
  readonly repeated: number;
  readonly rows: readonly JudgedRow[];
}

/** The totals of uploaded results, before another person approves them. */
export function presentClaim({ approvalId, counts, repeated, rows }: ReadClaim) {
  const { paid, failed } = counts;
  const those = (...effects: readonly ClaimEffect[]) =>
    rows
      .filter(({ would }) => effects.includes(would))
      .map(({ row_no: row, reference }) => ({ row, reference }));
  return {
    approvalId: approvalId === null ? "" : String(approvalId),
    paid,
    failed,
    repeated,
    refused: those("differs", "unknown"),
    own: those("own"),
  };
}

/** The file in the form of M-Pesa's bulk payments: 254 and nine digits, whole shillings. */
export function presentFile(rows: readonly FileRow[]): CsvCell[][] {
  const lines = rows.map((row) => [
    row.mobile_number.replace("+", ""),
    String(row.amount_cents / 100n),
    row.full_name,
    row.reference,
  ]);
  return [["Phone", "Amount", "Name", "Reference"], ...lines];
}
