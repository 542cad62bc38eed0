import * as z from "zod/mini";
import { returnOutcomes } from "#shared/contract/loans/taken-back.ts";
import { type Cents, toWireAmount } from "#shared/money.ts";
import { type ApprovalKind, approvalKind } from "#server/oversight/approvals/approval-kind.ts";
import { lockLoan } from "#server/loans/lending/bulk-repayments.ts";
import type { LoanPayouts } from "#server/loans/lending/loan-payouts.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import * as commands from "./commands.ts";
import * as queries from "./queries.ts";

interface TakenBackOptions {
  readonly notify: Notify;
  readonly payouts: LoanPayouts;
}

/** Two people return approvals and reverse disbursements of loans. */
export function takenBackApprovals({ notify, payouts }: TakenBackOptions): ApprovalKind[] {
  return [
    approvalKind({
      name: "loan-approval-return",
      payload: z.object({ loanNo: z.string(), outcome: z.enum(returnOutcomes) }),
      lock: (work, { loanNo }) => lockLoan(work, loanNo),
      async facts(snapshot, { loanNo, outcome }) {
        const loan = await queries.returnable(snapshot, loanNo);
        if (loan === null) return null;
        return [
          ...borrower(loan, loanNo),
          { name: "approvedBy", value: loan.approver },
          { name: "loanOutcome", value: outcome },
        ];
      },
      carryOut: (work, payload, { requestedBy, reason }) =>
        commands.returnApproval(work, payload, { requestedBy, reason, notify }),
    }),
    approvalKind({
      name: "loan-disbursement-reversal",
      payload: z.object({ loanNo: z.string() }),
      lock: (work, { loanNo }) => lockLoan(work, loanNo),
      async facts(snapshot, { loanNo }) {
        const loan = await queries.recallable(snapshot, loanNo);
        if (loan === null || loan.repaid || loan.left || loan.entryId === null) return null;
        return [
          ...borrower(loan, loanNo),
          { name: "owed", value: String(toWireAmount(loan.total_cents)) },
          { name: "paidOutOn", value: loan.start_date },
        ];
      },
      carryOut: (work, { loanNo }, { requestedBy, reason }) =>
        commands.recall(work, loanNo, { requestedBy, reason, notify, payouts }),
    }),
  ];
}

interface Borrower {
  readonly full_name: string;
  readonly member_no: string;
  readonly principal_cents: Cents;
}

function borrower({ full_name, member_no, principal_cents }: Borrower, loanNo: string) {
  return [
    { name: "name", value: full_name },
    { name: "memberNo", value: member_no },
    { name: "loanNo", value: loanNo },
    { name: "amount", value: String(toWireAmount(principal_cents)) },
  ] as const;
}
