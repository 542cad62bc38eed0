import { spokenLanguage } from "./lib/language.ts";
import { laterPages } from "./lib/later-pages.tsx";
import { loadMemberTexts } from "./lib/member-texts.ts";

/** Loads a page that shows texts of members' pages, and these texts at the same time. */
export async function withMemberTexts<Page>(page: Promise<Page>): Promise<Page> {
  const [loadedPage] = await Promise.all([page, loadMemberTexts(spokenLanguage())]);
  return loadedPage;
}

/** The pages of people signed in. */
export const zone = laterPages(() => withMemberTexts(import("./zone.tsx")));
