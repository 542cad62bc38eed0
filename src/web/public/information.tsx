import type { ReactElement } from "react";
import { notices } from "#shared/contract/office/society.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequestOnce } from "#web/lib/loading.ts";
import { useOffice, useSociety } from "#web/lib/society.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Notices } from "#web/ui/notices.tsx";
import { Email, Phone } from "#web/ui/office.tsx";
import { PublicPage } from "./public-page.tsx";

/** The five notices, for everyone, and where the office is. */
export function Information(): ReactElement {
  const { information } = useWords();
  const society = useSociety();
  const { hours, place } = useOffice();
  const load = useRequestOnce(notices);
  return (
    <PublicPage title={information.title} lead={information.lead} wide>
      <div className={layout["stack"]}>
        <Card>
          <Notices load={load} />
        </Card>
        {society.phone && (
          <Card title={information.office}>
            <Facts
              facts={[
                { term: information.phone, value: <Phone /> },
                { term: information.email, value: <Email /> },
                { term: information.hours, value: hours },
                { term: information.place, value: place },
                { term: information.post, value: society.postalAddress },
              ]}
            />
          </Card>
        )}
      </div>
    </PublicPage>
  );
}
