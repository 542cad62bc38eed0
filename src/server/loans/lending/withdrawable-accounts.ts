import type { CalendarDate } from "#shared/calendar-date.ts";
import type { Cents } from "#shared/money.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import {
  type AccountKey,
  memberAccount,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** Names a member's withdrawable account by its account number. */
export function withdrawableAccount(memberId: bigint, accNo: string): AccountKey {
  return memberAccount("withdrawable-deposits", memberId, accNo);
}

/** Opens a withdrawable account; from today in Nairobi when no day is given. */
export async function openWithdrawableAccount(
  work: UnitOfWork,
  account: AccountKey,
  openedOn?: CalendarDate,
): Promise<void> {
  await openAccounts(work, [account], openedOn);
  work.audit({ action: "withdrawable-opened", subject: `account:${account.reference}` });
}

type Words = Omit<Entry, "kind" | "lines">;

/** Posts a payment by M-Pesa into a withdrawable account and returns the entry's id. */
export function payIn(
  work: UnitOfWork,
  account: AccountKey,
  amount: Cents,
  words: Words,
): Promise<bigint> {
  const lines = [debit(societyAccount("mobile-money"), amount), credit(account, amount)];
  return post(work, { ...words, kind: "withdrawable-deposit", lines });
}

/** Posts a withdrawal that is on its way to the member; throws `not-enough` beyond the balance. */
export function payOut(
  work: UnitOfWork,
  account: AccountKey,
  amount: Cents,
  words: Words,
): Promise<bigint> {
  const lines = [debit(account, amount), credit(societyAccount("payout-clearing"), amount)];
  return post(work, { ...words, kind: "withdrawable-withdrawal", lines });
}
