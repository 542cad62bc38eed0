import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { notice, own } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { KeptList } from "#web/ui/privacy-notice.tsx";
import { AccessCard } from "../access-card.tsx";
import { AskForm } from "./ask-form.tsx";
import { ConfirmNotice } from "./confirm-notice.tsx";
import { CopyCard } from "./copy-card.tsx";
import css from "./privacy.module.css";
import { Requests } from "./requests.tsx";
import type { OwnPrivacy } from "#web/common/privacy/format.ts";

/** The data kept about the member, its access log, and the requests they can make. */
export function PrivacyPage(): ReactElement {
  const words = useMessages(privacyMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const load = useRequest(own);
  return (
    <>
      <PageHeader title={words.title} lead={words.page.lead} />
      <div className={layout["stack"]}>
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            <Card title={words.requests.title}>
              <LoadedLines load={load} words={words.page} lines={4}>
                {({ requests }) => <Requests requests={requests} />}
              </LoadedLines>
            </Card>
            <Card title={words.ask.title}>
              <AskForm />
            </Card>
          </div>
          <div className={layout["stack"]}>
            <CopyCard memberNo={memberNo} />
            <NoticeCard load={load} />
            <AccessCard memberNo={memberNo} />
          </div>
        </div>
        <KeptCard />
      </div>
    </>
  );
}

function KeptCard(): ReactElement {
  const words = useMessages(privacyMessages);
  const load = useRequest(notice, undefined, { hasWords: true });
  return (
    <Card title={words.read.what}>
      <div className={css["kept"]}>
        <LoadedLines load={load} words={words.kept} lines={9}>
          {({ sections }) => <KeptList rows={sections.flatMap(({ kept }) => kept)} />}
        </LoadedLines>
      </div>
    </Card>
  );
}

/** Whether the member confirmed the current notice, and a link to it. */
function NoticeCard({ load }: { readonly load: Load<OwnPrivacy> }): ReactElement {
  const { read, notice: words } = useMessages(privacyMessages);
  return (
    <Card title={read.title}>
      <div className={css["body"]}>
        <LoadedLines load={load} words={words} lines={2}>
          {({ confirmed }) => <Confirmed confirmed={confirmed} />}
        </LoadedLines>
      </div>
    </Card>
  );
}

function Confirmed({ confirmed }: Pick<OwnPrivacy, "confirmed">): ReactElement {
  const { read } = useMessages(privacyMessages);
  const { language } = useSpoken();
  const [open, setOpen] = useState(false);
  const holds = confirmed.version >= PRIVACY_NOTICE;
  const day = formatDay(confirmed.on, language);
  return (
    <>
      <p>{holds ? fill(read.confirmed, { version: confirmed.version, day }) : read.not}</p>
      <div className={layout["row"]}>
        {!holds && (
          <Button small onClick={() => setOpen(true)}>
            {read.confirm}
          </Button>
        )}
        <LinkButton small to={paths.privacy}>
          {read.open}
        </LinkButton>
      </div>
      {open && <ConfirmNotice onClose={() => setOpen(false)} />}
    </>
  );
}
