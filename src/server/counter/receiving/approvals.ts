import * as z from "zod/mini";
import { destinations } from "#shared/contract/counter/receiving.ts";
import type { Fact } from "#shared/contract/oversight/approvals.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { storedDate, textCents } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";
import * as later from "#server/counter/receipts/later.ts";
import * as queries from "#server/counter/receipts/receipt-rows.ts";
import { paymentFacts, reversePayment } from "#server/counter/payments/reverse.ts";
import { isPaymentNo, lockPayment, paymentAt } from "#server/counter/payments/payment-rows.ts";
import { isDocumentUsed } from "#server/counter/receipts/used-documents.ts";

const slip = z.object({
  memberNo: z.string(),
  to: z.enum(destinations),
  account: z.optional(z.string()),
  amount: textCents,
  documentNo: z.string(),
  date: storedDate,
});
const reversing = z.object({ receipt: z.string() });

/** Large slips, and receipts that are reversed: one person requests, another approves. */
export function receivingApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "counter-slip",
      payload: slip,
      facts: async (snapshot, given) => {
        const member = await queries.memberAt(snapshot, given.memberNo);
        if (member === null || (await isDocumentUsed(snapshot, given.documentNo))) {
          return null;
        }
        const loan = member.loans.find(({ loan_no: loanNo }) => loanNo === given.account);
        if (given.to === "loan" && loan === undefined) return null;
        return [
          { name: "name", value: member.full_name },
          { name: "memberNo", value: given.memberNo },
          { name: "amount", value: String(toWireAmount(given.amount)) },
          { name: "receipt", value: given.documentNo },
          { name: "date", value: given.date },
          { name: "destination", value: given.to },
          ...(loan === undefined ? [] : loanFacts(loan)),
        ];
      },
      carryOut: (work, given, { requestedBy }) =>
        commands.confirmSlip(work, given, { requestedBy, notify }),
    }),
    approvalKind({
      name: "counter-reversal",
      payload: reversing,
      lock: async (work, { receipt }) => {
        await (isPaymentNo(receipt) ? lockPayment : queries.lockReceipt)(work, receipt);
      },
      facts: async (snapshot, given) => {
        if (isPaymentNo(given.receipt)) {
          return paymentFacts(await paymentAt(snapshot, given.receipt));
        }
        const receipt = await queries.receiptAt(snapshot, given.receipt);
        return receipt?.state === "credited" ? receiptFacts(receipt) : null;
      },
      carryOut: (work, given, { requestedBy, reason }) =>
        (isPaymentNo(given.receipt) ? reversePayment : later.reverseReceipt)(work, given.receipt, {
          requestedBy,
          reason,
          notify,
        }),
    }),
  ];
}

function loanFacts(loan: { readonly loan_no: string; readonly owed: bigint }): Fact[] {
  return [{ name: "loanNo", value: loan.loan_no }];
}

function receiptFacts(receipt: queries.ReceiptRow): Fact[] {
  return [
    { name: "receipt", value: receipt.receipt_no },
    { name: "amount", value: String(toWireAmount(receipt.amount_cents)) },
    { name: "name", value: receipt.full_name },
    { name: "memberNo", value: receipt.member_no },
    { name: "destination", value: receipt.destination },
    ...(receipt.loan_id === null ? [] : [{ name: "loanNo", value: receipt.account } as const]),
    { name: "date", value: receipt.value_date },
    { name: "receivedBy", value: receipt.received_by },
  ];
}
