import type { WaitingRequest } from "#server/oversight/approvals/waiting-requests.ts";
import type { ChequeRow } from "#server/payouts/transfers/cheque-rows.ts";
import { toWireAmount } from "#shared/money.ts";
import type * as z from "zod/mini";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import { type detailsRow, maskedAccount } from "#server/payouts/transfers/bank-details.ts";
import { sumOf } from "#server/payouts/transfers/eft-files.ts";
import type { EftFileRow, EftLineRow } from "#server/payouts/transfers/eft-rows.ts";
import type { Payable, waitingPayouts } from "#server/payouts/transfers/payable-by-bank.ts";
import type { ReadResults } from "./results-file.ts";

/** How many payments an answer lists. */
export const FIRST = 100;

/** Bank details in force, on the wire. */
export function presentDetails(row: z.infer<typeof detailsRow>) {
  return {
    bankName: row.bank_name,
    branchCode: row.branch_code,
    accountNo: maskedAccount(row.account_no),
    accountName: row.account_name,
    usableFrom: row.usable_from,
    isUsable: row.is_usable,
  };
}

/** A payment that can go to the bank, on the wire. */
export function presentPayable(row: Payable) {
  return {
    reference: row.reference,
    memberNo: row.member_no,
    fullName: row.full_name,
    bankName: row.bank_name,
    accountNo: maskedAccount(row.account_no),
    amount: toWireAmount(row.amount_cents),
  };
}

/** Payments that can go to the bank, with their totals, on the wire. */
export const presentPayables = (rows: readonly Payable[]) => ({
  payments: rows.length,
  amount: toWireAmount(sumOf(rows)),
  rows: rows.slice(0, FIRST).map(presentPayable),
});

/** A payout that waits for bank details, on the wire. */
export function presentWaiting(row: Awaited<ReturnType<typeof waitingPayouts>>[number]) {
  return {
    reference: row.reference,
    memberNo: row.member_no,
    fullName: row.full_name,
    amount: toWireAmount(row.amount_cents),
    usableFrom: row.usable_from,
  };
}

/** A file with its totals, on the wire. */
export function presentFile(row: EftFileRow) {
  return {
    id: String(row.id),
    debitAccount: row.debit_account,
    madeBy: row.made_by,
    approvedBy: row.approved_by,
    approvedAt: row.approved_at,
    payments: row.payments,
    amount: toWireAmount(row.amount),
    paid: row.paid,
    returned: row.returned,
    open: row.open,
    takenBack: row.taken_back,
  };
}

/** A payment of a file, on the wire. */
export function presentLine(row: EftLineRow) {
  return {
    ...presentPayable(row),
    line: row.line_no,
    state: row.state,
    bankReference: row.bank_reference,
    reason: row.reason,
  };
}

/** New results in the bank's file, with their totals, on the wire. */
export function presentResults({ told, repeated }: ReadResults) {
  const of = (outcome: "paid" | "returned") =>
    told.flatMap(({ line, result }) => (result.outcome === outcome ? [line] : []));
  return {
    paid: of("paid").length,
    paidAmount: toWireAmount(sumOf(of("paid"))),
    returned: of("returned").length,
    returnedAmount: toWireAmount(sumOf(of("returned"))),
    repeated,
    rows: told.slice(0, FIRST).map(({ line, result }) => ({
      ...presentPayable(line),
      line: line.line_no,
      outcome: result.outcome,
      bankReference: result.outcome === "paid" ? result.bankReference : "",
      reason: result.outcome === "returned" ? result.reason : "",
    })),
  };
}

/** The columns of the file, as docs/eft-file.md describes them; a bank's program reads them. */
const heads = [
  "line",
  "reference",
  "beneficiary_name",
  "bank_name",
  "branch_code",
  "account_number",
  "amount",
  "currency",
  "debit_account",
  "file",
];

/** The cells of a file, with its heading; always the same for the same file. */
export function fileCells(file: EftFileRow, lines: readonly EftLineRow[]): CsvCell[][] {
  return [
    heads,
    ...lines.map((row) => [
      String(row.line_no),
      row.reference,
      row.account_name,
      row.bank_name,
      row.branch_code,
      row.account_no,
      row.amount_cents,
      "KES",
      file.debit_account,
      String(file.id),
    ]),
  ];
}

/** A cheque with the request to stop it, on the wire. */
export const presentCheque = (row: ChequeRow, request: WaitingRequest | null) => ({
  id: String(row.id),
  chequeNo: row.cheque_no,
  payee: row.payee,
  memberNo: row.member_no,
  pays: row.pays,
  reference: row.reference,
  payoutId: String(row.payout_id ?? ""),
  movementId: String(row.movement_id ?? ""),
  amount: toWireAmount(row.amount_cents),
  state: row.state,
  writtenOn: row.written_on,
  handedOverOn: row.handed_over_on ?? "",
  handedOverTo: row.handed_over_to,
  clearedOn: row.cleared_on ?? "",
  stoppedOn: row.stopped_on ?? "",
  stopBecause: row.stop_because,
  ...(request !== null && {
    stopping: { id: request.id, by: request.by, yours: request.yours },
  }),
});
