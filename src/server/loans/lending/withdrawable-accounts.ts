import type { CalendarDate } from "#shared/calendar-date.ts";
import { openAccounts } from "#server/ledger/journal/accounts.ts";
import { type AccountKey, memberAccount } from "#server/ledger/journal/chart-of-accounts.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";

/** Follows the member number in the number of a first withdrawable account, if none is given. */
export const FIRST_ACCOUNT = "-W1";

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
