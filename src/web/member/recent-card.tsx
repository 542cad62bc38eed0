import {
  loanPagesMessages,
  profileMessages,
  splitMessages,
  withdrawalsMessages,
} from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list as ownDevices } from "#shared/contract/identity/devices.ts";
import { mine as ownCases } from "#shared/contract/cases/own.ts";
import { split } from "#shared/contract/dividends/splits.ts";
import { withdrawals } from "#shared/contract/withdrawals/own.ts";
import { fill } from "#shared/language.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment, useSaidMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import {
  caseAddress,
  devicesAddress,
  LATEST,
  ownApplicationAddress,
  PAID,
  partAddress,
  paths,
  PROGRESS,
  splitAddress,
} from "#web/paths.ts";
import { rowsOf, useOwn } from "#web/member/use-own.ts";
import { Card } from "#web/ui/card.tsx";
import { useDeclinedObstacles } from "./loans/instant-loans/declined-obstacles.ts";
import type { Application } from "./loans/instant-loans/progress.ts";
import { sharesOf } from "./dividends/typed-split.ts";
import { useApplications } from "./latest-applications.ts";
import { type Known, type News, NewsList } from "./news-list.tsx";
import { type Dated, isNews, MAX_EVENTS, newestFirst, STILL_OPEN } from "./recent-events.ts";

type Cases = z.output<typeof ownCases.answer>;

type Event = News & Dated;

/** The events of one kind; null while it is not known whether there are any. */
type Events = readonly Event[] | null;

/** The latest events of the member's devices, money, dividend and questions, the newest first. */
export function useRecentEvents(): Known {
  const all = [
    useNewDevices(),
    useLoanEvents(),
    useWithdrawals(),
    useDividends(),
    useChoices(),
    useAnswers(),
  ];
  if (all.includes(null)) return null;
  const events = all.flatMap((some) => some ?? []);
  return newestFirst(events).slice(0, MAX_EVENTS);
}

/** Nothing where there are no events. */
export function RecentCard({ events }: { readonly events: Known }): ReactElement | null {
  const { recent: words } = useMessages(profileMessages);
  if (!events?.length) return null;
  return (
    <Card title={words.title}>
      <NewsList rows={events} />
    </Card>
  );
}

/** The latest sign-ins from devices that were never used before. */
function useNewDevices(): Events {
  const { recent: words } = useMessages(profileMessages);
  const { language } = useSpoken();
  return rowsOf(useRequest(ownDevices), ({ newDevices }) =>
    newDevices.map(({ device, at }) => ({
      key: at,
      at,
      icon: "lock",
      title: fill(words.signIn, { device: device || words.unknownDevice }),
      text: fill(words.signInText, { when: formatMoment(at, language) }),
      to: devicesAddress,
    })),
  );
}

/**
 * Declined applications with their reason and the current obstacle, or the location of the money.
 */
function useLoanEvents(): Events {
  const applications = useApplications();
  const declined = applications?.find(({ state }) => state === "declined");
  const obstacles = useDeclinedObstacles(declined);
  const say = useSaidLoan();
  if (applications === null || obstacles === undefined) return null;
  return applications.flatMap((loan) => say(loan, loan === declined ? obstacles : ""));
}

function useSaidLoan(): (loan: Application, obstacles: string) => Event[] {
  const { recent: words } = useMessages(profileMessages);
  const { payment: paymentWords } = useMessages(loanPagesMessages);
  return ({ loanNo, state, steps, payment, amount, appliedOn }, obstacles) => {
    const to = partAddress(ownApplicationAddress(loanNo), PROGRESS);
    const at = steps.at(-1)?.date ?? appliedOn;
    if (state === "declined") {
      const reason = steps.find(({ step }) => step === "declined")?.reason ?? "";
      const text = `${fill(words.declinedText, { reason })} ${obstacles}`;
      return [{ key: loanNo, at, icon: "stop", title: fill(words.declined, { loanNo }), text, to }];
    }
    // A loan whose payment failed is back with the office.
    if (payment === undefined || (state !== "disbursed" && payment !== "failed")) return [];
    const values = { loanNo, amount: money(amount) };
    if (payment === "arrived") {
      const title = fill(words.arrived, values);
      return [{ key: loanNo, at, icon: "check", title, text: fill(words.arrivedText, values), to }];
    }
    const text = paymentWords[payment === "queued" ? "sent" : payment];
    const icon = payment === "failed" ? "warn" : "clock";
    return [{ key: loanNo, at, icon, title: fill(words.money, values), text, to }];
  };
}

