import {
  guaranteesMessages,
  loanPagesMessages,
  ownContributionMessages,
  profileMessages,
  splitMessages,
  statementsMessages,
} from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type Query, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { checkOffMonths } from "#shared/contract/check-off/own-months.ts";
import { own as ownChange } from "#shared/contract/members/own-contact-change.ts";
import { split as splitEndpoint } from "#shared/contract/dividends/splits.ts";
import { guarantees } from "#shared/contract/loans/guarantees.ts";
import { fill } from "#shared/language.ts";
import { PRIVACY_NOTICE } from "#shared/privacy-notice.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { dayOfMoment, formatMoment, useSaidMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSociety } from "#web/lib/society.ts";
import {
  GUARANTORS,
  HELD,
  loanAddress,
  ownApplicationAddress,
  ownSettingAddress,
  PAID,
  partAddress,
  paths,
  splitAddress,
} from "#web/paths.ts";
import { notLoaded, rowsOf, useOwn } from "#web/member/use-own.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { Skeleton, SkeletonLines } from "#web/ui/skeleton.tsx";
import { FailedState, EmptyState } from "#web/ui/empty-state.tsx";
import { sharesOf } from "./dividends/typed-split.ts";
import { useInstallNeed } from "./install-need.tsx";
import { useApplications } from "./latest-applications.ts";
import { ConfirmButton, ReadNotice, StopButton } from "./need-buttons.tsx";
import { type Known, type News, NewsList } from "./news-list.tsx";
import type { Overview } from "./savings-card.tsx";

/** The skeleton reaches below the first screen of a phone, so that nothing below it moves there. */
const skeleton = <SkeletonLines rows={4} />;

interface NeedsCardProps {
  readonly load: Load<Overview>;
  /** Null while they, or the data that appears with them, are not loaded. */
  readonly found: Needed | null;
}

/** The member's open tasks, the most urgent first; a calm message when there are none. */
export function NeedsCard({ load, found }: NeedsCardProps): ReactElement {
  const { needs } = useMessages(statementsMessages);
  return (
    <Card title={needs.title}>
      <Loaded load={load} loading={needs.loading} failed={needs.failed} skeleton={skeleton}>
        {() =>
          found ? <Needs {...found} /> : <Skeleton label={needs.loading}>{skeleton}</Skeleton>
        }
      </Loaded>
    </Card>
  );
}

function Needs({ rows, isWhole }: Needed): ReactElement {
  const { needs } = useMessages(statementsMessages);
  if (rows.length === 0 && isWhole) {
    return (
      <EmptyState icon="check" title={needs.none}>
        <p>{needs.noneText}</p>
      </EmptyState>
    );
  }
  return (
    <>
      {rows.length > 0 && <NewsList rows={rows} />}
      {!isWhole && <PartMissing />}
    </>
  );
}

/** Says that there may be more tasks than shown. */
function PartMissing(): ReactElement {
  const { needs } = useMessages(statementsMessages);
  const cache = useQueryClient();
  const isFailed = ({ state }: Query): boolean => state.status === "error";
  const retry = (): void => void cache.refetchQueries({ predicate: isFailed, type: "active" });
  return <FailedState title={needs.partly} error={null} retry={retry} />;
}

interface Needed {
  readonly rows: readonly News[];
  /** Whether everything that could give a task was loaded. */
  readonly isWhole: boolean;
}

/** All at once: a more urgent row that arrives later would move one under the user's finger. */
export function useNeeds(load: Load<Overview>): Needed | null {
  const overview = load.state === "loaded" ? load.data : null;
  const isConfirmed = overview?.mobileConfirmed === true;
  const last = [...useNotice(overview), ...useInstallNeed()];
  const held = useHeldParts();
  const failed = useFailedPayouts(isConfirmed);
  const others = [
    useOverdue(overview),
    useContactChange(),
    useCheckOff(),
    held,
    failed,
    useElection(),
    useRequests(),
    useDeclinedGuarantors(),
    useWaiting(overview?.application),
  ];
  const mobile = useUnconfirmedMobile();
  if (overview === null || others.includes(null)) return null;
  const isWhole = !others.includes(notLoaded);
  const rows = others.flatMap((needs) => needs ?? []);
  const hasPayouts = [held, failed].some((needs) => needs?.length);
  return { rows: [...rows, ...(isConfirmed || hasPayouts ? [] : [mobile]), ...last], isWhole };
}

