import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { file, list } from "#shared/contract/treasury/movements.ts";
import type { TreasuryWords } from "#shared/messages/treasury/treasury-en.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { booksAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { DayTool } from "#web/ui/day-tool.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import page from "#web/ui/desk-page.module.css";
import tools from "#web/ui/queue.module.css";
import { Choice, Csv, Search } from "../list-tools.tsx";
import type { Officer } from "../officer.ts";
import { EmptyList, MoreRows, TotalTabs } from "../tabbed-list.tsx";
import { type Asked, askedAddress, useAsked, queryOf } from "./filters.ts";
import { PositionCard } from "./position.tsx";
import css from "./treasury.module.css";

type Row = z.output<typeof list.answer>["rows"][number];

/** The society's own money: its balances, and the movements with their tabs and filters. */
export function TreasuryPart({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(treasuryMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(list, { query: queryOf(asked) }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  const ask = (change: Partial<Asked>): void =>
    go(askedAddress({ ...asked, ...change }), { replace: true });
  return (
    <>
      <p className={css["lead"]}>{words.list.lead}</p>
      <PositionCard officer={officer} />
      <TotalTabs
        label={words.list.tabs}
        names={words.tabs}
        current={asked.tab}
        pressing="waiting"
        addressOf={(tab) => askedAddress({ ...asked, tab })}
        totals={pages[0]?.tabs}
      />
      <Card>
        <Tools asked={asked} ask={ask} officer={officer} />
        <Loaded
          load={load}
          loading={words.list.loading}
          failed={words.list.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ more }) => (
            <Rows asked={asked} rows={pages.flatMap((one) => one.rows)} more={more} ask={ask} />
          )}
        </Loaded>
      </Card>
    </>
  );
}

interface ToolsProps {
  readonly asked: Asked;
  readonly ask: (change: Partial<Asked>) => void;
  readonly officer: Officer;
}

function Tools({ asked, ask, officer }: ToolsProps): ReactElement {
  const { list: words, kinds } = useMessages(treasuryMessages);
  return (
    <div className={tools["tools"]}>
      <Search
        key={asked.tab}
        label={words.search}
        hint={words.searchHint}
        value={asked.search}
        onSearch={(search) => ask({ search })}
      />
      <Choice
        label={words.kind}
        value={asked.kind}
        onChoose={(kind) => ask({ kind })}
        options={{ "": words.every, ...kinds }}
      />
      <DayTool
        className={tools["tool"]}
        label={words.from}
        isSaid
        value={asked.from}
        onDay={(from) => ask({ from })}
      />
      <DayTool
        className={tools["tool"]}
        label={words.to}
        isSaid
        value={asked.to}
        onDay={(to) => ask({ to })}
      />
      <Csv endpoint={file} query={queryOf(asked)} words={words} />
      {officer.may("treasury.enter") && (
        <div className={css["add"]}>
          <LinkButton look="primary" small to={booksAddress("new-movement")}>
            {words.add}
          </LinkButton>
        </div>
      )}
    </div>
  );
}

interface RowsProps {
  readonly asked: Asked;
  readonly rows: readonly Row[];
  readonly more: (() => void) | null;
  readonly ask: (change: Partial<Asked>) => void;
}

function Rows({ asked, rows, more, ask }: RowsProps): ReactElement {
  const words = useMessages(treasuryMessages);
  const { language } = useSpoken();
  if (rows.length === 0) {
    return (
      <EmptyList
        words={words.list}
        search={asked.search}
        onClear={() => ask({ search: "" })}
        title={words.list.empty}
        text={words.list.emptyText}
      />
    );
  }
  return (
    <>
      <Table
        caption={words.list.caption}
        columns={columnsOf(words, asked, (day) => formatDay(day, language))}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <MoreRows text={words.list.more} onMore={more} />
    </>
  );
}

function columnsOf(
  words: TreasuryWords,
  { tab }: Asked,
  day: (given: string) => string,
): Column<Row>[] {
  const { heads } = words.list;
  return [
    {
      head: heads.what,
      place: "what",
      cell: (row) => (
        <>
          <Link className={page["open"]} to={booksAddress("movement", { id: row.id })}>
            {words.kinds[row.kind]}
          </Link>
          <span className={page["number"]}>
            {[row.accountName, row.description].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
    },
    { head: heads.reference, place: "reference", cell: ({ reference }) => reference },
    {
      head: heads.by,
      place: "more",
      cell: ({ enteredBy, state }) =>
        tab === "ended" ? `${enteredBy} · ${words.states[state]}` : enteredBy,
    },
    { head: heads.day, place: "balance", quiet: true, cell: (row) => day(row.day) },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
  ];
}
