import { noticeDeskMessages } from "#shared/messages/office/notices-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { desk } from "#shared/contract/office/notices.ts";
import { useRequest } from "#web/lib/query.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { useOfficer } from "#web/staff/officer.ts";
import { NoticeEditor } from "./editor.tsx";
import { NoticeList } from "./list.tsx";

/** The society's notices: all of them, one of them, or a new one, by the query string. */
export function NoticesPage(): ReactElement {
  const words = useMessages(noticeDeskMessages);
  const load = useRequest(desk);
  const officer = useOfficer();
  const { notice: id } = useParameters("notices");
  const edits = officer?.may("notices.edit") ?? false;
  if (load.state !== "loaded") {
    return (
      <>
        <PageHeader title={words.title} place="notices" lead={words.lead} />
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={6} />
      </>
    );
  }
  const notice = load.data.find((one) => one.id === id && one.state !== "withdrawn");
  if (edits && (notice || id === "new")) return <NoticeEditor key={id} notice={notice ?? null} />;
  return <NoticeList notices={load.data} edits={edits} />;
}
