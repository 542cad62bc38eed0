import * as z from "zod/mini";
import { memberStates } from "#shared/contract/members/suspensions.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { nairobiDayText, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { confirmedMobile } from "./confirmed-mobile.ts";
import { payoutsHeldUntil } from "./password-reset-hold.ts";

const findHolder = statement({
  name: "membership-code-holder",
  text: `select m.id, m.language, m.membership as state,
      ${confirmedMobile} as confirmed_mobile,
      case when held.until > akiba_now() then ${nairobiDayText("held.until")} end as held_date,
      case when held.until > akiba_now() then ${nairobiTime("held.until")} end as held_time
    from member m cross join lateral (select ${payoutsHeldUntil("m.member_no")} as until) held
    where m.member_no = $1`,
  row: z.object({
    id: z.bigint(),
    language: z.enum(languages),
    state: z.enum(memberStates),
    /** Empty while the number is not confirmed, or about to change. */
    confirmed_mobile: z.string(),
    held_date: z.nullable(z.string()),
    held_time: z.nullable(z.string()),
  }),
});

/** A member who can change important data by a code to their confirmed number. */
export type CodeHolder = z.infer<typeof findHolder.row>;

/** Returns the member who asks; throws `no-such-member` if there is none. */
export async function codeHolderOf(snapshot: Snapshot, memberNo: MemberNo): Promise<CodeHolder> {
  const found = await snapshot.first(findHolder, [memberNo]);
  if (found === null) throw new Problem("no-such-member");
  return found;
}

/** Why no code can be used now; empty if one can. */
export function codeBlockOf(holder: CodeHolder): "" | "not-active" | "number" | "held" {
  if (!mayDo(holder.state, "begin")) return "not-active";
  if (holder.confirmed_mobile === "") return "number";
  return holder.held_date === null ? "" : "held";
}

/** Throws the problem of a member who cannot use a code now. */
export function rejectBlocked(holder: CodeHolder): void {
  const blocked = codeBlockOf(holder);
  if (blocked === "number") throw new Problem("mobile-unconfirmed");
  if (blocked === "held") {
    const values = { date: holder.held_date ?? "", time: holder.held_time ?? "" };
    throw new Problem("payout-held", { values });
  }
  if (blocked !== "") throw new Problem(blocked);
}
