import type { MemberNo } from "#shared/member-number.ts";

/** What the earlier client says after a registration, with the number of the new member. */
export function presentRegistered(memberNo: MemberNo) {
  return { code: 201, message: "Data submitted successfully", memberNo } as const;
}
