import { signedInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { paths } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { AskOffice } from "#web/ui/office.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Explains to a member that an address is only for staff. */
export function StaffOnly(): ReactElement {
  const { staffOnly } = useMessages(signedInMessages);
  return (
    <>
      <PageHeader title={staffOnly.title} />
      <Card>
        <EmptyState
          icon="lock"
          title={staffOnly.heading}
          actions={
            <LinkButton small to={paths.memberDetails}>
              {staffOnly.back}
            </LinkButton>
          }
        >
          <p>{staffOnly.text}</p>
          <p>
            <AskOffice />
          </p>
        </EmptyState>
      </Card>
    </>
  );
}
