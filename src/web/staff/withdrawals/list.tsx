import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/withdrawals/desk.ts";
import { fill } from "#shared/language.ts";
import type { WithdrawalDeskWords } from "#shared/messages/withdrawals/withdrawal-desk-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { withdrawalAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import tools from "#web/ui/queue.module.css";
import css from "#web/ui/desk-page.module.css";
import { Search } from "../list-tools.tsx";
import type { Officer } from "../officer.ts";
import { EmptyList, MoreRows, TotalTabs } from "../tabbed-list.tsx";
import { CounterCard } from "./counter-card.tsx";
import { StandingCard } from "./standing-card.tsx";
import { type Asked, askedAddress, useAsked, queryOf } from "./filters.ts";

type Row = z.output<typeof list.answer>["rows"][number];

/** The tabs of withdrawals with their totals, and the form of the counter. */
export function WithdrawalList({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(withdrawalDeskMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(list, { query: queryOf(asked) }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  const ask = (change: Partial<Asked>): void =>
    go(askedAddress({ ...asked, ...change }), { replace: true });
  return (
    <div className={css["page"]}>
      <PageHeader title={words.list.title} place="withdrawals" lead={words.list.lead} />
      <TotalTabs
        label={words.list.tabs}
        names={words.tabs}
        current={asked.tab}
        pressing="approval"
        addressOf={(tab) => askedAddress({ tab })}
        totals={pages[0]?.tabs}
      />
      <Card>
        <p className={css["about"]}>{words.tabTexts[asked.tab]}</p>
        <div className={tools["tools"]}>
          <Search
            key={asked.tab}
            label={words.list.search}
            hint={words.list.searchHint}
            value={asked.search}
            onSearch={(search) => ask({ search })}
          />
        </div>
        <Loaded
          load={load}
          loading={words.list.loading}
          failed={words.list.failed}
          skeleton={<SkeletonLines rows={8} />}
        >
          {({ more }) => (
            <Rows asked={asked} rows={pages.flatMap((page) => page.rows)} more={more} ask={ask} />
          )}
        </Loaded>
      </Card>
      {officer.may("withdrawals.request") && <CounterCard />}
      <StandingCard />
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
  const words = useMessages(withdrawalDeskMessages);
  const { language } = useSpoken();
  if (rows.length === 0) {
    return (
      <EmptyList
        words={words.list}
        search={asked.search}
        onClear={() => ask({ search: "" })}
        title={words.empty[asked.tab]}
        text={words.list.emptyText}
      />
    );
  }
  return (
    <>
      <Table
        caption={words.list.caption}
        columns={columnsOf(words, (day) => formatDay(day, language))}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <MoreRows text={words.list.more} onMore={more} />
    </>
  );
}

function columnsOf(words: WithdrawalDeskWords, day: (at: string) => string): Column<Row>[] {
  const { heads } = words.list;
  return [
    {
      head: heads.member,
      place: "what",
      cell: ({ id, fullName, memberNo }) => (
        <>
          <Link className={css["open"]} to={withdrawalAddress(id)}>
            {fullName}
          </Link>
          <span className={css["number"]}>{memberNo}</span>
        </>
      ),
    },
    { head: heads.reference, place: "reference", cell: ({ reference }) => reference },
    {
      head: heads.progress,
      place: "more",
      cell: ({ progress, readyOn }) => fill(words.progress[progress], { date: day(readyOn) }),
    },
    {
      head: heads.asked,
      place: "balance",
      quiet: true,
      cell: ({ date, time }) => `${day(date)} ${time}`,
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
  ];
}
