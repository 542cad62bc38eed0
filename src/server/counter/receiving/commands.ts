import type { Destination } from "#shared/contract/counter/receiving.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import { followRepayment } from "#server/loans/lending/follow-repayment.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { recordStep } from "#server/loans/lending/loan-steps.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { isCredited } from "#server/loans/lending/own-money.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { moveTill, requireOpenTill } from "#server/tills/till-book/till-book.ts";
import { destinationName } from "./messages.ts";
import * as queries from "./queries.ts";

/** Cash that a member brings. */
export interface Brought {
  readonly memberNo: string;
  readonly to: Destination;
  /** The withdrawable account or the loan. */
  readonly account?: string | undefined;
  readonly amount: Cents;
}

/** The member and the account or loan that money goes to. */
interface Target {
  readonly member: queries.TargetRow;
  readonly to: Destination;
  readonly account: string;
  readonly loan: NonNullable<Awaited<ReturnType<typeof queries.lockLoanOf>>> | null;
}

/** Receives cash in the actor's open till and credits it, with a numbered receipt. */
export async function receiveCash(
  work: UnitOfWork,
  brought: Brought,
  notify: Notify,
): Promise<string> {
  const { amount } = brought;
  if (amount % 100n !== 0n) throw fieldProblem("amount", "cash.whole");
  const target = await requireTarget(work, brought);
  const tillId = await requireOpenTill(work);
  const receiptNo = await queries.nextReceiptNo(work);
  const receipt = { receiptNo, tillId, amount, target };
  if (target.loan === null) await creditAccount(work, receipt, notify);
  else await repayLoan(work, receipt, notify);
  const detail = { memberNo: target.member.member_no, amount: String(amount), to: target.to };
  work.audit({ action: "counter-received", subject: `receipt:${receiptNo}`, detail });
  return receiptNo;
}

/** Returns where the money goes, locked; throws if it cannot go there, or is the actor's own. */
async function requireTarget(work: UnitOfWork, brought: Brought): Promise<Target> {
  const { memberNo, to, account = "", amount } = brought;
  const member = await queries.holdMember(work, memberNo, account);
  if (member === null) throw new Problem("no-such-member");
  const memberId = member.member_id;
  const loan = to === "loan" ? await requireLoan(work, memberId, account, amount) : null;
  if (to === "withdrawable" && !member.has_account) {
    throw fieldProblem("account", "pay-in.no-account");
  }
  if (await isCredited(work, { memberId, loanId: loan?.id ?? null }, work.actor)) {
    throw new Problem("own-listing");
  }
  return { member, to, account, loan };
}

/** Cash has no cents, so a repayment may be above what is owed by less than a shilling. */
async function requireLoan(work: UnitOfWork, memberId: bigint, loanNo: string, amount: Cents) {
  const loan = await queries.lockLoanOf(work, memberId, loanNo);
  if (loan === null) throw fieldProblem("account", "field.required");
  if (loan.state !== "disbursed") throw new Problem("loan-state");
  if (amount - loan.owed_cents >= 100n) throw fieldProblem("amount", "loan.owes-less");
  return loan;
}

interface Receipt {
  readonly receiptNo: string;
  readonly tillId: bigint;
  readonly amount: Cents;
  readonly target: Target;
}

const kinds = {
  deposits: "deposit-in-cash",
  "share-capital": "share-capital-in-cash",
  withdrawable: "withdrawable-in-cash",
} as const;

async function creditAccount(work: UnitOfWork, receipt: Receipt, notify: Notify): Promise<void> {
  const { receiptNo, amount, target } = receipt;
  const { to } = target;
  if (to === "loan") throw new Error("a loan is repaid, not credited");
  // Before the posting, which locks the society's account until the commit.
  await notifyMember(work, receipt, notify);
  const entryId = await post(work, {
    kind: kinds[to],
    narration: "Paid in at the counter",
    referenceNo: receiptNo,
    receiptNo,
    lines: [debit(societyAccount("till-cash"), amount), credit(accountOf(to, target), amount)],
  });
  await writeReceipt(work, receipt, entryId);
}

function accountOf(to: keyof typeof kinds, { member, account }: Target): AccountKey {
  const { member_id: memberId } = member;
  if (to === "deposits") return memberAccount("member-deposits", memberId);
  if (to === "share-capital") return memberAccount("share-capital", memberId);
  return memberAccount("withdrawable-deposits", memberId, account);
}

async function notifyMember(
  work: UnitOfWork,
  { receiptNo, amount, target: { member, to } }: Receipt,
  notify: Notify,
): Promise<void> {
  if (to === "loan") return;
  const { language, mobile_number: mobileNumber } = member;
  const where = destinationName(language, to);
  const params = { amount: formatMoney(amount), receipt: receiptNo, where };
  const template = "counter-received";
  await enqueueSms(work, { mobileNumber, template, language, params }, notify);
}

/** Repays a loan; its own SMS names the receipt, so that the member reads of it once. */
async function repayLoan(work: UnitOfWork, receipt: Receipt, notify: Notify): Promise<void> {
  const { receiptNo, amount, target } = receipt;
  const { member, loan, account: loanNo } = target;
  if (loan === null) throw new Error("there is no loan to repay");
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: "loan-repaid-at-counter",
        memberId: member.member_id,
        loanNo,
        amount,
        narration: `Repayment of loan ${loanNo}`,
        referenceNo: loanNo,
        receiptNo,
      },
    ],
    notify,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  await writeReceipt(work, receipt, entryId);
  const by = work.actor;
  const step = { step: "repaid", by, amount, receipt: receiptNo, entryId } as const;
  await recordStep(work, await loanAt(work, loanNo), step);
  const left = addCents(loan.owed_cents, negateCents(amount));
  await followRepayment(work, loanNo, { by, amount, left, receipt: receiptNo }, notify);
}

/** Writes a receipt for cash and moves it into the till, by its entry. */
async function writeReceipt(work: UnitOfWork, receipt: Receipt, entryId: bigint): Promise<void> {
  const { receiptNo, tillId, amount, target } = receipt;
  const { member, to, account, loan } = target;
  await work.run(
    `insert into counter_receipt (receipt_no, way, state, member_id, destination,
        account_reference, loan_id, amount_cents, till_id, received_by, entry_id)
      values ($1, 'cash', 'credited', $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      receiptNo,
      member.member_id,
      to,
      to === "withdrawable" ? account : "",
      loan?.id ?? null,
      amount,
      tillId,
      work.actor,
      entryId,
    ],
  );
  await moveTill(work, { tillId, kind: "receipt", amount, entryId, movedBy: work.actor });
}
