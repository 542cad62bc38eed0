import { statementsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { StepChart } from "#web/ui/chart.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Loan } from "./loan-page.tsx";

/** The balance after each movement, from the first day to the day of the last instalment. */
export function LoanChart({ loan }: { readonly loan: Loan }): ReactElement {
  const { loan: words } = useMessages(statementsMessages);
  const { language } = useSpoken();
  const { movements, asAt, endDate } = loan;
  const [first, last] = [movements[0]?.date ?? asAt, movements.at(-1)?.date ?? asAt];
  const ends = [asAt, endDate, last].reduce((later, day) => (day > later ? day : later));
  const at = (day: string): number => share(day, first, ends);
  const points = movements.map(({ date, balance }) => ({ at: at(date), value: balance }));
  const now = { at: at(asAt > last ? asAt : last), value: loan.outstanding };
  const say = (day: string): string => formatDay(day, language);
  return (
    <StepChart
      label={fill(words.chartLabel, {
        first: money(movements[0]?.balance ?? 0),
        start: say(first),
        last: money(loan.outstanding),
        end: say(asAt),
      })}
      caption={fill(words.chartCaption, { paid: money(loan.paid), total: money(loan.total) })}
      points={[...points, now]}
      last={money(loan.outstanding)}
      labels={[first, ends].map((day) => ({ at: at(day), text: say(day) }))}
      fromZero
      table={<Left loan={loan} />}
    />
  );
}

function share(day: string, first: string, ends: string): number {
  const [from, to] = [Date.parse(first), Date.parse(ends)];
  return to > from ? Math.min(1, Math.max(0, (Date.parse(day) - from) / (to - from))) : 1;
}

function Left({ loan }: { readonly loan: Loan }): ReactElement {
  const { chart, loan: words } = useMessages(statementsMessages);
  const { language } = useSpoken();
  return (
    <Table
      caption={words.chart}
      rows={loan.movements}
      rowKey={({ id }) => id}
      columns={[
        { head: chart.date, place: "what", cell: ({ date }) => formatDay(date, language) },
        {
          head: chart.change,
          place: "balance",
          number: true,
          cardLabel: chart.change,
          cell: ({ amount }) => money(amount),
        },
        {
          head: words.left2,
          place: "howMuch",
          number: true,
          cell: ({ balance }) => money(balance),
        },
      ]}
    />
  );
}
