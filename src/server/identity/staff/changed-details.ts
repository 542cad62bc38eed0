import type { MemberNo } from "#shared/member-number.ts";
import type { MobileNumber } from "#shared/mobile-number.ts";
import type { StaffRow } from "./queries.ts";

export interface NewDetails {
  readonly staffNo: MemberNo;
  readonly mobileNo: MobileNumber;
  readonly email: string;
  readonly nationalId: string;
}

/** Returns whether new details are the same as the current ones. */
export function sameDetails(before: StaffRow, given: NewDetails): boolean {
  const { mobile_number: mobile, email, national_id: nationalId } = before;
  return mobile === given.mobileNo && email === given.email && nationalId === given.nationalId;
}
