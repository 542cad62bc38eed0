import type { ReactElement } from "react";
import { useWords } from "#web/lib/language.ts";
import { paths } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { VoidState } from "#web/ui/void-state.tsx";

/** Stands at an address whose page is not built yet, and says whom to ask until it is. */
export function NotOpen({ title }: { readonly title: string }): ReactElement {
  const { notOpen } = useWords();
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <VoidState
          icon="clock"
          title={notOpen.heading}
          actions={
            <LinkButton small to={paths.memberDetails}>
              {notOpen.back}
            </LinkButton>
          }
        >
          <p>{notOpen.text}</p>
          <p>
            <AskOffice />
          </p>
        </VoidState>
      </Card>
    </>
  );
}
