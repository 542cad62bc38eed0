import { memberSearchEn, type MemberSearchWords } from "#shared/messages/members/search-en.ts";
import { memberSearchSw } from "#shared/messages/members/search-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the desk's search for members and of their record. */
export const useMemberSearchWords = inBoth<MemberSearchWords>({
  en: memberSearchEn,
  sw: memberSearchSw,
});
