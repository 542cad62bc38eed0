import { StrictMode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type Language, languages } from "#shared/language.ts";
import { en } from "#shared/messages/en.ts";
import { sw } from "#shared/messages/sw.ts";
import { showIn } from "#web/lib/language.ts";
import { Router } from "#web/lib/router.tsx";
import { nameSociety } from "#web/lib/society.ts";
import { paths } from "#web/paths.ts";
import { topBarCss } from "#web/ui/top-bar.tsx";
import { FirstLogin } from "./login.tsx";

interface FirstForm {
  readonly language: Language;
  /** The form, with places for the names of the society. */
  readonly markup: string;
  /** The class of a society's logo, which first-paint.js puts in the place of the portal's own. */
  readonly classOfLogo: string | undefined;
}

/** Returns the login form in each language, for the build. */
export default function firstForms(): FirstForm[] {
  nameSociety({ organisationName: "{organisationName}", shortName: "{shortName}" });
  const classOfLogo = topBarCss["logo"];
  return languages.map((language) => ({ language, markup: render(language), classOfLogo }));
}

function render(language: Language): string {
  showIn({ language, words: { en, sw }[language] });
  return renderToStaticMarkup(
    <StrictMode>
      <Router start={{ pathname: paths.login, search: "", hash: "" }}>
        <FirstLogin />
      </Router>
    </StrictMode>,
  );
}
