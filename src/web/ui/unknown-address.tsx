import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import { paths } from "#web/paths.ts";
import { LinkButton } from "./button.tsx";
import { PageHeader } from "./page-header.tsx";

/** Shown inside the shell to somebody signed in, so that the menu stays; `back` names the link. */
export function UnknownAddress({ back }: { readonly back?: string }): ReactElement {
  const { notFound } = useWords();
  return (
    <>
      <PageHeader title={notFound.title} lead={notFound.text} />
      <div>
        <LinkButton look="primary" to={paths.app}>
          {back ?? notFound.profile}
        </LinkButton>
      </div>
    </>
  );
}
