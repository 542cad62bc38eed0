import type { InBothLanguages, Language } from "#shared/language.ts";
import type { MemberMessages } from "#shared/messages/member-en.ts";

/** Each language is a separate file, so that a member downloads only their language. */
const files: Readonly<Record<Language, () => Promise<MemberMessages>>> = {
  en: async () => (await import("#shared/messages/member-en.ts")).memberEn,
  sw: async () => (await import("#shared/messages/member-sw.ts")).memberSw,
};

const loaded: Partial<Record<Language, MemberMessages>> = {};
let areNeeded = false;

/** Loads the texts of members' pages; called beside the import of a page that shows them. */
export async function loadMemberTexts(language: Language): Promise<void> {
  areNeeded = true;
  loaded[language] ??= await files[language]();
}

/** Loads them before a change of language, if a page that shows them has been opened. */
export async function loadNeededTexts(language: Language): Promise<void> {
  if (areNeeded) await loadMemberTexts(language);
}

function textsIn(language: Language): MemberMessages {
  const texts = loaded[language];
  if (!texts) throw new Error(`the texts of members' pages are not loaded in ${language}`);
  return texts;
}

/** One catalogue, read from the loaded files; the other language is never requested. */
function catalogue<Name extends keyof MemberMessages>(
  name: Name,
): InBothLanguages<MemberMessages[Name]> {
  return {
    get en() {
      return textsIn("en")[name];
    },
    get sw() {
      return textsIn("sw")[name];
    },
  };
}

export const accessesMessages = catalogue("accesses");
export const casesMessages = catalogue("cases");
export const guaranteesMessages = catalogue("guarantees");
export const leavingMessages = catalogue("leaving");
export const loanPagesMessages = catalogue("loanPages");
export const nomineesMessages = catalogue("nominees");
export const offlineReadingMessages = catalogue("offlineReading");
export const ownBankMessages = catalogue("ownBank");
export const ownContributionMessages = catalogue("ownContribution");
export const ownPayInMessages = catalogue("ownPayIns");
export const ownSettingsMessages = catalogue("ownSettings");
export const privacyMessages = catalogue("privacy");
export const profileMessages = catalogue("profile");
export const signedInMessages = catalogue("signedIn");
export const splitMessages = catalogue("split");
export const statementsMessages = catalogue("statements");
export const transfersMessages = catalogue("transfers");
export const unsentMessages = catalogue("unsent");
export const withdrawalsMessages = catalogue("withdrawals");
