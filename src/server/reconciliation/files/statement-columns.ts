import { type StatementColumn, statementColumns } from "#shared/contract/reconciliation/files.ts";
import type { TableColumn } from "#server/imports/engine/read-table.ts";

/** The names of each column in the files of banks and of M-Pesa's organisation portal. */
const aliases: Readonly<Record<StatementColumn, readonly string[]>> = {
  day: [
    "date",
    "completion_time",
    "transaction_date",
    "trans_date",
    "txn_date",
    "posting_date",
    "value_date",
    "booking_date",
    "tarehe",
  ],
  receipt: [
    "receipt_no",
    "receipt_no.",
    "receipt",
    "reference",
    "ref_no",
    "ref",
    "reference_no",
    "transaction_reference",
    "transaction_ref",
    "transaction_id",
    "cheque_no",
    "cheque_number",
    "doc_no",
  ],
  details: [
    "details",
    "description",
    "narration",
    "narrative",
    "particulars",
    "transaction_details",
    "remarks",
    "maelezo",
  ],
  paid_in: ["paid_in", "credit", "credits", "credit_amount", "deposits", "money_in", "cr"],
  withdrawn: [
    "withdrawn",
    "debit",
    "debits",
    "debit_amount",
    "withdrawals",
    "paid_out",
    "money_out",
    "dr",
  ],
  amount: ["amount", "transaction_amount", "kiasi"],
  balance: [
    "balance",
    "running_balance",
    "book_balance",
    "closing_balance",
    "ledger_balance",
    "salio",
  ],
  status: ["transaction_status", "status"],
  other_party: ["other_party_info", "other_party", "counterparty", "payer"],
  account: ["a/c_no.", "a/c_no", "ac_no", "account_reference", "bill_ref_number"],
};

/** The columns of a statement. Only the day is in every one of them. */
export const fileColumns: readonly TableColumn[] = statementColumns.map((name) => {
  return { name, aliases: aliases[name], needed: name === "day" };
});

/** Returns whether a mapping has amounts: two columns of them, or one with a sign. */
export function hasAmounts(places: readonly number[]): boolean {
  const has = (name: StatementColumn) => (places[statementColumns.indexOf(name)] ?? -1) !== -1;
  return has("amount") !== (has("paid_in") && has("withdrawn")) && has("amount") !== has("paid_in");
}
