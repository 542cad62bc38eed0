import { payInsMessages } from "#shared/messages/pay-ins/pay-ins-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { details, type PayInState } from "#shared/contract/pay-ins/desk.ts";
import { fill } from "#shared/language.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { applicationAddress, payInAddress, recordAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import timeline from "#web/ui/timeline.module.css";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import { formatNairobiMoment } from "../nairobi-moment.ts";
import type { Officer } from "../officer.ts";
import { ActCard } from "./act-card.tsx";
import { reversalIn } from "./reversal-forms.tsx";

export type Details = z.output<typeof details.answer>;
type Part = Details["parts"][number];

interface PayInPageProps {
  readonly receipt: string;
  readonly officer: Officer;
}

/** One payment by M-Pesa: its destination, the decisions, and the actions on it. */
export function PayInPage({ receipt, officer }: PayInPageProps): ReactElement {
  const { one: words } = useMessages(payInsMessages);
  const isReceipt = /^[A-Za-z0-9]{3,30}$/.test(receipt);
  const load = useRequest(details, { params: { receipt } }, { enabled: isReceipt });
  if (!isReceipt || (load.state === "failed" && isUnknown(load.error))) return <Unknown />;
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Crumb to={paths.payIns}>{words.back}</Crumb>
      <PageHeader
        title={fill(words.title, { receipt })}
        place={payInAddress(receipt)}
        lead={found?.sender || "\u00a0"}
        actions={found && <StateBadge state={found.state} />}
      />
      {found ? (
        <div className={css["halves"]}>
          <div className={css["page"]}>
            <What found={found} officer={officer} />
            <Decisions found={found} />
          </div>
          <div className={css["side"]}>
            <ActCard found={found} officer={officer} />
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={7} />
      )}
    </>
  );
}

function Unknown(): ReactElement {
  const { one: words } = useMessages(payInsMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.payIns}
      toWords={words.back}
    />
  );
}

const looks: Readonly<Record<PayInState, Pick<BadgeProps, "icon" | "meaning">>> = {
  suspense: { icon: "clock", meaning: "warn" },
  credited: { icon: "check", meaning: "ok" },
  returned: { icon: "right" },
  recorded: { icon: "info", meaning: "info" },
};

function StateBadge({ state }: { readonly state: PayInState }): ReactElement {
  const { states } = useMessages(payInsMessages);
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}

interface FoundProps {
  readonly found: Details;
}

function What({ found, officer }: FoundProps & { readonly officer: Officer }): ReactElement {
  const words = useMessages(payInsMessages);
  const { one, causes } = words;
  const { language } = useSpoken();
  const moment = (at: string) => formatMoment(at, language);
  const facts = [
    { term: one.amount, value: `Ksh ${money(found.amount)}` },
    { term: one.sender, value: [found.sender, found.senderNumber].filter(Boolean).join(", ") },
    { term: one.account, value: found.account },
    { term: one.paid, value: moment(found.paidAt) },
    { term: one.received, value: moment(found.receivedAt) },
    ...(found.cause ? [{ term: one.why, value: causes[found.cause] }] : []),
    ...(found.reversal
      ? [{ term: words.reversal.term, value: reversalIn(found.reversal, words) }]
      : []),
  ];
  return (
    <Card>
      <Facts
        facts={[
          ...facts,
          ...(found.parts.length > 0
            ? [{ term: one.goesTo, value: <Parts parts={found.parts} officer={officer} /> }]
            : []),
        ]}
      />
    </Card>
  );
}

interface PartsProps {
  readonly parts: readonly Part[];
  readonly officer: Officer;
}

function Parts({ parts, officer }: PartsProps): ReactElement {
  return (
    <>
      {parts.map((part) => (
        <PartLine key={`${part.to} ${part.loanNo}`} part={part} officer={officer} />
      ))}
    </>
  );
}

function PartLine({ part, officer }: { part: Part; officer: Officer }): ReactElement {
  const { destinations, one } = useMessages(payInsMessages);
  const { to, amount, refunded, memberNo, fullName, loanNo } = part;
  const member = `${fullName}, ${memberNo}`;
  const seesMember = memberNo !== "" && officer.may("members.read");
  return (
    <p>
      {`Ksh ${money(amount)}: `}
      {loanNo && officer.may("loans.read") ? (
        <Link className={css["open"]} to={applicationAddress(loanNo)}>
          {loanNo}
        </Link>
      ) : (
        destinations[to]
      )}
      {refunded > 0 && ` (${fill(one.refunded, { amount: money(refunded) })})`}
      {memberNo && ", "}
      {seesMember ? (
        <Link className={css["open"]} to={recordAddress(memberNo)}>
          {member}
        </Link>
      ) : (
        memberNo && member
      )}
    </p>
  );
}

function Decisions({ found: { decisions } }: FoundProps): ReactElement {
  const { one: words } = useMessages(payInsMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.history}>
      {decisions.length === 0 ? (
        <p className={css["note"]}>{words.noHistory}</p>
      ) : (
        <ol className={classes(timeline["timeline"], desk["log"])}>
          {decisions.map(({ decision, proposedBy: by, decidedBy: approver, at, ...more }) => (
            <li key={at + decision}>
              {fill(words.decisions[decision], {
                receipt: more.returnReceipt,
                before: money(more.amountBefore ?? 0),
              })}
              {more.reason && <small>{more.reason}</small>}
              <small>
                {fill(words.people, { by, approver })}, {formatNairobiMoment(at, language)}
              </small>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
