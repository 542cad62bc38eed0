import { maskedEmail, maskedMobile } from "#shared/masked.ts";
import type { ChangeRow } from "./queries.ts";

/**
 * The change as its member sees it: recognisable to the member, but little for anyone else who
 * holds the phone.
 */
export function presentOwn(row: ChangeRow) {
  return {
    state: row.state === "approved" ? ("approved" as const) : ("requested" as const),
    mobileNo: maskedMobile(row.mobile_number),
    email: maskedEmail(row.email),
    askedAt: row.asked_at.toISOString(),
    heldUntil: row.held_until?.toISOString() ?? "",
  };
}

export function presentChange(row: ChangeRow) {
  return {
    id: String(row.id),
    memberNo: row.member_no,
    fullName: row.full_name,
    oldMobileNo: row.mobile_number === "" ? "" : maskedMobile(row.old_mobile_number),
    mobileNo: row.mobile_number,
    oldEmail: row.email === "" ? "" : maskedEmail(row.old_email),
    email: row.email,
    residence: row.residence,
    nextOfKin: row.next_of_kin,
    state: row.state,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    reason: row.asked_because,
    identifiedBy: row.identified_by,
    approvedBy: row.approved_by ?? "",
    heldUntil: row.held_until?.toISOString() ?? "",
    endedBy: row.ended_by ?? "",
    endedBecause: row.ended_because,
    overAt: (row.in_force_at ?? row.ended_at)?.toISOString() ?? "",
  };
}
