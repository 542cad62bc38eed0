import { profileMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { notices } from "#shared/contract/office/society.ts";
import { useRequest } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { Notices } from "#web/ui/notices.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";

/** The society's notices inside the shell. */
export function Notes(): ReactElement {
  const { notes } = useMessages(profileMessages);
  const load = useRequest(notices);
  return (
    <>
      <PageHeader title={notes.title} lead={notes.lead} />
      <Card>
        <Notices load={load} />
      </Card>
    </>
  );
}
