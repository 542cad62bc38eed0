import { peopleEn, type PeopleWords } from "#shared/messages/identity/staff-accounts-en.ts";
import { peopleSw } from "#shared/messages/identity/staff-accounts-sw.ts";
import { inBoth } from "#web/lib/words.ts";

/** The words of the page on who works here. */
export const usePeopleWords = inBoth<PeopleWords>({ en: peopleEn, sw: peopleSw });
