import type { ReactElement } from "react";

/** One loan whole. */
export function LoanPage({ loanNo }: { readonly loanNo: string }): ReactElement {
  return <p>{loanNo}</p>;
}
