import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { details } from "#shared/contract/payouts/desk.ts";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import {
  dividendAddress,
  exitAddress,
  applicationAddress,
  payoutAddress,
  withdrawalsOf,
  recordAddress,
} from "#web/staff/addresses.ts";
import { isId } from "#web/staff/is-id.ts";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { Crumb } from "#web/ui/crumb.tsx";
import { type Fact, Facts } from "#web/ui/facts.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import timeline from "#web/ui/timeline.module.css";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import desk from "#web/ui/desk.module.css";
import type { Officer } from "../officer.ts";
import { ActCard } from "./act-card.tsx";
import css from "#web/ui/desk-page.module.css";
import { StateBadge } from "./format.tsx";
import { ReturnCard } from "./return-card.tsx";
import { QuestionCard } from "./question-card.tsx";

export type Details = z.output<typeof details.answer>;
type Step = Details["steps"][number];

interface PayoutPageProps {
  readonly id: string;
  readonly officer: Officer;
}

/** One payment to a phone: its state, its history, and the actions on it. */
export function PayoutPage({ id, officer }: PayoutPageProps): ReactElement {
  const { one: words } = useMessages(payoutsMessages);
  const load = useRequest(details, { params: { id } }, { enabled: isId(id) });
  if (!isId(id) || (load.state === "failed" && isUnknown(load.error))) return <Unknown />;
  const found = load.state === "loaded" ? load.data : null;
  return (
    <>
      <Back />
      <PageHeader
        title={fill(words.title, { reference: found?.payout.reference ?? "" }).trim()}
        place={payoutAddress(id)}
        lead={found ? found.payout.fullName : "\u00a0"}
        actions={found && <StateBadge state={found.payout.state} />}
      />
      {found ? (
        <div className={css["halves"]}>
          <div className={css["side"]}>
            <ActCard found={found} officer={officer} />
            <ReturnCard found={found} officer={officer} />
            <QuestionCard found={found} officer={officer} />
          </div>
          <div className={css["page"]}>
            <What found={found} officer={officer} />
            <Story steps={found.steps} />
          </div>
        </div>
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={7} />
      )}
    </>
  );
}

function Back(): ReactElement {
  const { one: words } = useMessages(payoutsMessages);
  return <Crumb to={paths.payouts}>{words.back}</Crumb>;
}

function Unknown(): ReactElement {
  const { one: words } = useMessages(payoutsMessages);
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.payouts}
      toWords={words.back}
    />
  );
}

interface WhatProps {
  readonly found: Details;
  readonly officer: Officer;
}

function What({ found: { payout }, officer }: WhatProps): ReactElement {
  const words = useMessages(payoutsMessages);
  const { one } = words;
  const member = `${payout.fullName}, ${payout.memberNo}`;
  const rows = [
    { term: one.amount, value: `Ksh ${money(payout.amount)}` },
    {
      term: one.member,
      value: officer.may("members.read") ? (
        <Link className={css["open"]} to={recordAddress(payout.memberNo)}>
          {member}
        </Link>
      ) : (
        member
      ),
    },
    ...(payout.mobileNo ? [{ term: one.mobile, value: payout.mobileNo }] : []),
    sourceOf(payout, one),
    ...(payout.way ? [{ term: one.way, value: words.ways[payout.way] }] : []),
    ...(payout.problem
      ? [{ term: one.why, value: payoutProblem(payout.problem, words.problems) }]
      : []),
    ...(payout.receipt ? [{ term: one.receipt, value: payout.receipt }] : []),
  ];
  return (
    <Card>
      <Facts facts={rows} />
    </Card>
  );
}

/** The dividend, loan or exit that it pays, with a link to its page. */
function sourceOf(payout: Details["payout"], words: PayoutWords["one"]): Fact {
  const { source, year = 0, loanNo = "", memberNo, reference } = payout;
  const sources = {
    dividend: { term: words.dividend, to: dividendAddress(year), name: String(year) },
    loan: { term: words.loan, to: applicationAddress(loanNo), name: loanNo },
    overpayment: { term: words.overpaid, to: applicationAddress(loanNo), name: loanNo },
    exit: { term: words.exit, to: exitAddress(memberNo), name: memberNo },
    withdrawal: {
      term: words.withdrawal,
      to: withdrawalsOf(reference),
      name: reference,
    },
  };
  const { term, to, name } = sources[source];
  const value = (
    <Link className={css["open"]} to={to}>
      {name}
    </Link>
  );
  return { term, value };
}

function Story({ steps }: { readonly steps: readonly Step[] }): ReactElement {
  const words = useMessages(payoutsMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.one.story}>
      <ol className={classes(timeline["timeline"], desk["log"])}>
        {steps.map((step, at) => (
          <li key={`${step.at} ${step.state} ${step.receipt}`}>
            {titleOf(step, steps[at - 1], words)}
            {moreOf(step, words).map((more) => (
              <small key={more}>{more}</small>
            ))}
            <small>{`${whoOf(step, words)}, ${formatMoment(step.at, language)}`}</small>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The resulting state; a claim, or its rejection, leaves the state as it is. */
function titleOf(step: Step, before: Step | undefined, { states, one }: PayoutWords): string {
  const isClaim = step.state !== "paid" && step.receipt !== "";
  if (isClaim) return one.said;
  const wasClaim = before !== undefined && before.state !== "paid" && before.receipt !== "";
  return wasClaim && before.state === step.state ? one.dropped : states[step.state];
}

function moreOf(step: Step, words: PayoutWords): readonly string[] {
  const goes = step.state === "waiting" && step.problem === "" && step.mobileNo !== "";
  return [
    ...(goes ? [fill(words.one.to, { mobile: step.mobileNo })] : []),
    ...(step.problem ? [payoutProblem(step.problem, words.problems)] : []),
    ...(step.receipt ? [fill(words.one.byReceipt, { receipt: step.receipt })] : []),
  ];
}

function whoOf({ by, byName, state, receipt }: Step, { one }: PayoutWords): string {
  if (by !== "") return `${byName || by} (${by})`;
  return state === "paid" && receipt !== "" ? one.provider : one.machine;
}
