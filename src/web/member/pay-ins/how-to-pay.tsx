import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { useSociety } from "#web/lib/society.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Copied } from "./copied.tsx";
import type { Ways } from "./pay-in-page.tsx";
import css from "./pay-ins.module.css";
import { partDue, targetsOf } from "./typed-pay-in.ts";

/** The amounts of a loan that a member may type, in whole shillings and without separators. */
function amountsOf(loan: Ways["loans"][number]) {
  const due = partDue(loan);
  return [
    ...(due ? [{ of: due.isOverdue ? "overdue" : "due", amount: String(due.pay) } as const] : []),
    { of: "settle", amount: String(loan.settle) } as const,
  ];
}

/** The paybill with the account number of each account and loan. */
export function HowToPay({ ways }: { readonly ways: Ways }): ReactElement {
  const { how: words, form } = useMessages(ownPayInMessages);
  const { phone } = useSociety();
  if (ways.paybill === "") {
    return (
      <Card title={words.title}>
        <EmptyState icon="phone" title={words.none}>
          <p>{fill(words.noneText, { phone })}</p>
        </EmptyState>
      </Card>
    );
  }
  const targets = targetsOf(ways);
  const nameOf = ({ to, accountNo, loan }: (typeof targets)[number]): string =>
    to === "loan"
      ? fill(words.loan, { loanNo: loan?.loanNo ?? "" })
      : fill(form.destinations[to], { account: accountNo });
  const copied = (term: string, value: string) => ({
    term,
    value: <Copied name={term} value={value} />,
  });
  return (
    <Card title={words.title}>
      <p className={css["note"]}>{words.lead}</p>
      <Facts
        facts={[
          copied(words.paybill, ways.paybill),
          ...targets
            .filter(({ typed }) => typed !== "")
            .flatMap((target) => [
              copied(nameOf(target), target.typed),
              ...(target.loan === null ? [] : amountsOf(target.loan)).map(({ of, amount }) =>
                copied(fill(words.amounts[of], { loanNo: target.loan?.loanNo ?? "" }), amount),
              ),
            ]),
        ]}
      />
      {targets.some(({ typed }) => typed === "") && (
        <p className={css["note"]}>{words.onlyRequest}</p>
      )}
    </Card>
  );
}
