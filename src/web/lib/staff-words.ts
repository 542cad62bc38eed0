import { staffEn, type StaffWords } from "#shared/messages/staff-en.ts";
import { staffSw } from "#shared/messages/staff-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's shell. */
export const useStaffWords = inBoth<StaffWords>({ en: staffEn, sw: staffSw });
