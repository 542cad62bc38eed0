import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { details } from "#shared/contract/withdrawals/desk.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { payoutAddress, recordAddress, withdrawalAddress } from "#web/staff/addresses.ts";
import { isId } from "#web/staff/is-id.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { type Fact, Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import css from "#web/ui/desk-page.module.css";
import type { Officer } from "../officer.ts";
import { ActCard } from "./act-card.tsx";
import { type Details, useFormatShown } from "./shown-facts.ts";

interface PageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One withdrawal: the facts of a decision, its state, and the decision itself. */
export function WithdrawalPage({ id, officer }: PageProps): ReactElement {
  const words = useMessages(withdrawalDeskMessages);
  const { language } = useSpoken();
  const load = useRequest(details, { params: { id } }, { enabled: isId(id) });
  if (!isId(id) || (load.state === "failed" && isUnknown(load.error))) return <Unknown />;
  const found = load.state === "loaded" ? load.data : null;
  const { one } = words;
  return (
    <>
      <Crumb to={paths.withdrawals}>{one.back}</Crumb>
      <PageHeader
        title={found ? fill(one.title, { reference: found.reference }) : words.list.title}
        place={withdrawalAddress(id)}
        lead={found?.fullName ?? "\u00a0"}
        actions={
          found && (
            <Badge icon="info" meaning="info">
              {fill(words.progress[found.progress], { date: formatDay(found.readyOn, language) })}
            </Badge>
          )
        }
      />
      {found ? (
        <div className={css["halves"]}>
          <What found={found} officer={officer} />
          <div className={css["side"]}>
            <ActCard found={found} officer={officer} />
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={one.loading} failed={one.failed} rows={8} />
      )}
    </>
  );
}

function Unknown(): ReactElement {
  const { one: words } = useMessages(withdrawalDeskMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.withdrawals}
      toWords={words.back}
    />
  );
}

interface FoundProps {
  readonly found: Details;
  readonly officer: Officer;
}

function What({ found, officer }: FoundProps): ReactElement {
  const { one } = useMessages(withdrawalDeskMessages);
  const say = useFormatShown();
  const { receipt, reason, approvedBy, endedBy, payoutId, memberNo } = found;
  const named = (term: string, value: string): Fact[] => (value ? [{ term, value }] : []);
  const link = (term: string, to: string, text: string): Fact => ({
    term,
    value: (
      <Link className={css["open"]} to={to}>
        {text}
      </Link>
    ),
  });
  return (
    <Card>
      <Facts
        facts={[
          ...say(found.shown),
          ...(officer.may("members.read")
            ? [link(one.member, recordAddress(memberNo), memberNo)]
            : []),
          ...(payoutId ? [link(one.payout, payoutAddress(payoutId), one.openPayout)] : []),
          ...named(one.receipt, receipt),
          ...named(one.reason, reason),
          ...named(one.approvedBy, approvedBy),
          ...named(one.endedBy, endedBy),
        ]}
      />
    </Card>
  );
}
