import { payoutsHeldUntil } from "#server/members/membership/password-reset-hold.ts";

const heldUntil = payoutsHeldUntil("(select m.member_no from member m where m.id = w.member_id)");

/**
 * Whether a withdrawal `w` may be sent now, as SQL: its notice period has ended, it is approved if
 * it needs approval, and its member may withdraw. For a day after a password reset it stays
 * `requested`, at the office too, so that it can still be cancelled.
 */
export const mayLeave = `w.state = 'requested' and w.ready_on <= akiba_today()
  and (not w.needs_approval or w.approved_by is not null) and withdrawal_member_may(w.member_id)
  and coalesce(${heldUntil} <= akiba_now(), true)`;
