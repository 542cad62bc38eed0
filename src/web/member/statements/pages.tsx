import { ownContributionMessages, statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  type RunningStatement,
  runningStatementKinds,
  runningStatements,
} from "#shared/statement-columns.ts";
import { Link, useAddressParameters } from "#web/lib/router.tsx";
import { ownSettingAddress, paths } from "#web/paths.ts";
import { DividendSum } from "../dividends/dividend-sum.tsx";
import {
  ContributionsPage,
  GuarantorPage,
  LoansPage,
  WithdrawablePage,
} from "./list-statements.tsx";
import { LoanPage } from "./loan-page.tsx";
import { RunningPage, type RunningPageProps } from "./running-statement.tsx";
import css from "./statement.module.css";

/** The content above and below the movements of a running statement. */
const around: Readonly<
  Partial<Record<RunningStatement, Pick<RunningPageProps, "above" | "below">>>
> = {
  savings: { below: <OtherStatements /> },
  dividend: { above: <DividendSum /> },
};

/** The page of a running statement: savings, share capital, dividend. */
export function Running({ statement }: Pick<RunningPageProps, "statement">): ReactElement {
  return <RunningPage statement={statement} {...around[statement]} />;
}

/** Links to the statements without a menu item, and to the monthly contribution. */
function OtherStatements(): ReactElement {
  const contribution = useMessages(ownContributionMessages);
  const words = useMessages(statementsMessages);
  const others = runningStatements.filter((name) => !runningStatementKinds[name].inMenu);
  return (
    <div className={css["others"]}>
      <p>
        <Link to={paths.contributions}>{words.seeContributions}</Link>
      </p>
      <p>
        <Link to={ownSettingAddress("contribution")}>{contribution.title}</Link>
      </p>
      {others.map((name) => (
        <p key={name}>
          <Link to={runningStatementKinds[name].address}>{words.titles[name]}</Link>
        </p>
      ))}
    </div>
  );
}

/** Member Statement Summary; the address opens one of its loans. */
export function Loans(): ReactElement {
  const { loan: loanNo } = useAddressParameters<"loanStatement">();
  return loanNo ? <LoanPage key={loanNo} loanNo={loanNo} /> : <LoansPage />;
}

/** Guarantor Statement. */
export function Guarantor(): ReactElement {
  return <GuarantorPage />;
}

/** W/drawable Deposit Statement. */
export function Withdrawable(): ReactElement {
  return <WithdrawablePage />;
}

/** Fees and Contributions Statement. */
export function Contributions(): ReactElement {
  return <ContributionsPage />;
}
