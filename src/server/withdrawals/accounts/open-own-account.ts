import type { MemberNo } from "#shared/member-number.ts";
import {
  FIRST_ACCOUNT,
  openWithdrawableAccount,
  withdrawableAccount,
} from "#server/loans/lending/withdrawable-accounts.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { blockOf, holderOf } from "./holder.ts";

/**
 * Opens the first withdrawable account of an active member who is not leaving, and returns its
 * number.
 */
export async function openOwnAccount(work: UnitOfWork, memberNo: MemberNo): Promise<string> {
  await work.run("select from member where member_no = $1 for no key update", [memberNo]);
  const holder = await holderOf(work, memberNo);
  if (holder === null) throw new Problem("no-such-member");
  const blocked = blockOf(holder);
  if (blocked === "not-active") throw new Problem(blocked);
  if (blocked === "leaving") throw new Problem("member-leaving");
  if (blocked === "") throw new Problem("account-open");
  const accountNo = `${memberNo}${FIRST_ACCOUNT}`;
  await openWithdrawableAccount(work, withdrawableAccount(holder.id, accountNo));
  return accountNo;
}
