import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import layout from "#web/ui/layout.module.css";
import { PublicPage } from "./public-page.tsx";

/** Shown at every unknown address, with a link back. */
export function NotFound(): ReactElement {
  const { notFound } = useWords();
  const { session } = useSessionState();
  return (
    <PublicPage title={notFound.title} lead={notFound.text}>
      <div className={layout["row"]}>
        {session ? (
          <LinkButton look="primary" to={paths.app}>
            {notFound.profile}
          </LinkButton>
        ) : (
          <LinkButton look="primary" to={paths.landing}>
            {notFound.home}
          </LinkButton>
        )}
      </div>
    </PublicPage>
  );
}
