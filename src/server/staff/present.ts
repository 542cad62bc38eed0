import type { StaffRow } from "./queries.ts";

/** Somebody of the staff on the wire, as whoever asks sees them. */
export function presentStaff(row: StaffRow, asker: string) {
  return {
    staffNo: row.staff_no,
    fullName: row.full_name,
    role: row.role,
    mobileNo: row.mobile_number,
    email: row.email,
    memberNo: row.member_no,
    state: row.state,
    reason: row.state === "suspended" ? row.suspended_because : "",
    invitedUntil: row.invited_until?.toISOString() ?? "",
    hasSecondFactor: row.has_second_factor,
    lastSignInAt: row.last_signed_in_at?.toISOString() ?? "",
    openSessions: row.open_sessions,
    codesClosedAt: row.codes_closed_at?.toISOString() ?? "",
    codesClosedUntil: row.codes_closed_until?.toISOString() ?? "",
    isSelf: row.staff_no === asker,
  };
}
