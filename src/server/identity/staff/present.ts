import type { IdentityFinding } from "#server/identity/employment/identity-findings.ts";
import type { StaffRow, waitingChanges } from "./queries.ts";

/** A member of staff on the wire, as the requester sees them. */
export function presentStaff(row: StaffRow, requester: string) {
  return {
    staffNo: row.staff_no,
    fullName: row.full_name,
    role: row.role,
    mobileNo: row.mobile_number,
    email: row.email,
    nationalId: row.national_id,
    memberNo: row.member_no,
    state: row.state,
    reason: row.state === "suspended" ? row.suspended_because : "",
    invitedUntil: row.invited_until?.toISOString() ?? "",
    hasSecondFactor: row.has_second_factor,
    lastSignInAt: row.last_signed_in_at?.toISOString() ?? "",
    openSessions: row.open_sessions,
    codesClosedAt: row.codes_closed_at?.toISOString() ?? "",
    codesClosedUntil: row.codes_closed_until?.toISOString() ?? "",
    isSelf: row.staff_no === requester,
  };
}

type WaitingRow = Awaited<ReturnType<typeof waitingChanges>>[number];

/** A staff change that waits for a second person, on the wire. */
export function presentWaiting(row: WaitingRow) {
  return {
    approvalId: String(row.id),
    kind: row.kind,
    staffNo: row.staff_no,
    fullName: row.full_name,
    role: row.role,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
  };
}

export function presentIdentity({ staff_no: staffNo, what, detail, other }: IdentityFinding) {
  return { staffNo, what, detail, other };
}