/** The loans with instalments that were not paid when due. */
function useOverdue(overview: Overview | null): News[] {
  const { needs } = useMessages(statementsMessages);
  return (overview?.loans ?? [])
    .filter(({ overdue }) => overdue > 0)
    .map(({ loanNo, overdue }) => ({
      key: loanNo,
      icon: "warn",
      title: fill(needs.overdue, { amount: `Ksh ${money(overdue)}`, loanNo }),
      text: needs.overdueText,
      to: loanAddress(loanNo),
      see: needs.seeLoan,
    }));
}

/** The number for money, which the member has not confirmed with a code. */
function useUnconfirmedMobile(): News {
  const { needs } = useMessages(statementsMessages);
  const { needs: splitWords } = useMessages(splitMessages);
  const { mobileNo: key } = useMessages(profileMessages);
  return {
    key,
    icon: "user",
    title: needs.mobile,
    text: splitWords.mobileText,
    action: <ConfirmButton />,
  };
}

/** The privacy notice, for a member who has not confirmed the current version. */
function useNotice(overview: Overview | null): News[] {
  const { needs } = useMessages(statementsMessages);
  if (!overview || overview.noticeConfirmed >= PRIVACY_NOTICE) return [];
  const { notice: title, noticeText: text } = needs;
  return [{ key: "privacy-notice", icon: "lock", title, text, action: <ReadNotice /> }];
}

/** A change of the number for money and codes, which the holder of the current phone can stop. */
function useContactChange(): Known {
  const { needs } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const load = useRequest(ownChange);
  if (load.state === "loading") return null;
  if (load.state === "failed") return notLoaded;
  const { change } = load.data;
  if (change === null) return [];
  const { mobileNo, email, askedAt, heldUntil } = change;
  const to = mobileNo || email;
  return [
    {
      key: "contact-change",
      icon: "warn",
      title: to ? fill(needs.changeTo, { to }) : needs.changeOther,
      text: heldUntil
        ? fill(needs.changeHeld, { moment: formatMoment(heldUntil, language) })
        : fill(needs.changeAsked, {
            day: formatDay(dayOfMoment(Date.parse(askedAt)), language),
          }),
      action: <StopButton />,
    },
  ];
}

/** The check-off that is missing in the latest months. */
function useCheckOff(): Known {
  const { months: words } = useMessages(ownContributionMessages);
  const { language } = useSpoken();
  return rowsOf(useOwn(checkOffMonths), ({ gap }) =>
    gap
      ? [
          {
            key: "check-off",
            icon: "warn",
            title: fill(words.news, { missing: money(gap.missing) }),
            text: fill(words.newsText, { since: formatDay(gap.since, language) }),
            to: partAddress(ownSettingAddress("contribution"), gap.month),
            see: words.see,
          },
        ]
      : [],
  );
}

/** A dividend that the member has not split yet. */
function useElection(): Known {
  const { needs } = useMessages(splitMessages);
  const say = useSaidMoment();
  return rowsOf(useOwn(splitEndpoint), (data) =>
    sharesOf(data)
      .filter(({ isOpen, version }) => isOpen && version === 0)
      .map(({ year, toSplit, closesOn, closesAt }) => ({
        key: `dividend-${year}`,
        icon: "pie",
        title: fill(needs.title, { year }),
        text: fill(needs.text, {
          amount: money(toSplit),
          closes: say(closesOn, closesAt),
        }),
        to: splitAddress(year),
        see: needs.action,
      })),
  );
}

