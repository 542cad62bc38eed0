import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { TaxPart } from "./dividend-tax.tsx";
import css from "./settings.module.css";

interface PoliciesProps {
  readonly mayEdit: boolean;
  readonly mayLoans: boolean;
}

/** Links to the rules of loans and dividends, and the tax withheld on dividends. */
export function PoliciesPart({ mayEdit, mayLoans }: PoliciesProps): ReactElement {
  const { policies } = useMessages(settingsMessages);
  return (
    <>
      <div className={css["halves"]}>
        <Card title={policies.loans}>
          <p className={css["inside"]}>
            {policies.loansText}{" "}
            {mayLoans ? <Link to={paths.loanPolicy}>{policies.loansLink}</Link> : policies.loansAsk}
          </p>
        </Card>
        <Card title={policies.dividends}>
          <p className={css["inside"]}>
            {policies.dividendsText} <Link to={paths.dividends}>{policies.dividendsLink}</Link>
          </p>
        </Card>
      </div>
      <TaxPart mayEdit={mayEdit} />
    </>
  );
}
