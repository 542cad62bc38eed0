import type { StagedCheck } from "./staged-check.ts";

/** Rejects a row whose receipt the paybill has already credited. */
export const ofKnownReceipts: readonly StagedCheck[] = [
  {
    column: "receipt",
    code: "books.receipt-known",
    text: `select e.file, e.row, e.receipt_no as receipt
      from staged_entry e join pay_in p on p.receipt_no = e.receipt_no and p.state <> 'recorded'
      where exists (select from import_side s where s.kind = e.kind and s.code = 'mobile-money')`,
  },
];
