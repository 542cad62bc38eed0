import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { referenceOf } from "#shared/statement-columns.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useNarrow } from "#web/lib/narrow.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Table, Tie } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Loan } from "./loan-page.tsx";

type State = Loan["instalments"][number]["state"];

const looks: Record<State, Pick<BadgeProps, "icon" | "meaning">> = {
  paid: { icon: "check", meaning: "ok" },
  "partly-paid": { icon: "part", meaning: "info" },
  due: { icon: "clock" },
  overdue: { icon: "warn", meaning: "bad" },
};

const sum = (amounts: readonly number[]): string =>
  formatMoney(addCents(...amounts.map(fromWireAmount)));

interface SaidState {
  readonly state: State;
  readonly dueOn: string;
}

/** The icon and label of an instalment's state; an instalment is not due before its day. */
const saidBy =
  (words: Record<State | "later", string>, asAt: string) =>
  ({ state, dueOn }: SaidState): ReactElement => (
    <Badge {...looks[state]}>{words[state === "due" && dueOn > asAt ? "later" : state]}</Badge>
  );

/** The instalments, each with the part the repayments cover. */
export function Schedule({ loan }: { readonly loan: Loan }): ReactElement {
  const { loan: words, table } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const { instalments } = loan;
  if (instalments.length === 0) {
    return (
      <EmptyState icon="calendar" title={words.noSchedule}>
        <p>{words.noScheduleText}</p>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={words.schedule}
      rows={instalments}
      rowKey={({ number }) => String(number)}
      total={table.total}
      columns={[
        { head: words.number, place: "noPhone", cell: ({ number }) => number },
        { head: words.due, place: "what", cell: ({ dueOn }) => formatDay(dueOn, language) },
        {
          head: words.stateHead,
          place: "when",
          cell: saidBy(words.states, loan.asAt),
        },
        {
          head: words.amount,
          place: "howMuch",
          number: true,
          cell: ({ amount }) => money(amount),
          total: <Tie>{sum(instalments.map(({ amount }) => amount))}</Tie>,
        },
        {
          head: words.covered,
          place: "balance",
          number: true,
          cardLabel: words.covered,
          cell: ({ covered }) => money(covered),
          total: sum(instalments.map(({ covered }) => covered)),
          totalLabel: words.covered,
        },
      ]}
    />
  );
}

/** Disbursements and repayments, each with the balance after it. */
export function Repayments({ loan }: { readonly loan: Loan }): ReactElement {
  const { loan: words, heads, card } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const isNarrow = useNarrow();
  if (loan.movements.length === 0) {
    return (
      <EmptyState icon="list" title={words.noMovements}>
        <p>{words.noMovementsText}</p>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={words.repayments}
      rows={loan.movements}
      rowKey={({ id }) => id}
      total={words.left}
      newestFirst={isNarrow}
      columns={[
        { head: heads.date, place: "when", cell: ({ date }) => formatDay(date, language) },
        { head: heads.narration, place: "what", cell: ({ narration }) => narration },
        { head: heads.ref, place: "reference", quiet: true, cell: referenceOf },
        {
          head: words.moved,
          place: "howMuch",
          number: true,
          cell: ({ amount }) => money(amount),
        },
        {
          head: heads.balance,
          place: "balance",
          number: true,
          cardLabel: card.owed,
          cell: ({ balance }) => money(balance),
          total: <Tie>{money(loan.outstanding)}</Tie>,
          totalPlace: "howMuch",
        },
      ]}
    />
  );
}
