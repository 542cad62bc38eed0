import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { standingList } from "#shared/contract/withdrawals/standing-list.ts";
import { fill } from "#shared/language.ts";
import type { WithdrawalDeskWords } from "#shared/messages/withdrawals/withdrawal-desk-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import css from "#web/ui/desk-page.module.css";
import { MoreRows } from "../tabbed-list.tsx";

type Row = z.output<typeof standingList.answer>["rows"][number];

/** The transfers that members have ordered for each month. */
export function StandingCard(): ReactElement {
  const { standing: words } = useMessages(withdrawalDeskMessages);
  const { language } = useSpoken();
  const load = usePagedRequest(standingList, { query: {} }, "after");
  const pages = load.state === "loaded" ? load.data.pages : [];
  const day = (on: string): string => formatDay(on, language);
  return (
    <Card title={words.title}>
      <Loaded
        load={load}
        loading={words.loading}
        failed={words.failed}
        skeleton={<SkeletonLines rows={4} />}
      >
        {({ more }) => {
          const rows = pages.flatMap((page) => page.rows);
          return rows.length === 0 ? (
            <EmptyState icon="swap" title={words.none}>
              <p>{words.noneText}</p>
            </EmptyState>
          ) : (
            <>
              <Table
                caption={words.title}
                columns={columnsOf(words, day)}
                rows={rows}
                rowKey={({ id }) => id}
              />
              <MoreRows text={words.more} onMore={more} />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function columnsOf(
  words: WithdrawalDeskWords["standing"],
  day: (on: string) => string,
): Column<Row>[] {
  const { heads } = words;
  return [
    {
      head: heads.member,
      place: "what",
      cell: ({ fullName, memberNo }) => (
        <>
          {fullName}
          <span className={css["number"]}>{memberNo}</span>
        </>
      ),
    },
    { head: heads.to, place: "more", cell: ({ to, loanNo }) => loanNo ?? words.to[to] },
    { head: heads.next, place: "when", cell: ({ nextOn }) => day(nextOn) },
    {
      head: heads.last,
      place: "more",
      quiet: true,
      cell: ({ last }) => last && fill(words.last[last.outcome], { day: day(last.on) }),
    },
    { head: heads.amount, place: "howMuch", number: true, cell: ({ amount }) => money(amount) },
  ];
}
