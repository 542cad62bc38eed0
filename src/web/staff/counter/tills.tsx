import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list, type TillTab } from "#shared/contract/counter/tills.ts";
import type { CounterWords } from "#shared/messages/counter/counter-en.ts";
import type { Language } from "#shared/language.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { counterAddress, tillAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import css from "#web/ui/desk-page.module.css";
import { EmptyList, MoreRows, TotalTabs } from "../tabbed-list.tsx";

type Row = z.output<typeof list.answer>["rows"][number];

/** All tills: those with cash in them, those handed over, and those with a variance. */
export function TillsPart({ tab }: { readonly tab: TillTab }): ReactElement {
  const words = useMessages(counterMessages);
  const { language } = useSpoken();
  const load = usePagedRequest(list, { query: { tab } }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  return (
    <>
      <TotalTabs
        label={words.tills.tabsLabel}
        names={words.tills.tabs}
        current={tab}
        pressing="variances"
        addressOf={(one) => counterAddress("tills", { tab: one })}
        totals={pages[0]?.tabs}
      />
      <Card>
        <p className={css["about"]}>{words.tills.tabTexts[tab]}</p>
        <Loaded
          load={load}
          loading={words.tills.loading}
          failed={words.tills.failed}
          skeleton={<SkeletonLines rows={6} />}
        >
          {({ more }) => {
            const rows = pages.flatMap((page) => page.rows);
            return rows.length === 0 ? (
              <EmptyList
                words={words.tills}
                search=""
                onClear={() => undefined}
                title={words.tills.empty[tab]}
                text={words.tills.emptyText}
              />
            ) : (
              <>
                <Table
                  caption={words.tills.caption}
                  columns={columnsOf(words, language)}
                  rows={rows}
                  rowKey={({ id }) => id}
                />
                <MoreRows text={words.tills.more} onMore={more} />
              </>
            );
          }}
        </Loaded>
      </Card>
    </>
  );
}

function columnsOf(words: CounterWords, language: Language): Column<Row>[] {
  const { heads } = words.tills;
  return [
    {
      head: heads.holder,
      place: "what",
      cell: ({ id, fullName, staffNo }) => (
        <>
          <Link className={css["open"]} to={tillAddress(id)}>
            {fullName}
          </Link>
          <span className={css["number"]}>{`${staffNo}, ${id}`}</span>
        </>
      ),
    },
    { head: heads.state, place: "more", cell: (row) => <TillBadge till={row} words={words} /> },
    {
      head: heads.opened,
      place: "reference",
      quiet: true,
      cell: ({ openedAt }) => formatMoment(openedAt, language),
    },
    { head: heads.accepted, place: "noPhone", cell: ({ acceptedBy }) => acceptedBy },
    {
      head: heads.variance,
      place: "balance",
      number: true,
      cardLabel: heads.variance,
      cell: ({ variance }) => (variance === undefined ? "" : money(variance)),
    },
    {
      head: heads.balance,
      place: "howMuch",
      number: true,
      cell: ({ balance }) => money(balance),
    },
  ];
}

interface TillBadgeProps {
  readonly till: Pick<Row, "state" | "overnight">;
  readonly words: CounterWords;
}

const looks: Readonly<Record<Row["state"], Pick<BadgeProps, "icon" | "meaning">>> = {
  open: { icon: "wallet", meaning: "info" },
  counted: { icon: "clock", meaning: "warn" },
  closed: { icon: "check", meaning: "ok" },
};

/** The state of a till; one that was left open overnight says so. */
export function TillBadge({ till, words: { tills: words } }: TillBadgeProps): ReactElement {
  if (till.overnight) {
    return (
      <Badge icon="warn" meaning="bad">
        {words.overnight}
      </Badge>
    );
  }
  return <Badge {...looks[till.state]}>{words.states[till.state]}</Badge>;
}
