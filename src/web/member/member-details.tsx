import { ownBankMessages, profileMessages, statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { Fragment, type ReactElement, type ReactNode } from "react";
import type * as z from "zod/mini";
import { member as memberEndpoint, totals } from "#shared/contract/members/records.ts";
import type { TotalName } from "#shared/contract/members/total-addresses.ts";
import { notices } from "#shared/contract/office/society.ts";
import { overview as overviewEndpoint } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { withdrawals } from "#shared/contract/withdrawals/own.ts";
import { addCents, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { paths } from "#web/paths.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Icon } from "#web/ui/icon.tsx";
import layout from "#web/ui/layout.module.css";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Money } from "#web/ui/money.tsx";
import { Notices } from "#web/ui/notices.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Bar, Skeleton } from "#web/ui/skeleton.tsx";
import text from "#web/ui/text.module.css";
import { type Total, Totals } from "#web/ui/totals.tsx";
import { LoansCard } from "./loans-card.tsx";
import { AccessCard } from "./access-card.tsx";
import { NeedsCard, useNeeds } from "./needs-card.tsx";
import { PayInLink } from "./pay-ins/pay-in-link.tsx";
import { RecentCard, useRecentEvents } from "./recent-card.tsx";
import { type Overview, SavingsCard } from "./savings-card.tsx";
import { AccountCard } from "./withdrawals/account-card.tsx";

type Member = z.output<typeof memberEndpoint.answer>;

/** The member's details and totals. */
export function MemberDetails(): ReactElement {
  const { language } = useSpoken();
  const memberNo = useSessionState().session?.memberNo ?? "";
  const member = useOwn(memberEndpoint);
  const overview = useOwn(overviewEndpoint);
  const profile = useMessages(profileMessages);
  const known = member.state === "loaded";
  return (
    <>
      <PageHeader
        grows
        tabTitle={profile.title}
        title={known ? fill(profile.welcome, { name: member.data.holdersName }) : profile.title}
        lead={known ? fill(profile.asAt, { when: formatMoment(member.at, language) }) : "\u00a0"}
        actions={<PayInLink />}
      />
      <div className={layout["stack"]}>
        <ThreeTotals overview={overview} />
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            <News overview={overview} />
            <SavingsCard load={overview} />
            <AccountCard folds />
            <LoansCard load={overview} />
            <AccessCard memberNo={memberNo} />
          </div>
          <div className={layout["stack"]}>
            <Details load={member} overview={overview} />
            <NoticesCard />
          </div>
        </div>
      </div>
    </>
  );
}

/** The tasks and the events, which appear together so that they do not move each other. */
function News({ overview }: { readonly overview: Load<Overview> }): ReactElement {
  const needs = useNeeds(overview);
  const events = useRecentEvents();
  return (
    <>
      <NeedsCard load={overview} found={events && needs} />
      <RecentCard events={overview.state === "failed" ? events : needs && events} />
    </>
  );
}

function ThreeTotals({ overview }: { readonly overview: Load<Overview> }): ReactElement {
  const profile = useMessages(profileMessages);
  const last = useLastSaving(overview);
  const withdrawable = useWithdrawable();
  const figure = (name: TotalName, label: string): ReactElement => (
    <Figure name={name} label={label} />
  );
  return (
    <Totals
      label={profile.have}
      totals={[
        {
          label: profile.savings,
          figure: figure("savings", profile.savings),
          fact: last ?? profile.savingsFact,
        },
        ...withdrawable,
        {
          label: profile.shareCapital,
          figure: figure("shareCapital", profile.shareCapital),
          fact: profile.shareCapitalFact,
        },
        {
          label: profile.dividend,
          figure: figure("dividendPayable", profile.dividend),
          fact: profile.dividendFact,
        },
      ]}
    />
  );
}

/** The balance that can be withdrawn, for a member who has such an account. */
function useWithdrawable(): Total[] {
  const profile = useMessages(profileMessages);
  const load = useOwn(withdrawals);
  const accounts = load.state === "loaded" ? load.data.accounts : [];
  if (accounts.length === 0) return [];
  const balance = addCents(...accounts.map((account) => fromWireAmount(account.balance)));
  return [
    {
      label: profile.withdrawable,
      figure: <Money size="big" amount={balance} />,
      fact: profile.withdrawableFact,
    },
  ];
}

/** The latest savings transaction; nothing while it is not known. */
function useLastSaving(overview: Load<Overview>): string | null {
  const { dashboard } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const last = overview.state === "loaded" ? overview.data.lastSaving : null;
  if (!last?.date) return null;
  const amount = money(last.amount);
  return fill(dashboard.lastSaving, {
    amount: last.amount > 0 ? `+${amount}` : amount,
    date: formatDay(last.date, language),
    narration: last.narration,
  });
}

interface FigureProps {
  readonly name: TotalName;
  readonly label: string;
}

/** One total, which may fail to load while the others are shown. */
function Figure({ name, label }: FigureProps): ReactElement {
  const { common } = useWords();
  const profile = useMessages(profileMessages);
  const load = useOwn(totals[name]);
  if (load.state === "loaded") return <Money size="big" amount={fromWireAmount(load.data)} />;
  if (load.state === "loading") {
    return (
      <Skeleton label={`${common.loading}: ${label}`}>
        <Bar size="figure" />
      </Skeleton>
    );
  }
  return (
    <div className={layout["row"]} role="alert">
      <span className={text["said"]}>{profile.totalFailed}</span>
      <Button small onClick={load.retry} aria-label={fill(profile.retryTotal, { total: label })}>
        <Icon name="retry" small />
        {common.retry}
      </Button>
    </div>
  );
}

interface DetailsProps {
  readonly load: Load<Member>;
  readonly overview: Load<Overview>;
}

function Details({ load, overview }: DetailsProps): ReactElement {
  const profile = useMessages(profileMessages);
  const { dashboard } = useMessages(statementsMessages);
  return (
    <Card
      folds
      title={profile.details}
      link={<Link to={paths.ownPrivacy}>{dashboard.privacy}</Link>}
    >
      <LoadedLines load={load} words={profile} lines={7}>
        {(member) => (
          <MemberFacts
            member={member}
            confirmed={overview.state === "loaded" ? overview.data.mobileConfirmed : null}
          />
        )}
      </LoadedLines>
    </Card>
  );
}

interface MemberFactsProps {
  readonly member: Member;
  /** Null while it is not known. */
  readonly confirmed: boolean | null;
}

function MemberFacts({ member, confirmed }: MemberFactsProps): ReactElement {
  const profile = useMessages(profileMessages);
  const { dashboard } = useMessages(statementsMessages);
  const bank = useMessages(ownBankMessages);
  const mobile = formatMobileNumber(member.tel1);
  const badge =
    confirmed === null ? null : confirmed ? (
      <Badge meaning="ok" icon="check">
        {dashboard.confirmed}
      </Badge>
    ) : (
      <Badge meaning="warn" icon="warn">
        {dashboard.unconfirmed}
      </Badge>
    );
  const kin = (number: number, name: string, details: string) => ({
    term: fill(profile.nextOfKin, { number }),
    value: [name, details].filter(Boolean).join(", "),
  });
  return (
    <Facts
      facts={[
        { term: profile.memberNo, value: member.accNo },
        {
          term: profile.mobileNo,
          value: mobile && (
            <>
              {mobile} {badge}
            </>
          ),
        },
        { term: profile.email, value: breakable(member.emailAdd) },
        { term: profile.idNo, value: member.idNo },
        { term: profile.payrollNo, value: member.payrollNo },
        { term: profile.kraPin, value: member.kraPin },
        { term: bank.title, value: <Link to={paths.bankAccount}>{bank.link}</Link> },
        kin(1, member.nok1, member.nok1Details),
        kin(2, member.nok2, member.nok2Details),
        kin(3, member.nok3, member.nok3Details),
      ]}
    />
  );
}

/** Allows a line break after the punctuation of an e-mail address, where it stays readable. */
function breakable(address: string): ReactNode {
  return address.split(/(?<=[@._-])/).map((piece, at) => (
    // The pieces of an address never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

function NoticesCard(): ReactElement {
  const { landing } = useWords();
  const profile = useMessages(profileMessages);
  const load = useRequest(notices);
  return (
    <Card folds title={profile.notices} link={<Link to={paths.notes}>{landing.all}</Link>}>
      <Notices load={load} />
    </Card>
  );
}
