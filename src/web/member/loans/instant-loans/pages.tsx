import type { ReactElement } from "react";
import { useAddressParameters } from "#web/lib/router.tsx";
import { ApplicationPage } from "./application-page.tsx";
import { ApplyPage } from "./apply-page.tsx";
import { LoanListPage } from "./loan-list.tsx";

/** Apply Instant Loan. */
export function Apply(): ReactElement {
  return <ApplyPage />;
}

/** Loan List; the address opens one of its applications. */
export function LoanList(): ReactElement {
  const { loan: loanNo } = useAddressParameters<"loanList">();
  return loanNo ? <ApplicationPage key={loanNo} loanNo={loanNo} /> : <LoanListPage />;
}
