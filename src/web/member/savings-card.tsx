import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { overview } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, fromWireAmount, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import type { Load } from "#web/lib/loading.ts";
import { Link } from "#web/lib/router.tsx";
import { Card } from "#web/ui/card.tsx";
import { StepChart } from "#web/ui/chart.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

export type Overview = z.output<typeof overview.answer>;
type Month = Overview["savingsByMonth"][number];

/** How savings moved over two years, as a line and as a table. */
export function SavingsCard({ load }: { readonly load: Load<Overview> }): ReactElement {
  const { dashboard } = useMessages(statementsMessages);
  return (
    <Card
      folds
      title={dashboard.title}
      link={<Link to={statementPaths.shareStatement}>{dashboard.statement}</Link>}
    >
      <LoadedLines load={load} words={dashboard} lines={5}>
        {({ savingsByMonth }) => <Savings months={savingsByMonth} />}
      </LoadedLines>
    </Card>
  );
}

function Savings({ months }: { readonly months: readonly Month[] }): ReactElement {
  const { dashboard } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last || months.every(({ balance }) => balance === 0)) {
    return (
      <EmptyState icon="wallet" title={dashboard.empty}>
        <p>{dashboard.emptyText}</p>
      </EmptyState>
    );
  }
  const start = formatDay(first.month, language, "monthYear");
  const at = (index: number): number => index / (months.length - 1);
  return (
    <StepChart
      label={fill(dashboard.label, {
        first: money(first.balance),
        start,
        last: money(last.balance),
      })}
      caption={<Change first={first} last={last} month={start} />}
      points={months.map(({ balance }, index) => ({ at: at(index), value: balance }))}
      last={money(last.balance)}
      labels={months.flatMap(({ month }, index) =>
        index % 6 === 0 ? [{ at: at(index), text: formatDay(month, language, "monthBrief") }] : [],
      )}
      table={<Months months={months} />}
    />
  );
}

interface ChangeProps {
  readonly first: Month;
  readonly last: Month;
  readonly month: string;
}

function Change({ first, last, month }: ChangeProps): ReactElement {
  const { dashboard } = useMessages(statementsMessages);
  const change = addCents(fromWireAmount(last.balance), negateCents(fromWireAmount(first.balance)));
  if (change === ZERO_CENTS) return <>{fill(dashboard.same, { month })}</>;
  const [words, size] =
    change > 0n ? [dashboard.up, change] : [dashboard.down, negateCents(change)];
  const [before, after] = fill(words, { month }).split("{amount}");
  return (
    <>
      {before}
      <b>{formatMoney(size)}</b>
      {after}
    </>
  );
}

/** Newest month first, because members look for the latest. */
function Months({ months }: { readonly months: readonly Month[] }): ReactElement {
  const { chart, dashboard } = useMessages(statementsMessages);
  const { language } = useSpoken();
  return (
    <Table
      caption={dashboard.title}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      columns={[
        {
          head: chart.month,
          place: "what",
          cell: ({ month }) => formatDay(month, language, "monthYear"),
        },
        {
          head: chart.change,
          place: "balance",
          number: true,
          cardLabel: chart.change,
          cell: ({ change }) => (change > 0 ? `+${money(change)}` : money(change)),
        },
        {
          head: dashboard.savings,
          place: "howMuch",
          number: true,
          cell: ({ balance }) => money(balance),
        },
      ]}
    />
  );
}
