import { renderToStaticMarkup } from "react-dom/server";
import { type Language, languages } from "#shared/language.ts";
import { en } from "#shared/messages/en.ts";
import { sw } from "#shared/messages/sw.ts";
import { showIn } from "./lib/language.ts";
import { Router } from "./lib/router.tsx";
import { nameSociety } from "./lib/society.ts";
import { paths } from "./paths.ts";
import { topBarCss } from "./ui/top-bar.tsx";
import { FirstLogin } from "./public/login.tsx";

interface FirstForm {
  readonly language: Language;
  /** The form, with places for the names of the society. */
  readonly markup: string;
  /** The class of a society's logo, with which first-paint.js replaces the portal's own. */
  readonly classOfLogo: string | undefined;
}

/** Returns the login form in each language, for the build; no browser loads this file. */
export default function firstForms(): FirstForm[] {
  nameSociety({ organisationName: "{organisationName}", shortName: "{shortName}" });
  const classOfLogo = topBarCss["logo"];
  return languages.map((language) => ({ language, markup: render(language), classOfLogo }));
}

function render(language: Language): string {
  showIn({ language, words: { en, sw }[language] });
  return renderToStaticMarkup(
    <Router start={{ pathname: paths.login, search: "", hash: "" }}>
      <FirstLogin />
    </Router>,
  );
}
