import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { useSociety } from "#web/lib/society.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { VoidState } from "#web/ui/void-state.tsx";
import type { Ways } from "./pay-in-page.tsx";
import css from "./pay-ins.module.css";
import { targetsOf } from "./typed-pay-in.ts";

/** The paybill with the account number of each account and loan. */
export function HowToPay({ ways }: { readonly ways: Ways }): ReactElement {
  const { how: words, form } = useMessages(ownPayInMessages);
  const { phone } = useSociety();
  if (ways.paybill === "") {
    return (
      <Card title={words.title}>
        <VoidState icon="phone" title={words.none}>
          <p>{fill(words.noneText, { phone })}</p>
        </VoidState>
      </Card>
    );
  }
  const targets = targetsOf(ways);
  const nameOf = ({ to, accountNo, loan }: (typeof targets)[number]): string =>
    to === "loan"
      ? fill(words.loan, { loanNo: loan?.loanNo ?? "" })
      : fill(form.destinations[to], { account: accountNo });
  return (
    <Card title={words.title}>
      <p className={css["note"]}>{words.lead}</p>
      <Facts
        facts={[
          { term: words.paybill, value: <b>{ways.paybill}</b> },
          ...targets
            .filter(({ typed }) => typed !== "")
            .map((target) => ({
              term: nameOf(target),
              value: <b>{target.typed}</b>,
            })),
        ]}
      />
      {targets.some(({ typed }) => typed === "") && (
        <p className={css["note"]}>{words.onlyRequest}</p>
      )}
    </Card>
  );
}
