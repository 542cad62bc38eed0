import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { loan as loanEndpoint } from "#shared/contract/statements/member-statements.ts";
import { useLoanName } from "#web/member/loan-name.ts";
import { fill } from "#shared/language.ts";
import { addCents, fromWireAmount, negateCents } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Redirect } from "#web/lib/router.tsx";
import { useSessionState } from "#web/lib/session.ts";
import { loanAddress, ownApplicationAddress, paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { Facts } from "#web/ui/facts.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Totals } from "#web/ui/totals.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { isPaidOut } from "#web/member/loans/instant-loans/progress.ts";
import { LoanPayments } from "#web/member/pay-ins/pay-in-link.tsx";
import { useLoanStatement } from "#web/common/statements/documents.ts";
import { LoanChart } from "./loan-chart.tsx";
import { Repayments, Schedule } from "./loan-tables.tsx";
import { PrintButton } from "#web/common/statements/print-button.tsx";
import { Progress } from "./progress.tsx";
import { usePrintKey } from "#web/common/statements/printing.tsx";
import { ScreenCopy } from "./statement-page.tsx";

export type Loan = z.output<typeof loanEndpoint.answer>;

/** One loan in full: its terms, the schedule, the repayments and the balance. */
export function LoanPage({ loanNo }: { readonly loanNo: string }): ReactElement {
  const words = useMessages(statementsMessages);
  const { language } = useSpoken();
  const memberNo = useSessionState().session?.memberNo ?? "";
  const load = useRequest(loanEndpoint, { params: { memberNo, loanNo } });
  const papers = useLoanStatement(loanNo);
  usePrintKey(papers.printing.print, load.state === "loaded");
  const day = load.state === "loaded" ? formatDay(load.data.asAt, language) : "";
  // Nothing was lent yet, so there is nothing left to pay.
  const isApplication = load.state === "loaded" && !isPaidOut(load.data.state);
  if (isApplication) return <Redirect to={ownApplicationAddress(loanNo)} />;
  return (
    <>
      <ScreenCopy />
      {papers.printing.sheet}
      <Crumb to={paths.loanStatement}>{words.loan.all}</Crumb>
      <PageHeader
        title={fill(words.loan.title, { loanNo })}
        place={loanAddress(loanNo)}
        lead={day ? fill(words.period.asAt, { to: day }) : "\u00a0"}
        actions={
          load.state === "loaded" && (
            <div className={layout["row"]}>
              <LoanPayments loan={load.data} />
              <PrintButton printing={papers.printing} ready />
              <Button
                small
                needsNetwork
                blocked={papers.making !== null}
                onClick={() => papers.make("pdf")}
              >
                {words.loan.download}
              </Button>
            </div>
          )
        }
      />
      <Progress of={papers} />
      {load.state === "loaded" ? (
        <WholeLoan loan={load.data} />
      ) : (
        <WaitingCard load={load} loading={words.loan.loading} failed={words.loan.failed} rows={7} />
      )}
    </>
  );
}

function WholeLoan({ loan }: { readonly loan: Loan }): ReactElement {
  const words = useMessages(statementsMessages).loan;
  return (
    <div className={layout["stack"]}>
      <LoanTotals loan={loan} />
      <div className={layout["two"]}>
        <div className={layout["stack"]}>
          {loan.movements.length > 0 && (
            <Card title={words.chart}>
              <LoanChart loan={loan} />
            </Card>
          )}
          <Card title={words.schedule}>
            <Schedule loan={loan} />
          </Card>
          <Card title={words.repayments}>
            <Repayments loan={loan} />
          </Card>
        </div>
        <Card folds title={words.facts}>
          <Agreed loan={loan} />
        </Card>
      </div>
    </div>
  );
}

function LoanTotals({ loan }: { readonly loan: Loan }): ReactElement {
  const words = useMessages(statementsMessages).loan;
  const { language } = useSpoken();
  const outstanding = fromWireAmount(loan.outstanding);
  const next = loan.instalments.find(({ state }) => state !== "paid");
  const isLate = next?.state === "overdue";
  // The whole overdue amount, which the payment link requests too, in whole shillings, or the next
  // instalment.
  const asked = loan.instalments.filter((one) => one === next || one.state === "overdue");
  const left = addCents(
    ...asked.flatMap(({ amount, covered }) => [
      fromWireAmount(amount),
      negateCents(fromWireAmount(covered)),
    ]),
  );
  const count = loan.movements.filter(({ amount }) => amount < 0).length;
  return (
    <Totals
      label={words.totals}
      totals={[
        outstanding < 0n
          ? {
              label: words.over,
              figure: <Money size="big" amount={negateCents(outstanding)} />,
              fact: words.overFact,
            }
          : {
              label: words.left,
              figure: <Money size="big" amount={outstanding} />,
              fact: fill(words.leftFact, { total: money(loan.total) }),
            },
        {
          label: words.paid,
          figure: <Money size="big" amount={fromWireAmount(loan.paid)} />,
          fact: count === 1 ? words.paidFactOne : fill(words.paidFact, { count }),
        },
        {
          label: isLate ? words.late : words.next,
          figure: <Money size="big" amount={left} />,
          fact: next
            ? fill(isLate ? words.lateFact : words.nextFact, {
                date: formatDay(next.dueOn, language),
              })
            : words.nothingDue,
        },
      ]}
    />
  );
}

function Agreed({ loan }: { readonly loan: Loan }): ReactElement {
  const words = useMessages(statementsMessages).loan;
  const { language } = useSpoken();
  const loanName = useLoanName();
  const { termMonths: count, state } = loan;
  const states: Readonly<Record<string, string>> = words.stateNames;
  return (
    <Facts
      facts={[
        { term: words.category, value: loanName(loan.category) },
        { term: words.purpose, value: loanName(loan.purpose) },
        { term: words.state, value: states[state] ?? state },
        { term: words.began, value: formatDay(loan.startDate, language) },
        { term: words.ends, value: formatDay(loan.endDate, language) },
        { term: words.period, value: count === 1 ? words.oneMonth : fill(words.months, { count }) },
        { term: words.principal, value: money(loan.principal) },
        { term: words.fee, value: money(loan.fee) },
        { term: words.total, value: money(loan.total) },
        { term: words.monthly, value: money(loan.monthlyDeduction) },
      ]}
    />
  );
}
