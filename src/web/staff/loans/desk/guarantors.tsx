import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { guaranteesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatMoney } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { type Guarantor, guarantorBadges, unasked } from "#web/lib/guarantors.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { recordAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";
import css from "./application.module.css";
import type { FileProps } from "./application.tsx";

const toRecord = ({ name, memberNo }: Guarantor): ReactElement => (
  <Link to={recordAddress(memberNo)}>{name}</Link>
);

const stateOf = ({ state }: Guarantor): ReactElement => <State state={state} />;

function State({ state }: Pick<Guarantor, "state">): ReactElement {
  const { states } = useMessages(guaranteesMessages).card;
  return <Badge {...guarantorBadges[state]}>{states[state]}</Badge>;
}

/**
 * The loan's guarantors with their status, and the uncovered part; nothing where none is needed.
 */
export function Guarantors({ loan, file }: FileProps): ReactElement | null {
  const { guarantors: words } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const { guarantors, guaranteed, needsGuarantees } = loan;
  if (needsGuarantees === 0 && guarantors.length === 0) return null;
  return (
    <Card title={words.title}>
      {guarantors.length === 0 ? (
        <p className={css["foot"]}>{words.none}</p>
      ) : (
        <Table
          caption={words.title}
          rows={guarantors}
          rowKey={({ id }) => id}
          columns={[
            {
              head: words.member,
              place: "what",
              cell: toRecord,
            },
            {
              head: words.state,
              place: "balance",
              cell: stateOf,
            },
            {
              head: words.when,
              place: "when",
              cell: ({ askedOn, answeredOn }) => formatDay(answeredOn || askedOn, language),
            },
            {
              head: words.pledge,
              place: "howMuch",
              number: true,
              cell: ({ amount }) => money(amount),
            },
          ]}
        />
      )}
      {loan.state === "applied" && (
        <dl className={css["cover"]}>
          <div>
            <dt>{fill(words.accepted, { needed: money(needsGuarantees) })}</dt>
            <dd>{money(guaranteed)}</dd>
          </div>
          <div>
            <dt>{words.uncovered}</dt>
            <dd>{money(file.uncovered)}</dd>
          </div>
        </dl>
      )}
    </Card>
  );
}

/** Why a loan that waits for its guarantors may not be approved yet, and who has to act. */
export function useGuarantorsAwaited({ loan, file }: FileProps): string {
  const { decide: words } = useMessages(loanDeskMessages);
  const left = unasked(loan);
  return left > 0n
    ? fill(words.unasked, { amount: formatMoney(left) })
    : fill(words.waits, { amount: money(file.uncovered) });
}
