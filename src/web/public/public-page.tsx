import type { ReactElement, ReactNode } from "react";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/classes.ts";
import { Heading } from "#web/ui/heading.tsx";
import { OfflineBanner } from "#web/ui/offline-banner.tsx";
import { PublicSettings, TopBar } from "#web/ui/top-bar.tsx";
import css from "./public-page.module.css";

export { css as publicCss };

export interface PublicPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A page before sign-in: one column in the middle, with a form or a list. */
export function PublicPage({ title, lead, wide, children }: PublicPageProps): ReactElement {
  return (
    <>
      <TopBar home={paths.landing}>
        <PublicSettings />
      </TopBar>
      <main id="main" className={classes(css["auth"], wide && css["wide"])}>
        <OfflineBanner />
        <Heading>{title}</Heading>
        {lead && <p className={css["lead"]}>{lead}</p>}
        {children}
      </main>
    </>
  );
}
