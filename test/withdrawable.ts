import { shillings } from "#shared/money.ts";
import { societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import {
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import { memberIdOf } from "./people.ts";
import type { TestSociety } from "./test-society.ts";

/** Opens a withdrawable account of a member with a balance in shillings, paid in by M-Pesa. */
export async function openWithdrawable(
  society: TestSociety,
  memberNo: string,
  amount: number,
  accountNo = `${memberNo}-W1`,
): Promise<void> {
  const account = withdrawableAccount(await memberIdOf(society, memberNo), accountNo);
  await society.database.unitOfWork("test", (work) => openWithdrawableAccount(work, account));
  if (amount > 0) await payIntoWithdrawable(society, memberNo, amount, accountNo);
}

/** Pays shillings into a member's withdrawable account by M-Pesa. */
export async function payIntoWithdrawable(
  society: TestSociety,
  memberNo: string,
  amount: number,
  accountNo = `${memberNo}-W1`,
): Promise<void> {
  const account = withdrawableAccount(await memberIdOf(society, memberNo), accountNo);
  await society.database.unitOfWork("test", (work) =>
    post(work, {
      kind: "withdrawable-deposit",
      narration: "Paid in by M-Pesa",
      lines: [
        debit(societyAccount("mobile-money"), shillings(amount)),
        credit(account, shillings(amount)),
      ],
    }),
  );
}
