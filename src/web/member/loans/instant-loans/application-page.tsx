import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, Suspense, useEffect, useRef } from "react";
import { application as endpoint } from "#shared/contract/loans/life.ts";
import { useLoanName } from "#web/member/loan-name.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useWatch } from "#web/lib/watch.ts";
import { loanAddress, ownApplicationAddress, paths, PROGRESS } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { Totals } from "#web/ui/totals.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { GuarantorsCard } from "#web/member/loans/guarantees/guarantors-card.tsx";
import { later } from "#web/member/later.ts";
import { MonthByMonth } from "./cost-card.tsx";
import css from "./loans.module.css";
import { useMonths } from "./months.ts";
import { useDeclinedObstacles } from "./declined-obstacles.ts";
import { type Application, isMoving, isPaidOut, isUnderWay, stateBadges } from "./progress.ts";
import { Timeline } from "./timeline.tsx";
import { Withdraw } from "./withdraw.tsx";

const Amendment = later("Amendment");

/** One application: its status, its figures, and its history. */
export function ApplicationPage({ loanNo }: { readonly loanNo: string }): ReactElement {
  const { application: words } = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const load = useRequest(endpoint, { params: { loanNo } });
  const state = load.state === "loaded" ? load.data.state : null;
  const isOnItsWay = load.state === "loaded" && isUnderWay(load.data);
  useWatch(load.again, isOnItsWay || (state !== null && isMoving(state)));
  return (
    <>
      <Crumb to={paths.loanList}>{words.all}</Crumb>
      <PageHeader
        title={fill(words.title, { loanNo })}
        place={ownApplicationAddress(loanNo)}
        lead={
          load.state === "loaded"
            ? fill(words.lead, { day: formatDay(load.data.appliedOn, language) })
            : "\u00a0"
        }
        actions={<State state={state} isPaying={isOnItsWay} />}
      />
      {load.state === "loaded" ? (
        <WholeApplication loan={load.data} />
      ) : (
        <WaitingCard load={load} loading={words.loading} failed={words.failed} rows={7} />
      )}
    </>
  );
}

interface StateProps {
  readonly state: Application["state"] | null;
  readonly isPaying: boolean;
}

/** The status of the application; screen readers announce each change. */
function State({ state, isPaying }: StateProps): ReactElement {
  const { states } = useMessages(loanPagesMessages);
  return (
    <div className={css["state"]} role="status">
      {state && <Badge {...stateBadges[state]}>{isPaying ? states.paying : states[state]}</Badge>}
    </div>
  );
}

function WholeApplication({ loan }: { readonly loan: Application }): ReactElement {
  const { application: words, cost } = useMessages(loanPagesMessages);
  return (
    <div className={layout["stack"]}>
      <Figures loan={loan} />
      {loan.amendment && (
        <Suspense>
          <Amendment loan={loan} proposed={loan.amendment} />
        </Suspense>
      )}
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          <Progress loan={loan} />
          <GuarantorsCard loan={loan} />
        </div>
        <Card title={cost.schedule}>
          <MonthByMonth instalments={loan.instalments.map(fromWireAmount)}>
            {isPaidOut(loan.state) && words.statementText}
            {isMoving(loan.state) && cost.from}
          </MonthByMonth>
        </Card>
      </div>
    </div>
  );
}

function Figures({ loan }: { readonly loan: Application }): ReactElement {
  const { application: words } = useMessages(loanPagesMessages);
  const loanName = useLoanName();
  const months = useMonths();
  const { category, amount, fee, total, period, repayment } = loan;
  return (
    <Totals
      label={words.figures}
      totals={[
        {
          label: words.receive,
          figure: <Money size="big" amount={fromWireAmount(amount)} />,
          fact: fill(words.receiveFact, { category: loanName(category) }),
        },
        {
          label: words.repay,
          figure: <Money size="big" amount={fromWireAmount(total)} />,
          fact: fill(words.repayFact, { fee: money(fee) }),
        },
        {
          label: words.each,
          figure: <Money size="big" amount={fromWireAmount(repayment)} />,
          fact: fill(words.eachFact, { months: months(period) }),
        },
      ]}
    />
  );
}

/** The history and the next step, with the member's possible actions. */
function Progress({ loan }: { readonly loan: Application }): ReactElement {
  const { application: words, payment: paymentWords } = useMessages(loanPagesMessages);
  const { state, loanNo, steps, payment = "arrived" } = loan;
  const reason = steps.find(({ step }) => step === "declined")?.reason;
  const obstacles = useDeclinedObstacles(loan);
  useFocusAfterWithdrawal(state);
  return (
    <Card title={words.progress} place={PROGRESS}>
      <div className={css["progress"]}>
        {payment !== "arrived" && (
          <Tip meaning={payment === "failed" ? "warn" : "info"}>
            {paymentWords[payment === "queued" ? "sent" : payment]}
          </Tip>
        )}
        {reason && (
          <Tip meaning="info">
            {fill(words.reason, { reason })} {obstacles}
          </Tip>
        )}
        <Timeline loan={loan} />
        {state === "applied" && <Withdraw loanNo={loanNo} />}
        {isPaidOut(state) && (
          <LinkButton small to={loanAddress(loanNo)}>
            {words.statement}
          </LinkButton>
        )}
        {(state === "declined" || state === "withdrawn") && (
          <LinkButton small to={paths.addLoanForm}>
            {words.again}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

/** The pressed button disappears with the state, so the focus would be lost with it. */
function useFocusAfterWithdrawal(state: Application["state"]): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === "applied" && state === "withdrawn") {
      document.querySelector<HTMLElement>("h1")?.focus();
    }
    before.current = state;
  }, [state]);
}
