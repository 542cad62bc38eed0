import type { MemberNo } from "#shared/member-number.ts";
import type { UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { end } from "#server/withdrawals/requests/release.ts";
import { withdrawalAt, type WithdrawalRow } from "#server/withdrawals/requests/withdrawal-rows.ts";

/** Cancels a member's own withdrawal that has not been sent. */
export async function cancel(
  work: UnitOfWork,
  memberNo: MemberNo,
  id: bigint,
): Promise<WithdrawalRow> {
  const found = await withdrawalAt(work, id);
  if (found === null || found.member_no !== memberNo) throw new Problem("no-such-withdrawal");
  if (!(await end(work, id, { state: "cancelled" }))) throw new Problem("withdrawal-state");
  return { ...found, progress: "cancelled" };
}
