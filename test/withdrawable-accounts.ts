import type { Cents } from "#shared/money.ts";
import { type AccountKey, societyAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import { post } from "#server/ledger/journal/post.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

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

/** Takes a fee off a withdrawable account; throws `not-enough` beyond the balance. */
export function chargeFee(
  work: UnitOfWork,
  account: AccountKey,
  amount: Cents,
  words: Words,
): Promise<bigint> {
  const lines = [debit(account, amount), credit(societyAccount("withdrawal-fees"), amount)];
  return post(work, { ...words, kind: "withdrawal-fee", lines });
}
