import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { member as memberEndpoint } from "#shared/contract/members/records.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import {
  leavingMessages,
  nomineesMessages,
  ownContributionMessages,
  offlineReadingMessages,
  ownSettingsMessages,
  profileMessages,
} from "#web/lib/member-texts.ts";
import { useAddressParameters } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { ownSettingAddress, paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { ContributionPage } from "./contribution-page.tsx";
import { DevicesCard } from "./devices-card.tsx";
import { LeavingPage } from "./leaving-page.tsx";
import { NomineesPage } from "./nominees-page.tsx";
import { OfflineCard } from "./offline-card.tsx";
import { ReadingCard } from "./reading-card.tsx";
import css from "./settings.module.css";

/** A member's own settings, or one that has a separate page, by the query string. */
export function OwnSettings(): ReactElement {
  const { part } = useAddressParameters<"ownSettings">();
  if (part === "nominees") return <NomineesPage />;
  if (part === "leaving") return <LeavingPage />;
  return part === "contribution" ? <ContributionPage /> : <Overview />;
}

/** The member's display settings, their sessions, and the data kept on them. */
function Overview(): ReactElement {
  const contribution = useMessages(ownContributionMessages);
  const leaving = useMessages(leavingMessages);
  const nominees = useMessages(nomineesMessages);
  const words = useMessages(ownSettingsMessages);
  const offline = useMessages(offlineReadingMessages);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} />
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          <DevicesCard />
          <ContactCard />
          <LinkCard
            words={contribution}
            label={contribution.open}
            to={ownSettingAddress("contribution")}
          />
          <LinkCard words={nominees} label={nominees.open} to={ownSettingAddress("nominees")} />
        </div>
        <div className={layout["stack"]}>
          <ReadingCard />
          <Card title={offline.title}>
            <OfflineCard />
          </Card>
          <LinkCard
            words={words.password}
            label={words.password.change}
            to={paths.changePassword}
          />
          <LinkCard words={words.privacy} label={words.privacy.open} to={paths.ownPrivacy} />
          <LinkCard words={leaving} label={leaving.open} to={ownSettingAddress("leaving")} />
        </div>
      </div>
    </>
  );
}

interface LinkCardProps {
  readonly words: { readonly title: string; readonly text: string };
  readonly label: string;
  readonly to: string;
}

function LinkCard({ words, label, to }: LinkCardProps): ReactElement {
  return (
    <Card title={words.title}>
      <div className={css["body"]}>
        <p>{words.text}</p>
        <LinkButton width="full-on-phones" to={to}>
          {label}
        </LinkButton>
      </div>
    </Card>
  );
}

function ContactCard(): ReactElement {
  const { contact: words } = useMessages(ownSettingsMessages);
  const load = useOwn(memberEndpoint);
  return (
    <Card title={words.title}>
      <LoadedLines load={load} words={words} lines={2}>
        {(member) => <Contact member={member} />}
      </LoadedLines>
    </Card>
  );
}

function Contact({ member }: { readonly member: z.output<typeof memberEndpoint.answer> }) {
  const { contact: words } = useMessages(ownSettingsMessages);
  const profile = useMessages(profileMessages);
  return (
    <>
      <Facts
        facts={[
          { term: profile.mobileNo, value: formatMobileNumber(member.tel1) },
          { term: profile.email, value: member.emailAdd },
        ]}
      />
      <div className={css["body"]}>
        <p>{words.text}</p>
        <LinkButton width="full-on-phones" to={paths.ownPrivacy}>
          {words.ask}
        </LinkButton>
      </div>
    </>
  );
}
