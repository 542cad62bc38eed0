import { statementsMessages } from "#shared/messages/statements/statements-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { DividendSum } from "../dividends/dividend-sum.tsx";
import {
  ContributionsPage,
  GuarantorPage,
  LoansPage,
  WithdrawablePage,
} from "./list-statements.tsx";
import { LoanPage } from "./loan-page.tsx";
import { RunningPage } from "./running-statement.tsx";

/** Deposits/Savings Statement for the last 6 months. */
export function Savings(): ReactElement {
  const words = useMessages(statementsMessages);
  const link = <Link to={paths.contributions}>{words.seeContributions}</Link>;
  return <RunningPage statement="savings" preset="sixMonths" below={<p>{link}</p>} />;
}

/** Share Capital Statement. */
export function ShareCapital(): ReactElement {
  return <RunningPage statement="share-capital" preset="all" />;
}

/** Dividend Statement. */
export function Dividend(): ReactElement {
  return <RunningPage statement="dividend" preset="all" above={<DividendSum />} />;
}

/** Member Statement Summary; the address opens one of its loans. */
export function Loans(): ReactElement {
  const loanNo = new URLSearchParams(useNavigation().address.search).get("loan");
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
