import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/payouts/desk.ts";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { bankMessages } from "#shared/messages/payouts/bank-sw.ts";
import { chequesMessages } from "#shared/messages/payouts/cheques-sw.ts";
import { payoutProblem } from "#shared/messages/payouts/payout-problem.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { dayOfMoment } from "#web/lib/moment.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { bankPayoutsAddress, chequesAddress, payoutAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Choice, Search } from "../list-tools.tsx";
import { EmptyList, MoreRows, TotalTabs } from "../tabbed-list.tsx";
import tools from "#web/ui/queue.module.css";
import type { Officer } from "../officer.ts";
import { useActorLabel } from "../actor-label.ts";
import { type Asked, askedAddress, useAsked, queryOf } from "./filters.ts";
import { FilesCard } from "./files.tsx";
import css from "#web/ui/desk-page.module.css";
import { QueueCard } from "./queue-card.tsx";
import { StateBadge } from "./format.tsx";

export type FirstPage = z.output<typeof list.answer>;
type Row = FirstPage["rows"][number];

/** The tabs of payouts with their totals, and how they are sent. */
export function QueuePage({ officer }: { readonly officer: Officer }): ReactElement {
  const words = useMessages(payoutsMessages);
  const bank = useMessages(bankMessages);
  const cheques = useMessages(chequesMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(list, { query: queryOf(asked) }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  const ask = (change: Partial<Asked>): void =>
    go(askedAddress({ ...asked, ...change }), { replace: true });
  return (
    <div className={css["page"]}>
      <PageHeader
        title={words.list.title}
        place="payouts"
        lead={words.list.lead}
        actions={
          <>
            <LinkButton to={chequesAddress()}>{cheques.link}</LinkButton>
            <LinkButton to={bankPayoutsAddress()}>{bank.link}</LinkButton>
          </>
        }
      />
      <TotalTabs
        label={words.list.tabs}
        names={words.tabs}
        current={asked.tab}
        pressing="exceptions"
        addressOf={(tab) => askedAddress({ tab, year: asked.year })}
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
          <Choice
            label={words.list.year}
            value={keyOf(asked.year)}
            onChoose={(year) => ask({ year: year.trim() })}
            options={yearsOf(asked, pages[0]?.years ?? [], words)}
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
      <QueueCard queue={pages[0]?.queue ?? null} officer={officer} />
      <FilesCard officer={officer} />
    </div>
  );
}

/** Integer keys would sort before all others, so each key starts with a blank. */
const keyOf = (year: string): string => year && ` ${year}`;

/** All years first, then the latest; the requested year is listed even before they are loaded. */
function yearsOf(
  { year }: Asked,
  years: readonly number[],
  { list: words }: PayoutWords,
): Record<string, string> {
  const known = [...new Set([...years.map(String), ...(year ? [year] : [])])]
    .toSorted()
    .toReversed();
  return { "": words.allYears, ...Object.fromEntries(known.map((one) => [keyOf(one), one])) };
}

interface RowsProps {
  readonly asked: Asked;
  readonly rows: readonly Row[];
  readonly more: (() => void) | null;
  readonly ask: (change: Partial<Asked>) => void;
}

function Rows({ asked, rows, more, ask }: RowsProps): ReactElement {
  const words = useMessages(payoutsMessages);
  const { language } = useSpoken();
  if (rows.length === 0) {
    return (
      <EmptyList
        words={words.list}
        search={asked.search}
        onClear={() => ask({ search: "" })}
        title={words.empty[asked.tab]}
        text={words.emptyText}
      />
    );
  }
  const day = (at: string) => formatDay(dayOfMoment(Date.parse(at)), language);
  return (
    <>
      <Table
        caption={words.list.caption}
        columns={columnsOf(words, asked, day)}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <MoreRows text={words.list.more} onMore={more} />
    </>
  );
}

function columnsOf(words: PayoutWords, { tab }: Asked, day: (at: string) => string): Column<Row>[] {
  const { heads } = words.list;
  const hasReceipt = tab === "paid";
  return [
    {
      head: heads.member,
      place: "what",
      cell: ({ id, fullName, memberNo }) => (
        <>
          <Link className={css["open"]} to={payoutAddress(id)}>
            {fullName}
          </Link>
          <span className={css["number"]}>{memberNo}</span>
        </>
      ),
    },
    { head: heads.mobile, place: "when", cell: ({ mobileNo }) => mobileNo },
    {
      head: hasReceipt ? heads.receipt : heads.why,
      place: "reference",
      cell: (row) => (hasReceipt ? row.receipt : <Why row={row} />),
    },
    { head: heads.state, place: "more", cell: ({ state }) => <StateBadge state={state} /> },
    {
      head: heads.changed,
      place: "balance",
      quiet: true,
      cell: ({ changedAt }) => day(changedAt),
    },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

/** The claim about it, else the reason for its state. */
function Why({ row }: { readonly row: Row }): ReactElement {
  const actorLabel = useActorLabel();
  const words = useMessages(payoutsMessages);
  const said = row.claimedReceipt
    ? fill(words.claimed, { by: actorLabel(row.claimedBy) })
    : payoutProblem(row.problem, words.problems);
  return <span className={css["why"]}>{said}</span>;
}
