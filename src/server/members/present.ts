import type { Member } from "./queries.ts";

/** A member on the wire, in the earlier client's names; what is missing is empty text. */
export function presentMember(member: Member) {
  const [nok1 = "", nok2 = "", nok3 = ""] = member.next_of_kin;
  return {
    id: String(member.id),
    accNo: member.member_no,
    holdersName: member.full_name,
    tel1: member.mobile_number,
    emailAdd: member.email,
    idNo: member.national_id,
    postalAddress: member.postal_address,
    nok1,
    nok2,
    nok3,
  };
}
