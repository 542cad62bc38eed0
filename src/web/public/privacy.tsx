import { privacyMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { notice } from "#shared/contract/privacy/requests.ts";
import { fill } from "#shared/language.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequestOnce } from "#web/lib/loading.ts";
import { useSociety } from "#web/lib/society.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { Email, Phone } from "#web/ui/office.tsx";
import { NoticeText } from "#web/ui/privacy-notice.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { PublicPage } from "./public-page.tsx";

/** The privacy notice, open to everybody, with the office's contacts for questions. */
export function Privacy(): ReactElement {
  const { notice: words } = useMessages(privacyMessages);
  const { organisationName: society, phone, postalAddress } = useSociety();
  const { language } = useSpoken();
  return (
    <PublicPage title={words.title} lead={fill(words.lead, { society })} wide>
      <div className={layout["stack"]}>
        <Card padded>
          <Notice key={language} />
        </Card>
        {phone && (
          <Card title={words.office}>
            <Facts
              facts={[
                { term: words.phone, value: <Phone /> },
                { term: words.email, value: <Email /> },
                { term: words.post, value: postalAddress },
              ]}
            />
          </Card>
        )}
      </div>
    </PublicPage>
  );
}

function Notice(): ReactElement {
  const { notice: words } = useMessages(privacyMessages);
  const load = useRequestOnce(notice);
  return (
    <Loaded
      load={load}
      loading={words.loading}
      failed={words.failed}
      skeleton={<SkeletonLines rows={9} />}
    >
      {({ sections, version }) => <NoticeText sections={sections} version={version} />}
    </Loaded>
  );
}
