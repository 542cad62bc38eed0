import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { payoutsHeldUntil } from "#server/members/membership/password-reset-hold.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { holderOf } from "#server/withdrawals/accounts/holder.ts";
import { currentDetails } from "#server/payouts/transfers/bank-details.ts";
import { leftToday } from "#server/withdrawals/requests/withdrawal-limits.ts";
import { withdrawalPolicy } from "#server/withdrawals/requests/withdrawal-policy.ts";
import {
  withdrawalColumns,
  withdrawalJoins,
  withdrawalRow,
} from "#server/withdrawals/requests/withdrawal-rows.ts";

const findOfMember = statement({
  name: "withdrawals-of-member",
  text: `select ${withdrawalColumns} from withdrawal w ${withdrawalJoins}
    where w.member_id = $1 order by w.id desc limit 50`,
  row: withdrawalRow,
});

const findHeld = statement({
  name: "withdrawals-held",
  text: `select ${nairobiDayText("until")} as date, ${nairobiTime("until")} as time
    from (select ${payoutsHeldUntil("$1")} as until) held where until > akiba_now()`,
  row: z.object({ date: z.string(), time: z.string() }),
});

/** Returns what a member can withdraw today, and their withdrawals. Throws `no-such-member`. */
export async function standingOf(snapshot: Snapshot, memberNo: MemberNo) {
  const holder = await holderOf(snapshot, memberNo);
  if (holder === null) throw new Problem("no-such-member");
  const policy = await withdrawalPolicy(snapshot);
  return {
    holder,
    policy,
    left: await leftToday(snapshot, holder.id, policy),
    bank: await currentDetails(snapshot, memberNo),
    held: await snapshot.first(findHeld, [memberNo]),
    rows: await snapshot.rows(findOfMember, [holder.id]),
  };
}

export type Standing = Awaited<ReturnType<typeof standingOf>>;