/** There is nothing to show before the office acts, or if the member cancels. */
const noNews = /approval|notice|cancelled/;

/** The latest withdrawals that wait, are on their way, arrived or failed. */
function useWithdrawals(): Events {
  const { recent: words } = useMessages(profileMessages);
  const { progress: states, history } = useMessages(withdrawalsMessages);
  const say = useSaidPayment();
  return rowsOf(useOwn(withdrawals), ({ rows }) =>
    rows
      .filter(({ progress, changedOn }) => isNews(changedOn) && !noNews.test(progress))
      .slice(0, 2)
      .map((row) => ({
        key: row.id,
        at: row.changedOn,
        icon: "out",
        title: fill(words.withdrawal, { amount: money(row.amount) }),
        text: say(row, states[row.progress], row.reason && history.backOnAccount),
        to: partAddress(paths.withdraw, row.id),
      })),
  );
}

/** The payments of a dividend, except failed ones, which are listed as tasks. */
function useDividends(): Events {
  const { payments: words } = useMessages(splitMessages);
  const say = useSaidPayment();
  return rowsOf(useOwn(split), ({ payouts }) =>
    payouts
      .filter(({ state, changedOn }) => isNews(changedOn) && state !== "failed")
      .map((row, index) => ({
        key: `-${index}`,
        at: row.changedOn,
        icon: "pie",
        title: `${fill(words.dividend, row)}: Ksh ${money(row.amount)}`,
        text: say(row, words.states[row.state]),
        to: partAddress(statementPaths.dividendList, PAID),
      })),
  );
}

interface Payment {
  readonly changedOn: string;
  readonly receipt: string;
}

/** Shows the state of a payment, since when, and its receipt or details. */
function useSaidPayment() {
  const { payments: words } = useMessages(splitMessages);
  const { language } = useSpoken();
  return ({ changedOn, receipt }: Payment, state: string, more = ""): string => {
    const rest = receipt ? fill(words.receipt, { receipt }) : more;
    return `${formatDay(changedOn, language)}: ${state}. ${rest}`;
  };
}

/** The choices for a dividend that can still be changed. */
function useChoices(): Events {
  const { recent: words } = useMessages(profileMessages);
  const say = useSaidMoment();
  return rowsOf(useOwn(split), (data) =>
    sharesOf(data)
      .filter(({ isOpen, version }) => isOpen && version > 0)
      .map(({ year, closesOn, closesAt }) => ({
        key: `choice-${year}`,
        at: STILL_OPEN,
        icon: "pie",
        title: fill(words.chosen, { year }),
        text: fill(words.chosenText, { closes: say(closesOn, closesAt) }),
        to: splitAddress(year),
      })),
  );
}

/** The questions that the office answered lately. */
export function answered(rows: Cases["rows"]): Cases["rows"] {
  return rows
    .filter(({ last, lastOn }) => (last === "replied" || last === "concluded") && isNews(lastOn))
    .slice(0, 2);
}

function useAnswers(): Events {
  const { recent: words } = useMessages(profileMessages);
  const { language } = useSpoken();
  return rowsOf(useRequest(ownCases), ({ rows }) =>
    answered(rows).map(({ caseNo, suggestion, lastOn }) => ({
      key: caseNo,
      at: lastOn,
      icon: "chat",
      title: fill(words.answered, { caseNo }),
      text: fill(words.answeredText, { day: formatDay(lastOn, language), question: suggestion }),
      to: partAddress(caseAddress(caseNo), LATEST),
    })),
  );
}
