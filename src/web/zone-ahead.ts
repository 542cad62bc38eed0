import { spokenLanguage } from "./lib/language.ts";
import { laterPages } from "./lib/later-pages.tsx";
import { loadMemberTexts } from "./lib/member-texts.ts";

/** The pages of people signed in, with the texts that they show. */
export const zone = laterPages(async () => {
  const [pages] = await Promise.all([import("./zone.tsx"), loadMemberTexts(spokenLanguage())]);
  return pages;
});
