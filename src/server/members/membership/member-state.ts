import * as z from "zod/mini";
import { type MemberState, memberStates } from "#shared/contract/members/suspensions.ts";
import { languages } from "#shared/language.ts";
import type { MemberNo } from "#shared/member-number.ts";
import { mayDo } from "#shared/while-suspended.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { endSessions } from "#server/identity/sessions/sessions.ts";

const holdState = statement({
  name: "membership-hold-state",
  text: "select membership as state from member where id = $1 for share",
  row: z.object({ state: z.enum(memberStates) }),
});

/**
 * Throws `not-active` for a member who is suspended or has left. Keeps an active one active until
 * the unit of work ends: a concurrent suspension waits.
 */
export async function rejectUnlessActive(work: UnitOfWork, memberId: bigint): Promise<void> {
  const held = await work.first(holdState, [memberId]);
  if (held === null || !mayDo(held.state, "begin")) throw new Problem("not-active");
}

const lockState = statement({
  name: "membership-lock-state",
  text: `select id, member_no, full_name, membership as state, mobile_number, language
    from member where member_no = $1 for no key update`,
  row: z.object({
    id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    state: z.enum(memberStates),
    mobile_number: z.string(),
    language: z.enum(languages),
  }),
});

/** A member whose state is locked until the unit of work ends. */
export type LockedMember = z.infer<typeof lockState.row>;

/** Locks a member in order to change their state; null if there is none. */
export function lockMember(work: UnitOfWork, memberNo: MemberNo): Promise<LockedMember | null> {
  return work.first(lockState, [memberNo]);
}

/**
 * Changes the state of a locked member, and ends their sessions if they may not log in. A
 * concurrent sign-in is either seen and ended, or sees this state and fails.
 */
export async function moveTo(work: UnitOfWork, memberId: bigint, to: MemberState): Promise<void> {
  await work.run(
    `update member set membership = $2,
        left_on = case when $2 = 'left' then coalesce(left_on, akiba_today()) else left_on end
      where id = $1`,
    [memberId, to],
  );
  // The first half only tells the compiler that a session does not end as "active".
  if (to === "active" || mayDo(to, "log-in")) return;
  const login = await work.first(findLogin, [memberId]);
  if (login !== null) await endSessions(work, login.id, to);
}

const findLogin = statement({
  name: "membership-login",
  text: "select id from login where member_id = $1",
  row: z.object({ id: z.bigint() }),
});
