import { staffEn, type StaffWords } from "#shared/messages/office/shell-en.ts";
import { staffSw } from "#shared/messages/office/shell-sw.ts";
import { inBoth } from "./words.ts";

/** The words of the staff's shell. */
export const useStaffWords = inBoth<StaffWords>({ en: staffEn, sw: staffSw });
