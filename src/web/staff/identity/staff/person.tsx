import { peopleMessages } from "#shared/messages/identity/staff-accounts-sw.ts";
import { staffMessages } from "#shared/messages/office/shell-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement, ReactNode } from "react";
import { list } from "#shared/contract/identity/staff.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { recordAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Fact, Facts } from "#web/ui/facts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ClosedCodes } from "#web/staff/identity/code-unlocks/locked-codes.tsx";
import type { Officer } from "#web/staff/officer.ts";
import { Acts } from "./acts.tsx";
import { type Person, StateBadge } from "./list.tsx";
import css from "./people.module.css";
import { formatMoment } from "../../../lib/moment.ts";
import { AloneTip, WaitingRequests } from "./waiting.tsx";

interface PersonPageProps {
  readonly staffNo: string;
  readonly officer: Officer;
}

/** One member of staff, and what another administrator can do about them. */
export function PersonPage({ staffNo, officer }: PersonPageProps): ReactElement {
  const words = useMessages(peopleMessages);
  const load = useRequest(list, undefined, { isAccess: true });
  return (
    <>
      <Link className={css["back"]} to={paths.staff}>
        <Icon name="left" small />
        {words.back}
      </Link>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={6} />}
      >
        {({ rows, waiting, secondPeople }) => {
          const person = rows.find((row) => row.staffNo === staffNo);
          const theirs = waiting.filter((request) => request.staffNo === staffNo);
          return (
            <div className={layout["stack"]}>
              {person ? (
                <Whole person={person} officer={officer}>
                  {officer.may("staff.manage") && <AloneTip secondPeople={secondPeople} />}
                  <WaitingRequests waiting={theirs} rows={rows} />
                </Whole>
              ) : (
                <Nobody staffNo={staffNo}>
                  {theirs.length > 0 && <WaitingRequests waiting={theirs} rows={rows} />}
                </Nobody>
              )}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

interface NobodyProps {
  readonly staffNo: string;
  /** The pending invitation, where there is one. */
  readonly children: ReactNode;
}

function Nobody({ staffNo, children }: NobodyProps): ReactElement {
  const words = useMessages(peopleMessages);
  return (
    <>
      <PageHeader title={words.title} place={staffNo} />
      {children || (
        <Card>
          <EmptyState
            icon="user"
            title={fill(words.none, { staffNo })}
            actions={
              <LinkButton small to={paths.staff}>
                {words.back}
              </LinkButton>
            }
          >
            {null}
          </EmptyState>
        </Card>
      )}
    </>
  );
}

interface WholeProps {
  readonly person: Person;
  readonly officer: Officer;
  /** The changes that wait for a second person. */
  readonly children: ReactNode;
}

function Whole({ person, officer, children }: WholeProps): ReactElement {
  const words = useMessages(peopleMessages);
  const { roles } = useMessages(staffMessages);
  const mayManage = officer.may("staff.manage");
  return (
    <>
      <PageHeader
        title={person.fullName}
        tabTitle={person.staffNo}
        place={person.staffNo}
        lead={roles[person.role]}
        actions={<StateBadge person={person} />}
      />
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          {children}
          {person.isSelf && <Tip meaning="info">{words.person.self}</Tip>}
          {!mayManage && <Tip meaning="info">{words.person.readOnly}</Tip>}
          <ClosedCodes
            memberNo={person.staffNo}
            name={person.fullName}
            closedAt={person.codesClosedAt}
            closedUntil={person.codesClosedUntil}
          />
          {mayManage && !person.isSelf && <Acts person={person} />}
        </div>
        <Card title={words.person.facts}>
          <Facts facts={useFacts(person)} />
        </Card>
      </div>
    </>
  );
}

function useFacts(person: Person): readonly Fact[] {
  const { person: words, ...all } = useMessages(peopleMessages);
  const { language } = useSpoken();
  const { memberNo, lastSignInAt, invitedUntil } = person;
  const moment = (at: string): string => formatMoment(at, language);
  return [
    { term: words.number, value: person.staffNo },
    { term: words.mobile, value: formatMobileNumber(person.mobileNo) },
    { term: words.email, value: person.email },
    { term: words.nationalId, value: person.nationalId || words.noId },
    {
      term: words.member,
      value: memberNo ? <Link to={recordAddress(memberNo)}>{memberNo}</Link> : words.notMember,
    },
    { term: all.heads.factor, value: person.hasSecondFactor ? all.factor.on : all.factor.off },
    { term: all.heads.last, value: lastSignInAt ? moment(lastSignInAt) : all.never },
    { term: all.heads.sessions, value: fill(all.sessions, { count: person.openSessions }) },
    ...(invitedUntil ? [{ term: words.invitedUntil, value: moment(invitedUntil) }] : []),
    ...(person.reason ? [{ term: words.reason, value: person.reason }] : []),
  ];
}
