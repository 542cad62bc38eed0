import { type ReactElement, Suspense, useEffect } from "react";
import { runningStatementKinds, runningStatements } from "#shared/statement-columns.ts";
import { keepMemberPages } from "#web/lib/keep-pages.ts";
import { useSpoken } from "#web/lib/language.ts";
import { laterPages } from "#web/lib/later-pages.tsx";
import { Redirect, useNavigation } from "#web/lib/router.tsx";
import { reopened } from "#web/lib/unsent.ts";
import { aliases, atAddress, isOfTheStaff, paths } from "#web/paths.ts";
import { UnknownAddress } from "#web/ui/unknown-address.tsx";
import { useArrival } from "./arrival.ts";
import { useBackgroundFill, useStatementAhead } from "./background-fill.ts";
import { later } from "./later.ts";
import { MemberDetails } from "./member-details.tsx";
import { Notes } from "./notes.tsx";
import { MemberShell } from "./shell.tsx";
import { StaffOnly } from "./staff-only.tsx";

/** The statements are a separate chunk, which a member who only signs in need not load. */
const statements = laterPages(() => import("./statements/pages.tsx"));
const Running = statements.page("Running");
const Loans = statements.page("Loans");
const Guarantor = statements.page("Guarantor");
const Withdrawable = statements.page("Withdrawable");
const Contributions = statements.page("Contributions");

/** So are all other pages. */
const Apply = later("Apply");
const LoanList = later("LoanList");
const GuaranteeRequests = later("RequestsPage");
const SplitDividend = later("SplitPage");
const Withdraw = later("Withdraw");
const Transfer = later("Transfer");
const PayIn = later("PayIn");
const BankAccount = later("BankAccount");
const Settings = later("OwnSettings");
const Privacy = later("PrivacyPage");
const Questions = later("Questions");

const runningPages = Object.fromEntries(
  runningStatements.map((statement) => [
    runningStatementKinds[statement].address,
    <Running key={statement} statement={statement} />,
  ]),
);

const pages: Readonly<Record<string, ReactElement>> = {
  ...runningPages,
  [paths.app]: <MemberDetails />,
  [paths.memberDetails]: <MemberDetails />,
  [paths.notes]: <Notes />,
  [paths.questions]: <Questions />,
  [paths.addLoanForm]: <Apply />,
  [paths.loanList]: <LoanList />,
  [paths.splitDividend]: <SplitDividend />,
  [paths.loanStatement]: <Loans />,
  [paths.gurantorList]: <Guarantor />,
  [paths.guaranteeRequests]: <GuaranteeRequests />,
  [paths.ownPrivacy]: <Privacy />,
  [paths.ownSettings]: <Settings />,
  [paths.withdrawableStatement]: <Withdrawable />,
  [paths.contributions]: <Contributions />,
  [paths.transfer]: <Transfer />,
  [paths.withdraw]: <Withdraw />,
  [paths.payIn]: <PayIn />,
  [paths.bankAccount]: <BankAccount />,
};

/** The content at an address of the member's zone, inside the shell. */
export function MemberPages(): ReactElement {
  const { pathname, search } = useNavigation().address;
  const { language } = useSpoken();
  useEffect(() => keepMemberPages(language), [language]);
  useBackgroundFill(statements.load);
  useStatementAhead(pathname + search);
  useArrival();
  const round = reopened.use();
  const proper = atAddress(aliases, pathname);
  if (proper) return <Redirect to={proper} />;
  // Members who open an address of the office see a message.
  const other = isOfTheStaff(pathname) ? <StaffOnly /> : <UnknownAddress />;
  return (
    <MemberShell>
      <Suspense fallback={null} key={pathname.toLowerCase() + round}>
        {atAddress(pages, pathname) ?? other}
      </Suspense>
    </MemberShell>
  );
}
