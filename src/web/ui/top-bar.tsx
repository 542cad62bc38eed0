import type { ReactElement, ReactNode } from "react";
import { fill, type Language } from "#shared/language.ts";
import { languageNames, languageTag, otherLanguage, speak, useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { useSociety } from "#web/lib/society.ts";
import { switchTheme, useTheme } from "#web/lib/theme.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import text from "./text.module.css";
import { showFailure } from "./toast.tsx";
import css from "./top-bar.module.css";

export { css as topBarCss };

/** The bar at the top of every page: the society's name, and the settings of this browser. */
export function TopBar({
  home,
  children,
}: {
  readonly home: string;
  readonly children: ReactNode;
}): ReactElement {
  const { organisationName, shortName } = useSociety();
  const { common } = useSpoken().words;
  return (
    <>
      <a className={css["skip"]} href="#main">
        {common.skip}
      </a>
      <header className={css["bar"]}>
        <div>
          <Link className={css["brand"]} to={home}>
            <Mark />
            <span className={css["fullName"]}>{organisationName}</span>
            <span className={css["shortName"]}>{shortName || organisationName}</span>
          </Link>
          <div className={css["set"]}>{children}</div>
        </div>
      </header>
    </>
  );
}

/** The society's logo, or the portal's own if it has none. */
export function Mark(): ReactElement {
  const { logo } = useSociety();
  if (logo) return <img className={css["logo"]} src={logo} alt="" />;
  return (
    <svg className={css["mark"]} viewBox="0 0 32 32" aria-hidden="true" fill="none">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <g stroke="var(--surface)" strokeLinecap="round">
        <path d="M9 8.5v8.2a7 7 0 0 0 14 0V8.5" strokeWidth="2.6" />
        <path d="M9 25.5h14" strokeWidth="2" />
      </g>
    </svg>
  );
}

/** Switches between light and dark, and announces which is on to screen readers. */
export function ThemeSwitch({ className }: { readonly className?: string | undefined }) {
  const { common } = useSpoken().words;
  const theme = useTheme();
  return (
    <button type="button" className={className ?? css["tool"]} onClick={switchTheme}>
      <Icon name="half" />
      <span>{common.theme}</span>
      <span className={text["hidden"]}>{common.themeNow[theme]}</span>
    </button>
  );
}

/** Switches to the other language, which is named in that language. */
export function LanguageSwitch({
  onChanged,
}: {
  readonly onChanged?: ((language: Language) => void) | undefined;
}): ReactElement {
  const { language, words } = useSpoken();
  const other = otherLanguage(language);
  const change = (): void => {
    speak(other).then(
      () => onChanged?.(other),
      () => showFailure(words.failure.language),
    );
  };
  return (
    <button
      type="button"
      className={css["tool"]}
      onClick={change}
      title={fill(words.common.changeLanguage, { language: languageNames[other] })}
    >
      <span lang={languageTag(other)}>{languageNames[other]}</span>
    </button>
  );
}

/** The settings on a page before sign-in. */
export function PublicSettings(): ReactElement {
  return (
    <>
      <ThemeSwitch className={classes(css["tool"], css["iconOnPhones"])} />
      <LanguageSwitch />
    </>
  );
}
