import { membershipEn, type MembershipWords } from "#shared/messages/members/membership-en.ts";
import { membershipSw } from "#shared/messages/members/membership-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the desk's pages on joining, contact changes, suspensions and exits. */
export const useMembershipWords = inBoth<MembershipWords>({ en: membershipEn, sw: membershipSw });
