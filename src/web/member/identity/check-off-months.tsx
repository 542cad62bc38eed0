import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { checkOffMonths } from "#shared/contract/check-off/own-months.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { ownContributionMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useOwn } from "#web/member/use-own.ts";
import { Card } from "#web/ui/card.tsx";
import { LoadedLines } from "#web/ui/loaded-lines.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

type Month = z.output<typeof checkOffMonths.answer>["rows"][number];

/** A member's check-off by month: the amount received, its destination and the amount missing. */
export function CheckOffMonths(): ReactElement {
  const words = useMessages(ownContributionMessages).months;
  const load = useOwn(checkOffMonths);
  return (
    <Card title={words.title}>
      <LoadedLines load={load} words={words} lines={6}>
        {({ rows }) => (rows.length > 0 ? <Months rows={rows} /> : <NoMonths />)}
      </LoadedLines>
    </Card>
  );
}

function NoMonths(): ReactElement {
  const words = useMessages(ownContributionMessages).months;
  return (
    <EmptyState icon="calendar" title={words.empty}>
      <p>{words.emptyText}</p>
    </EmptyState>
  );
}

function Months({ rows }: { readonly rows: readonly Month[] }): ReactElement {
  const words = useMessages(ownContributionMessages).months;
  const columns = useColumns();
  return (
    <Table
      caption={words.title}
      rows={rows}
      rowKey={({ month }) => month}
      columns={columns}
      named
    />
  );
}

/** The states of a month that no file has judged. */
const unjudged: ReadonlySet<Month["state"]> = new Set(["not-member", "waiting"]);

/** Money without an amount requested in advance is not compared. */
function showsExpected({ expected, received }: Month): boolean {
  return expected !== undefined && (expected > 0 || received === 0);
}

function useColumns(): Column<Month>[] {
  const words = useMessages(ownContributionMessages).months;
  const { language } = useSpoken();
  return [
    {
      head: words.month,
      place: "what",
      cell: ({ month }) => formatDay(month, language, "monthYear"),
    },
    {
      head: words.expected,
      place: "balance",
      number: true,
      cardLabel: words.expected,
      cell: (month) => (showsExpected(month) ? money(month.expected ?? 0) : "–"),
    },
    {
      head: words.received,
      place: "howMuch",
      number: true,
      // There is no data yet, which is different from a file without an amount for the member.
      cell: ({ state, received }) =>
        received === 0 && unjudged.has(state) ? "–" : money(received),
    },
    { head: words.where, place: "more", cell: (month) => <Where month={month} /> },
  ];
}

const destinations = ["loans", "deposits", "shareCapital", "other"] as const;

function Where({ month }: { readonly month: Month }): ReactElement {
  const words = useMessages(ownContributionMessages).months;
  const { language } = useSpoken();
  const { state, missing, since } = month;
  const parts = destinations
    .filter((to) => month[to] !== 0)
    .map((to) => fill(words[to], { amount: money(month[to]) }));
  const said = { missing: money(missing), since: formatDay(since, language) };
  // A month that waits although part of it arrived: it is not due, or another file is not posted.
  const isPart = state === "waiting" && parts.length > 0;
  const outcome = isPart ? words.more : fill(words.states[state], said);
  return (
    <>
      {parts.join(", ")}
      {parts.length > 0 && outcome && <br />}
      {missing > 0 ? <b>{outcome}</b> : outcome}
    </>
  );
}
