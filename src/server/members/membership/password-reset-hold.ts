import * as z from "zod/mini";
import type { MemberNo } from "#shared/member-number.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";

/**
 * As SQL: the time until which nothing is paid to a member, by their number; null without a
 * password reset. The function of the database (0097) says how long that is.
 */
export const payoutsHeldUntil = (memberNo: string): string => `payouts_held_until(${memberNo})`;

const findHold = statement({
  name: "membership-payout-hold",
  text: `select ${nairobiDayText("until")} as date,
      ${nairobiTime("until")} as time
    from (select ${payoutsHeldUntil("$1")} as until) held
    where until > akiba_now()`,
  row: z.object({ date: z.string(), time: z.string() }),
});

/**
 * Throws `payout-held` for a day after a password reset: a stranger with the member's phone may
 * have reset it, and must not send money to that phone.
 */
export async function rejectWhileHeld(snapshot: Snapshot, memberNo: MemberNo): Promise<void> {
  const held = await snapshot.first(findHold, [memberNo]);
  if (held !== null) throw new Problem("payout-held", { values: held });
}
