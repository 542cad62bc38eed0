import { loanPagesMessages, profileMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { addMonths } from "#shared/calendar-date.ts";
import { list as ownDevices } from "#shared/contract/identity/devices.ts";
import { mine as ownCases } from "#shared/contract/cases/own.ts";
import { split } from "#shared/contract/dividends/splits.ts";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment, useSaidMoment } from "#web/lib/moment.ts";
import { today } from "#web/lib/period.ts";
import { useRequest } from "#web/lib/query.ts";
import { useSessionState } from "#web/lib/session.ts";
import { Link } from "#web/lib/router.tsx";
import { caseAddress, devicesAddress, ownApplicationAddress, splitAddress } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { useObstacles } from "./loans/instant-loans/obstacles.ts";
import css from "./dashboard.module.css";
import { sharesOf } from "./dividends/typed-split.ts";
import { NEWS_MONTHS, useLatestApplication } from "./latest-application.ts";

export interface Event {
  readonly key: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** The exact place that it is about. */
  readonly to: string;
}

/** Null while it is not known whether there are any. */
type Known = readonly Event[] | null;

/** The latest events of the member's devices, loan, dividend and questions. */
export function useRecentEvents(): Known {
  const all = [useNewDevices(), useLoanEvents(), useChoices(), useAnswers()];
  return all.includes(null) ? null : all.flatMap((events) => events ?? []);
}

/** Nothing where there are no events. */
export function RecentCard({ events }: { readonly events: Known }): ReactElement | null {
  const { recent: words } = useMessages(profileMessages);
  if (!events?.length) return null;
  return (
    <Card title={words.title}>
      <ul className={css["needs"]}>
        {events.map(({ key, icon, title, text, to }) => (
          <li key={key}>
            <span className={css["sign"]}>
              <Icon name={icon} />
            </span>
            <div>
              <h3>
                <Link to={to}>{title}</Link>
              </h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The latest sign-ins from devices that were never used before. */
function useNewDevices(): Known {
  const { recent: words } = useMessages(profileMessages);
  const { language } = useSpoken();
  const load = useRequest(ownDevices);
  if (load.state === "loading") return null;
  const found = load.state === "loaded" ? load.data.newDevices : [];
  return found.map(({ device, at }) => ({
    key: at,
    icon: "lock",
    title: fill(words.signIn, { device: device || words.unknownDevice }),
    text: fill(words.signInText, { when: formatMoment(Date.parse(at), language) }),
    to: devicesAddress,
  }));
}

/** A decline with its reason and what is in the way now, or where the money is. */
function useLoanEvents(): Known {
  const { recent: words } = useMessages(profileMessages);
  const { payment: paymentWords } = useMessages(loanPagesMessages);
  const loan = useLatestApplication();
  const obstacles = useObstacles(loan);
  if (loan === undefined || obstacles === undefined) return null;
  if (loan === null) return [];
  const { loanNo, state, steps, payment, amount } = loan;
  const to = ownApplicationAddress(loanNo);
  if (state === "declined") {
    const reason = steps.find(({ step }) => step === "declined")?.reason ?? "";
    const text = `${fill(words.declinedText, { reason })} ${obstacles}`;
    return [{ key: loanNo, icon: "stop", title: fill(words.declined, { loanNo }), text, to }];
  }
  // A loan whose payment failed is back with the office.
  if (payment === undefined || (state !== "disbursed" && payment !== "failed")) return [];
  const values = { loanNo, amount: formatMoney(fromWireAmount(amount)) };
  if (payment === "arrived") {
    const title = fill(words.arrived, values);
    return [{ key: loanNo, icon: "check", title, text: fill(words.arrivedText, values), to }];
  }
  const text = paymentWords[payment === "queued" ? "sent" : payment];
  const icon = payment === "failed" ? "warn" : "clock";
  return [{ key: loanNo, icon, title: fill(words.money, values), text, to }];
}

/** The choices for a dividend that can still be changed. */
function useChoices(): Known {
  const { recent: words } = useMessages(profileMessages);
  const say = useSaidMoment();
  const memberNo = useSessionState().session?.memberNo ?? "";
  const load = useRequest(split, { params: { memberNo } });
  if (load.state === "loading") return null;
  const shares = load.state === "loaded" ? sharesOf(load.data) : [];
  return shares
    .filter(({ isOpen, version }) => isOpen && version > 0)
    .map(({ year, closesOn, closesAt }) => ({
      key: `choice-${year}`,
      icon: "pie",
      title: fill(words.chosen, { year }),
      text: fill(words.chosenText, { closes: say(closesOn, closesAt) }),
      to: splitAddress(year),
    }));
}

/** The questions that the office answered lately. */
function useAnswers(): Known {
  const { recent: words } = useMessages(profileMessages);
  const { language } = useSpoken();
  const load = useRequest(ownCases);
  if (load.state === "loading") return null;
  const rows = load.state === "loaded" ? load.data.rows : [];
  const since = addMonths(today(), -NEWS_MONTHS);
  return rows
    .filter(({ last, lastOn }) => (last === "replied" || last === "concluded") && lastOn >= since)
    .slice(0, 2)
    .map(({ caseNo, suggestion, lastOn }) => ({
      key: caseNo,
      icon: "chat",
      title: fill(words.answered, { caseNo }),
      text: fill(words.answeredText, { day: formatDay(lastOn, language), question: suggestion }),
      to: caseAddress(caseNo),
    }));
}
