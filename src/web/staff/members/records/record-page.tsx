import { accessesMessages } from "#web/lib/member-texts.ts";
import { membershipMessages } from "#shared/messages/members/membership-sw.ts";
import { memberSearchMessages } from "#shared/messages/members/search-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect } from "react";
import type * as z from "zod/mini";
import { record as recordEndpoint } from "#shared/contract/members/desk.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { recordAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { Looks } from "#web/ui/access-log.tsx";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { ClosedCodes, ClosedCodesBadge } from "#web/staff/identity/code-unlocks/locked-codes.tsx";
import { NomineeChanges } from "./nominee-changes.tsx";
import { RecordActs } from "#web/staff/members/memberships/record-acts.tsx";
import { rememberOpened } from "./desk-memory.ts";
import { GuaranteesCard, LoansCard } from "./record-lending.tsx";
import { ChangesCard, LoginCard, WhoCard } from "./record-person.tsx";
import { StatementsCard } from "./record-statements.tsx";
import css from "./record.module.css";

export type MemberRecord = z.output<typeof recordEndpoint.answer>;

/** All data of a member for the desk on one page; one call, so only one access log entry. */
export function RecordPage({ memberNo }: { readonly memberNo: string }): ReactElement {
  const { record: words } = useMessages(memberSearchMessages);
  const { titles } = useMessages(staffMessages);
  const { language } = useSpoken();
  const load = useRequest(recordEndpoint, { params: { memberNo } }, { isAccess: true });
  const record = load.state === "loaded" ? load.data : null;
  useEffect(() => {
    if (record) rememberOpened({ memberNo: record.memberNo, name: record.name });
  }, [record]);
  const joined = record ? formatDay(record.joinedOn, language) : "";
  return (
    <>
      <Back />
      <PageHeader
        title={record?.name ?? titles.record}
        tabTitle={titles.record}
        place={recordAddress(memberNo)}
        lead={record ? fill(words.lead, { memberNo: record.memberNo, date: joined }) : "\u00a0"}
        actions={record && <Standing record={record} />}
      />
      {record ? (
        <WholeRecord record={record} />
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={8} />
      )}
    </>
  );
}

/** For an address that names no member. */
export function NobodyNamed(): ReactElement {
  const { record: words } = useMessages(memberSearchMessages);
  const { titles } = useMessages(staffMessages);
  return (
    <>
      <Back />
      <PageHeader title={titles.record} />
      <Card>
        <EmptyState
          icon="user"
          title={words.noNumber}
          actions={
            <LinkButton look="primary" small to={paths.instant}>
              {words.toSearch}
            </LinkButton>
          }
        >
          <p>{words.noNumberText}</p>
        </EmptyState>
      </Card>
    </>
  );
}

function Back(): ReactElement {
  const { record: words } = useMessages(memberSearchMessages);
  return (
    <Link className={css["back"]} to={paths.instant}>
      <Icon name="left" small />
      {words.back}
    </Link>
  );
}

const loginBadge = {
  none: { icon: "info", meaning: "info" },
  works: { icon: "check", meaning: "ok" },
  paused: { icon: "clock", meaning: "warn" },
  disabled: { icon: "stop", meaning: "bad" },
} as const;

function Standing({ record }: { readonly record: MemberRecord }): ReactElement {
  const { record: words, login } = useMessages(memberSearchMessages);
  const membership = useMessages(membershipMessages);
  const { state } = record.login;
  return (
    <div className={layout["row"]}>
      {record.state !== "active" && (
        <Badge icon="stop" meaning="bad">
          {record.state === "left" ? membership.suspend.left : membership.suspend.badge}
        </Badge>
      )}
      {record.exit !== "" && (
        <Badge icon="out" meaning="warn">
          {membership.exit.badge}
        </Badge>
      )}
      {record.blacklisted !== "" && (
        <Badge icon="stop" meaning="bad">
          {words.blacklisted}
        </Badge>
      )}
      <ClosedCodesBadge closedUntil={record.login.codesClosedUntil} />
      <Badge {...loginBadge[state]}>{login.states[state]}</Badge>
    </div>
  );
}

function WholeRecord({ record }: { readonly record: MemberRecord }): ReactElement {
  const accesses = useMessages(accessesMessages);
  return (
    <div className={layout["stack"]}>
      <Figures totals={record.totals} />
      <ClosedCodes
        memberNo={record.memberNo}
        name={record.name}
        closedAt={record.login.codesClosedAt}
        closedUntil={record.login.codesClosedUntil}
      />
      <RecordActs record={record} />
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          <LoansCard record={record} />
          <GuaranteesCard kind="received" rows={record.received} />
          <GuaranteesCard kind="given" rows={record.given} />
          <Card title={accesses.title}>
            <Looks memberNo={record.memberNo} page={record} first={8} />
          </Card>
        </div>
        <div className={layout["stack"]}>
          <WhoCard record={record} />
          <LoginCard login={record.login} />
          <ChangesCard changes={record.contactChanges} />
          <NomineeChanges memberNo={record.memberNo} />
          <StatementsCard memberNo={record.memberNo} />
        </div>
      </div>
    </div>
  );
}

function Figures({ totals }: { readonly totals: MemberRecord["totals"] }): ReactElement {
  const { record: words } = useMessages(memberSearchMessages);
  const figures = [
    [words.savings, totals.savings],
    [words.shareCapital, totals.shareCapital],
    [words.withdrawable, totals.withdrawable],
    [words.dividend, totals.dividendPayable],
  ] as const;
  return (
    <section className={css["figures"]} aria-label={words.have}>
      {figures.map(([label, amount]) => (
        <div key={label}>
          <h2>{label}</h2>
          <Money size="middle" amount={fromWireAmount(amount)} />
        </div>
      ))}
    </section>
  );
}
