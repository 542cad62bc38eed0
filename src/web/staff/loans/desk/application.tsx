import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useEffect, useState } from "react";
import type * as z from "zod/mini";
import { file as fileEndpoint } from "#shared/contract/loans/desk.ts";
import { application as endpoint } from "#shared/contract/loans/life.ts";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import { fill } from "#shared/language.ts";
import { fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { isUnknown } from "#web/lib/failure.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { applicationAddress } from "#web/staff/addresses.ts";
import { useParameters } from "#web/staff/parameters.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import layout from "#web/ui/layout.module.css";
import { Money } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { UnknownPage } from "#web/ui/unknown-page.tsx";
import { WaitingCard } from "#web/ui/waiting-card.tsx";
import { useNeighbours } from "#web/staff/list-keys.ts";
import { useRenewLoan } from "./act.ts";
import desk from "#web/ui/desk.module.css";
import { ActCard } from "./act-card.tsx";
import { Checks } from "./checks.tsx";
import { Consent } from "./consent.tsx";
import { Decided } from "./decided.tsx";
import { Deductions } from "./deductions.tsx";
import { Guarantors } from "./guarantors.tsx";
import { Guarantees, History, Standing } from "./member-cards.tsx";
import { Progress } from "./progress.tsx";
import { Statement } from "./statement.tsx";
import { RepaymentList } from "./repayment-list.tsx";
import { loanPosition } from "#web/staff/list-position.ts";

export type Application = z.output<typeof endpoint.answer>;
export type LoanFile = z.output<typeof fileEndpoint.answer>;

export interface FileProps {
  readonly loan: Application;
  readonly file: LoanFile;
}

/** A loan to decide, and what happens on the page once it is decided. */
export interface DecideProps extends FileProps {
  readonly onDecided: () => Promise<void>;
}

/** An application with everything an officer needs to decide, and the actions on it. */
export function LoanApplication(): ReactElement {
  const words = useMessages(loanDeskMessages);
  const { loan: asked = "" } = useParameters("loanApplication");
  const loanNo = asked.toUpperCase();
  const look = { enabled: loanNo !== "", isAccess: true };
  const loan = useRequest(endpoint, { params: { loanNo } }, look);
  const file = useRequest(fileEndpoint, { params: { loanNo } }, look);
  useNeighbours(loanPosition, loanNo, applicationAddress);
  const unknown = [loan, file].some((load) => load.state === "failed" && isUnknown(load.error));
  if (loanNo === "" || unknown) return <Unknown />;
  if (loan.state === "loaded" && file.state === "loaded") {
    return <Whole key={loanNo} loan={loan.data} file={file.data} />;
  }
  return (
    <>
      <Back loanNo={loanNo} />
      <PageHeader title={loanNo} place={applicationAddress(loanNo)} lead={"\u00a0"} />
      <WaitingCard
        load={loan.state === "loaded" ? file : loan}
        loading={words.page.loading}
        failed={words.page.failed}
        rows={9}
      />
    </>
  );
}

function Unknown(): ReactElement {
  const words = useMessages(loanDeskMessages).page;
  return (
    <UnknownPage
      title={words.unknown}
      text={words.unknownText}
      to={paths.loanQueue}
      toWords={words.toQueue}
    />
  );
}

function Back({ loanNo }: { readonly loanNo: string }): ReactElement {
  const words = useMessages(loanDeskMessages).page;
  const { from, numbers, count } = loanPosition.use();
  const place = numbers.indexOf(loanNo) + 1;
  return (
    <Crumb to={from || paths.loanQueue}>
      {place > 0 ? fill(words.backPlace, { place, count }) : words.back}
    </Crumb>
  );
}

const looks: Record<LoanState, Pick<BadgeProps, "icon" | "meaning">> = {
  applied: { icon: "clock", meaning: "warn" },
  approved: { icon: "clock", meaning: "warn" },
  declined: { icon: "stop", meaning: "bad" },
  withdrawn: { icon: "cross" },
  disbursed: { icon: "check", meaning: "info" },
  settled: { icon: "check", meaning: "ok" },
};

function Whole({ loan, file }: FileProps): ReactElement {
  const words = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const applied = loan.steps.find(({ step }) => step === "applied");
  useFocusFromQueue();
  const [decidedIn, setDecidedIn] = useState<LoanState | null>(null);
  const renew = useRenewLoan();
  const decided = async (): Promise<void> => {
    setDecidedIn(loan.state);
    await renew();
  };
  // The dialog is gone with the state it asked about, so that the heading can take the focus.
  const isDecided = decidedIn !== null && loan.state !== decidedIn;
  useEffect(() => {
    if (isDecided) document.querySelector<HTMLElement>("h1")?.focus();
  }, [isDecided]);
  // A loan from before this portal has no application here.
  const lead = fill(applied ? words.page.lead : words.page.carriedLead, {
    memberNo: loan.memberNo,
    day: formatDay(loan.appliedOn, language),
    time: applied?.time ?? "",
  });
  const waits = loan.state === "applied" || loan.state === "approved";
  return (
    <>
      <Back loanNo={loan.loanNo} />
      <PageHeader
        title={fill(words.page.title, { loanNo: loan.loanNo, member: loan.member })}
        tabTitle={loan.loanNo}
        place={applicationAddress(loan.loanNo)}
        lead={lead}
        actions={
          <div className={layout["row"]}>
            <Badge {...looks[loan.state]}>{words.states[loan.state]}</Badge>
            {(loan.state === "disbursed" || loan.state === "settled") && <Statement loan={loan} />}
          </div>
        }
      />
      <div className={layout["stack"]}>
        {isDecided && <Decided loanNo={loan.loanNo} />}
        <Figures loan={loan} file={file} />
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            {loan.amendment && <Consent loan={loan} file={file} amendment={loan.amendment} />}
            {waits && <Checks loan={loan} file={file} />}
            {!waits && <RepaymentList loan={loan} file={file} />}
            <Guarantors loan={loan} file={file} />
            {file.deductions.length > 0 && <Deductions loan={loan} file={file} />}
          </div>
          <div className={layout["stack"]}>
            <ActCard loan={loan} file={file} onDecided={decided} />
            <Progress loan={loan} file={file} />
          </div>
        </div>
        <div className={layout["two"]}>
          <div className={layout["stack"]}>
            <Guarantees file={file} />
            <History file={file} />
          </div>
          <Standing file={file} />
        </div>
      </div>
    </>
  );
}

/** In the queue A leads to Approve and D to the reason, so that nothing is decided unseen. */
function useFocusFromQueue(): void {
  const { hash } = useNavigation().address;
  useEffect(() => {
    const where = { "#approve": "[data-approve] button", "#decline": "#decline-reason" }[hash];
    if (where) document.querySelector<HTMLElement>(where)?.focus();
  }, [hash]);
}

function Figures({ loan, file }: FileProps): ReactElement {
  const words = useMessages(loanDeskMessages).page;
  const rate = (file.policy?.rateBasisPoints ?? 0) / 100;
  const figures = [
    { term: words.amount, amount: loan.amount },
    { term: rate > 0 ? fill(words.feeRate, { rate }) : words.fee, amount: loan.fee },
    { term: words.total, amount: loan.total },
    { term: fill(words.deduction, { months: loan.period }), amount: loan.repayment },
  ];
  return (
    <dl className={desk["figures"]}>
      {figures.map(({ term, amount }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <Money amount={fromWireAmount(amount)} size="middle" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
