import * as z from "zod/mini";
import { repaymentWays } from "#shared/contract/loans/desk.ts";
import { toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { lockLoan } from "#server/loans/lending/bulk-repayments.ts";
import { receivableLoan } from "#server/loans/lending/waiting-receipts.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import type { Snapshot } from "#server/kernel/platform/database.ts";
import { storedDate, textCents } from "#server/kernel/platform/row-fields.ts";
import * as commands from "./commands.ts";

const receipt = z.object({
  loanNo: z.string(),
  amount: textCents,
  receipt: z.string(),
  way: z.enum(repaymentWays),
  date: storedDate,
  over: textCents,
});

/** Repayments that one person may not record alone. */
export function loanDeskApprovals({ notify }: { readonly notify: Notify }): ApprovalKind[] {
  return [
    approvalKind({
      name: "loan-repayment",
      payload: receipt,
      lock: (work, { loanNo }) => lockLoan(work, loanNo),
      facts: receiptFacts,
      carryOut: (work, given, { requestedBy }) =>
        commands.confirmReceipt(work, given, { requestedBy, notify }),
    }),
  ];
}

/** The effect of a receipt now; null if it can no longer be recorded as requested. */
async function receiptFacts(snapshot: Snapshot, given: commands.Receipt) {
  const loan = await receivableLoan(snapshot, given.loanNo, given.date);
  if (loan === null || given.amount > loan.owed_cents + given.over) return null;
  return [
    { name: "name", value: loan.full_name },
    { name: "memberNo", value: loan.member_no },
    { name: "loanNo", value: given.loanNo },
    { name: "amount", value: String(toWireAmount(given.amount)) },
    { name: "receipt", value: given.receipt },
    { name: "way", value: given.way },
    { name: "date", value: given.date },
    { name: "owed", value: String(toWireAmount(loan.owed_cents)) },
    { name: "over", value: String(toWireAmount(given.over)) },
  ] as const;
}
