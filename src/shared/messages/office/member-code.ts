import type { InBothLanguages } from "#shared/language.ts";

const en = {
  sentText:
    "The member has it on their phone for 5 minutes. No message yet? Wait a minute, then send it again. If their number is not theirs any more, change it on their record first.",
};

const sw: typeof en = {
  sentText:
    "Mwanachama anao kwenye simu yake kwa dakika 5. Hajapata ujumbe? Subiri dakika moja, kisha utume tena. Kama nambari si yake tena, ibadilishe kwanza kwenye rekodi yake.",
};

/** The words for staff about a code on a member's phone. */
export const memberCodeMessages: InBothLanguages<typeof en> = { en, sw };
