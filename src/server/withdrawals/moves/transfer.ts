import type { TransferDestination } from "#shared/contract/withdrawals/transfers.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { addCents, type Cents, formatMoney, negateCents } from "#shared/money.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { accountPaidInto } from "#server/ledger/journal/paid-into.ts";
import { post } from "#server/ledger/journal/post.ts";
import { followRepayment } from "#server/loans/lending/follow-repayment.ts";
import { loanAt } from "#server/loans/lending/loan-rows.ts";
import { recordStep } from "#server/loans/lending/loan-steps.ts";
import { recordRepayments } from "#server/loans/lending/loans.ts";
import { withdrawableAccount } from "#server/loans/lending/withdrawable-accounts.ts";
import { accountNameIn } from "#server/messaging/outbox/account-names.ts";
import type { Notify } from "#server/messaging/outbox/enqueue.ts";
import { enqueueSms } from "#server/messaging/outbox/enqueue-sms.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import {
  accountNamed,
  type Holder,
  lockHolder,
  type WithdrawableBalance,
} from "#server/withdrawals/accounts/holder.ts";
import { nextTransfer, type OwedLoan, owedLoans, transferAt } from "./transfer-rows.ts";

/** Money to move, as its owner asks. */
export interface Transfer {
  readonly memberNo: MemberNo;
  readonly to: TransferDestination;
  readonly amount: Cents;
  readonly loanNo?: string | undefined;
  readonly accountNo?: string | undefined;
  /** The order of its member that moves it each month. */
  readonly standingId?: bigint;
}

/** A transfer whose account and loan were found. */
interface Moving {
  readonly holder: Holder;
  readonly account: WithdrawableBalance;
  readonly to: TransferDestination;
  readonly amount: Cents;
  /** The loan to repay; null for other destinations. */
  readonly loan: OwedLoan | null;
  readonly reference: string;
}

/**
 * Moves a member's money between their own accounts at once, and notifies them. Throws with the
 * exact figure if the account has less, or the loan owes less.
 */
export async function transfer(work: UnitOfWork, given: Transfer, notify: Notify) {
  const { memberNo, to, amount, accountNo } = given;
  const holder = await lockHolder(work, memberNo);
  const account = accountNamed(holder, accountNo);
  const loan = await loanToRepay(work, given);
  rejectAbove(amount, account.balance, "transfer.balance");
  if (loan !== null) rejectAbove(amount, loan.owed, "transfer.owed");
  const { id, reference } = await nextTransfer(work);
  const moving = { holder, account, to, amount, loan, reference };
  const entryId =
    loan === null ? await moveToAccount(work, moving, notify) : await repay(work, moving, notify);
  await work.run(
    `insert into member_transfer (id, member_id, account_no, destination, loan_id, amount_cents,
        entry_id, made_by, standing_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      holder.id,
      account.no,
      to,
      loan?.id ?? null,
      amount,
      entryId,
      work.actor,
      given.standingId ?? null,
    ],
  );
  if (loan !== null) await followLoan(work, moving, notify);
  const detail = { reference, to, amount: String(amount) };
  work.audit({ action: "transfer-made", subject: `member:${memberNo}`, detail });
  const balance = addCents(account.balance, negateCents(amount));
  return { id, row: await transferAt(work, id), balance };
}

/** Finds the loan to repay and locks it, so that another repayment comes before or after. */
async function loanToRepay(
  work: UnitOfWork,
  { memberNo, to, loanNo }: Transfer,
): Promise<OwedLoan | null> {
  if (to !== "loan") {
    if (loanNo !== undefined) throw fieldProblem("loanNo", "field.invalid");
    return null;
  }
  if (loanNo === undefined) throw fieldProblem("loanNo", "field.required");
  await work.run(
    `select from loan l join member m on m.id = l.member_id
      where l.loan_no = $1 and m.member_no = $2 for no key update of l`,
    [loanNo, memberNo],
  );
  const loan = (await owedLoans(work, memberNo)).find(({ loan_no: no }) => no === loanNo);
  if (loan === undefined) throw new Problem("no-such-loan");
  return loan;
}

function rejectAbove(
  amount: Cents,
  most: Cents,
  problem: "transfer.balance" | "transfer.owed",
): void {
  if (amount <= most) return;
  const values = { most: formatMoney(most) };
  throw new Problem("invalid", { fields: [{ field: "amount", problem, values }] });
}

const kinds = {
  deposits: "withdrawable-to-deposits",
  "share-capital": "withdrawable-to-share-capital",
} as const;

async function moveToAccount(
  work: UnitOfWork,
  { holder, account, to, amount, reference }: Moving,
  notify: Notify,
): Promise<bigint> {
  if (to === "loan") throw new Error("a loan is repaid, not credited");
  const { id, language, mobile_number: mobileNumber } = holder;
  const params = { amount: formatMoney(amount), where: accountNameIn(language, to), reference };
  await enqueueSms(work, { mobileNumber, template: "transfer-made", language, params }, notify);
  return post(work, {
    kind: kinds[to],
    narration: narrationOf("transfer"),
    referenceNo: reference,
    lines: [
      debit(withdrawableAccount(id, account.no), amount),
      credit(accountPaidInto(to, id, ""), amount),
    ],
  });
}

async function repay(
  work: UnitOfWork,
  { holder, account, amount, loan, reference }: Moving,
  notify: Notify,
): Promise<bigint> {
  if (loan === null) throw new Error("only a loan is repaid");
  const { loan_no: loanNo } = loan;
  const [entryId] = await recordRepayments(
    work,
    [
      {
        kind: "loan-repaid-from-withdrawable",
        memberId: holder.id,
        accountNo: account.no,
        loanNo,
        amount,
        narration: narrationOf("loanRepaidFromWithdrawable", { loanNo }),
        referenceNo: reference,
      },
    ],
    notify,
  );
  if (entryId === undefined) throw new Error(`the repayment of ${loanNo} was not posted`);
  const step = { step: "repaid", by: work.actor, amount, entryId } as const;
  await recordStep(work, await loanAt(work, loanNo), step);
  return entryId;
}

/** Settles the loan that it paid off, and notifies the borrower. */
async function followLoan(
  work: UnitOfWork,
  { amount, loan, reference }: Moving,
  notify: Notify,
): Promise<void> {
  if (loan === null) return;
  const left = addCents(loan.owed, negateCents(amount));
  const repaid = { by: work.actor, amount, left, receipt: reference };
  await followRepayment(work, loan.loan_no, repaid, notify);
}
