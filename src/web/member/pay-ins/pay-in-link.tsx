import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { type ChosenPayIn, payInAddressOf } from "#web/paths.ts";
import { LinkButton } from "#web/ui/button.tsx";
import layout from "#web/ui/layout.module.css";

/** The link to paying in, to an account if one is chosen. */
export function PayInLink({ chosen }: { readonly chosen?: ChosenPayIn }): ReactElement {
  const { link } = useMessages(ownPayInMessages);
  return (
    <LinkButton small to={payInAddressOf(chosen ?? {})}>
      {link}
    </LinkButton>
  );
}

interface LoanPaymentsProps {
  readonly loan: {
    readonly loanNo: string;
    readonly state: string;
    readonly outstanding: number;
    readonly instalments: readonly { readonly state: string }[];
  };
}

/** The ways to pay a loan that is owed: its instalment, with what is overdue, or all of it. */
export function LoanPayments({ loan }: LoanPaymentsProps): ReactElement | null {
  const { loanLinks } = useMessages(ownPayInMessages);
  const { loanNo, state, outstanding } = loan;
  if (state !== "disbursed" || outstanding <= 0) return null;
  const isLate = loan.instalments.some((one) => one.state === "overdue");
  return (
    <div className={layout["row"]}>
      <LinkButton small to={payInAddressOf({ loan: loanNo, basis: "instalment" })}>
        {isLate ? loanLinks.overdue : loanLinks.instalment}
      </LinkButton>
      <LinkButton small to={payInAddressOf({ loan: loanNo, basis: "settle" })}>
        {loanLinks.settle}
      </LinkButton>
    </div>
  );
}