/** The part of a dividend that is on hold, and what to do about it. */
function useHeldParts(): Known {
  const { held } = useMessages(splitMessages);
  const { phone } = useSociety();
  return rowsOf(useOwn(splitEndpoint), ({ onHold }) =>
    onHold.map(({ year, part, amount, reason }) => ({
      key: `held-${year}-${part}`,
      icon: "warn",
      title: fill(held.needTitle, { amount: money(amount), year }),
      text: fill(held.texts[reason], { phone }),
      ...(reason === "mobile-unconfirmed"
        ? { action: <ConfirmButton /> }
        : { to: partAddress(statementPaths.dividendList, HELD), see: held.see }),
    })),
  );
}

/** The part of a dividend that did not reach the phone, and what to do about it. */
function useFailedPayouts(mobileConfirmed: boolean): Known {
  const { payments } = useMessages(splitMessages);
  const { phone } = useSociety();
  return rowsOf(useOwn(splitEndpoint), ({ payouts }) =>
    payouts
      .filter(({ state }) => state === "failed")
      .map(({ year, amount }, at) => ({
        key: `payout-${year}-${at}`,
        icon: "warn",
        title: fill(payments.needTitle, { amount: money(amount) }),
        text: mobileConfirmed ? fill(payments.needCall, { phone }) : payments.needConfirm,
        ...(mobileConfirmed
          ? { to: partAddress(statementPaths.dividendList, PAID), see: payments.see }
          : { action: <ConfirmButton /> }),
      })),
  );
}

/** The members who ask for a guarantee. */
function useRequests(): Known {
  const { needs } = useMessages(guaranteesMessages);
  return rowsOf(useOwn(guarantees), ({ requests }) =>
    requests.map(({ id, memberName: name, amountGuaranteed }) => ({
      key: `guarantee-${id}`,
      icon: "guarantee",
      title: fill(needs.title, { name }),
      text: fill(needs.text, { amount: money(amountGuaranteed) }),
      to: partAddress(paths.guaranteeRequests, id),
      see: needs.action,
    })),
  );
}

/** The guarantors who declined while an application still waits for its cover. */
function useDeclinedGuarantors(): Known {
  const { recent: words } = useMessages(profileMessages);
  const applications = useApplications();
  if (applications === null) return null;
  if (applications === notLoaded) return notLoaded;
  return applications
    .filter(({ state }) => state === "applied")
    .flatMap(({ loanNo, guarantors }) =>
      guarantors
        .filter(({ state }) => state === "declined")
        .map(({ id, memberNo, amount }) => ({
          key: `declined-${id}`,
          icon: "guarantee",
          title: fill(words.refused, { memberNo, loanNo }),
          text: fill(words.refusedText, { amount: money(amount) }),
          to: partAddress(ownApplicationAddress(loanNo), GUARANTORS),
          see: words.nameAnother,
        })),
    );
}

/** An application: what the office proposes instead, or its progress, which needs no action. */
function useWaiting(application: Overview["application"]): News[] {
  const { needs } = useMessages(statementsMessages);
  const { needs: asked } = useMessages(guaranteesMessages);
  const { amendment: words } = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const amendment = useApplications()?.find(
    ({ loanNo }) => loanNo === application?.loanNo,
  )?.amendment;
  if (!application) return [];
  const { loanNo, state, amount, appliedOn } = application;
  if (amendment) {
    return [
      {
        key: loanNo,
        icon: "warn",
        title: words.title,
        text: fill(words.text, { until: formatDay(amendment.expiresOn, language) }),
        to: ownApplicationAddress(loanNo),
        see: asked.action,
      },
    ];
  }
  return [
    {
      key: loanNo,
      icon: "clock",
      title: fill(needs[state], { loanNo }),
      text: fill(needs.applicationText, {
        amount: `Ksh ${money(amount)}`,
        day: formatDay(appliedOn, language),
      }),
      to: ownApplicationAddress(loanNo),
      see: needs.follow,
    },
  ];
}
