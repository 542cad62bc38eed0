import { payInsMessages } from "#shared/messages/pay-ins/pay-ins-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/pay-ins/desk.ts";
import type { PayInWords } from "#shared/messages/pay-ins/pay-ins-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { dayOfMoment } from "#web/lib/moment.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { payInAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import tools from "#web/ui/queue.module.css";
import css from "#web/ui/desk-page.module.css";
import { Search } from "../list-tools.tsx";
import { EmptyList, MoreRows, TotalTabs } from "../tabbed-list.tsx";
import { type Asked, askedAddress, useAsked, queryOf } from "./filters.ts";

type Page = z.output<typeof list.answer>;
type Row = Page["rows"][number];

/** The tabs of payments by M-Pesa with their totals. */
export function PayInList(): ReactElement {
  const words = useMessages(payInsMessages);
  const { go } = useNavigation();
  const asked = useAsked();
  const load = usePagedRequest(list, { query: queryOf(asked) }, "after", { keepBefore: true });
  const pages = load.state === "loaded" ? load.data.pages : [];
  const ask = (change: Partial<Asked>): void =>
    go(askedAddress({ ...asked, ...change }), { replace: true });
  return (
    <div className={css["page"]}>
      <PageHeader title={words.list.title} place="payIns" lead={words.list.lead} />
      <TotalTabs
        label={words.list.tabs}
        names={words.tabs}
        current={asked.tab}
        pressing="differs"
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
  const words = useMessages(payInsMessages);
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
  const day = (at: string) => formatDay(dayOfMoment(Date.parse(at)), language);
  return (
    <>
      <Table
        caption={words.list.caption}
        columns={columnsOf(words, asked, day)}
        rows={rows}
        rowKey={({ receipt }) => receipt}
      />
      <MoreRows text={words.list.more} onMore={more} />
    </>
  );
}

function columnsOf(words: PayInWords, { tab }: Asked, day: (at: string) => string): Column<Row>[] {
  const { heads } = words.list;
  const hasMember = tab !== "suspense" && tab !== "returned";
  return [
    {
      head: heads.sender,
      place: "what",
      cell: ({ receipt, sender }) => (
        <>
          <Link className={css["open"]} to={payInAddress(receipt)}>
            {sender || receipt}
          </Link>
          <span className={css["number"]}>{receipt}</span>
        </>
      ),
    },
    { head: heads.account, place: "reference", cell: ({ account }) => account },
    {
      head: hasMember ? heads.member : heads.why,
      place: "more",
      cell: ({ fullName, memberNo, cause }) =>
        hasMember ? (
          `${fullName} ${memberNo}`.trim()
        ) : (
          <span className={css["why"]}>{words.causes[cause]}</span>
        ),
    },
    { head: heads.paid, place: "balance", quiet: true, cell: ({ paidAt }) => day(paidAt) },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}
