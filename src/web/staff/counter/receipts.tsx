import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { list } from "#shared/contract/counter/receiving.ts";
import type { ReceiptState } from "#shared/receipt-states.ts";
import type { CounterWords } from "#shared/messages/counter/counter-en.ts";
import type { Language } from "#shared/language.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { counterAddress, type Given, receiptAddress } from "#web/staff/addresses.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import css from "#web/ui/desk-page.module.css";
import tools from "#web/ui/queue.module.css";
import parts from "./counter.module.css";
import { Search } from "../list-tools.tsx";
import { EmptyList, MoreRows } from "../tabbed-list.tsx";

type Row = z.output<typeof list.answer>["rows"][number];

interface ReceiptsPartProps {
  readonly search: string;
  /** Only cheques that wait to clear. */
  readonly clearing: boolean;
}

/** The receipts of the counter, by number, member or name. */
export function ReceiptsPart({ search, clearing }: ReceiptsPartProps): ReactElement {
  const { receipts: words } = useMessages(counterMessages);
  const { go } = useNavigation();
  const waiting: Given<"counter"> = clearing ? { clearing: "yes" } : {};
  const ask = (given: string): void => {
    const query = given === "" ? waiting : { ...waiting, search: given };
    go(counterAddress("receipts", query), { replace: true });
  };
  return (
    <Card>
      <div className={tools["tools"]}>
        <nav className={parts["parts"]} aria-label={words.which}>
          <Link to={counterAddress("receipts")} aria-current={clearing ? undefined : "page"}>
            {words.all}
          </Link>
          <Link
            to={counterAddress("receipts", { clearing: "yes" })}
            aria-current={clearing ? "page" : undefined}
          >
            {words.clearing}
          </Link>
        </nav>
        <Search label={words.search} hint={words.searchHint} value={search} onSearch={ask} />
      </div>
      <ReceiptRows
        search={search}
        clearing={clearing}
        caption={words.caption}
        onClear={() => ask("")}
      />
    </Card>
  );
}

interface ReceiptRowsProps {
  /** Only those of one's own till. */
  readonly mine?: boolean;
  readonly clearing?: boolean;
  readonly search: string;
  readonly caption: string;
  readonly onClear?: () => void;
}

/** A list of receipts, the latest first. */
export function ReceiptRows(props: ReceiptRowsProps): ReactElement {
  const { mine = false, clearing = false, search, caption, onClear = () => undefined } = props;
  const words = useMessages(counterMessages);
  const { language } = useSpoken();
  const query = {
    ...(mine && { mine: "yes" as const }),
    ...(clearing && { clearing: "yes" as const }),
    ...(search.trim().length >= 2 && { search: search.trim() }),
  };
  const load = usePagedRequest(list, { query }, "after", { keepBefore: true });
  return (
    <Loaded
      load={load}
      loading={words.receipts.loading}
      failed={words.receipts.failed}
      skeleton={<SkeletonLines rows={6} />}
    >
      {({ pages, more }) => {
        const rows = pages.flatMap((page) => page.rows);
        if (rows.length === 0) {
          return (
            <EmptyList
              words={words.receipts}
              search={search}
              onClear={onClear}
              title={words.receipts.empty}
              text={words.receipts.emptyText}
            />
          );
        }
        return (
          <>
            <Table
              caption={caption}
              columns={columnsOf(words, language)}
              rows={rows}
              rowKey={({ receiptNo }) => receiptNo}
            />
            <MoreRows text={words.receipts.more} onMore={more} />
          </>
        );
      }}
    </Loaded>
  );
}

function columnsOf(words: CounterWords, language: Language): Column<Row>[] {
  const { heads } = words.receipts;
  return [
    {
      head: heads.member,
      place: "what",
      cell: ({ receiptNo, name, memberNo }) => (
        <>
          <Link className={css["open"]} to={receiptAddress(receiptNo)}>
            {name}
          </Link>
          <span className={css["number"]}>{`${receiptNo} ${memberNo}`}</span>
        </>
      ),
    },
    {
      head: heads.to,
      place: "reference",
      cell: ({ to, account }) => `${words.destinations[to]} ${account}`.trim(),
    },
    {
      head: heads.state,
      place: "more",
      cell: ({ state }) => <ReceiptBadge state={state} words={words} />,
    },
    {
      head: heads.at,
      place: "balance",
      quiet: true,
      cell: ({ receivedAt }) => formatMoment(receivedAt, language),
    },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

const looks: Readonly<Record<ReceiptState, Pick<BadgeProps, "icon" | "meaning">>> = {
  clearing: { icon: "clock", meaning: "warn" },
  credited: { icon: "check", meaning: "ok" },
  bounced: { icon: "stop", meaning: "bad" },
  reversed: { icon: "retry", meaning: "warn" },
};

interface ReceiptBadgeProps {
  readonly state: ReceiptState;
  readonly words: CounterWords;
}

/** The state of a receipt. */
export function ReceiptBadge({ state, words }: ReceiptBadgeProps): ReactElement {
  return <Badge {...looks[state]}>{words.receiptStates[state]}</Badge>;
}
