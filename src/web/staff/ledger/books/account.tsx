import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { entries, entriesFile } from "#shared/contract/ledger/books.ts";
import { fill } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { type Pages, usePagedRequest } from "#web/lib/query.ts";
import { Link, useNavigation } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import card from "#web/ui/card.module.css";
import { Card } from "#web/ui/card.tsx";
import { classes } from "#web/ui/classes.ts";
import { DayTool } from "#web/ui/day-tool.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Download } from "#web/staff/download.tsx";
import css from "./books.module.css";

type Page = z.output<typeof entries.answer>;
type Row = Page["rows"][number];

interface Asked {
  readonly member: string;
  /** The code of an added account; empty for one of the chart. */
  readonly added: string;
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

interface AccountProps {
  readonly account: string;
  readonly asked: Asked;
}

/** One ledger account: its entries in a period, each with the balance after it. */
export function AccountPage({ account, asked }: AccountProps): ReactElement {
  const words = useMessages(booksMessages);
  const request = { params: { account }, query: { ...asked } };
  const load = usePagedRequest(entries, request, "after", { keepBefore: true, hasWords: true });
  const name = load.state === "loaded" ? (load.data.pages[0]?.name ?? "") : "";
  return (
    <div className={css["page"]}>
      <PageHeader
        title={name || words.title}
        place={`books account ${account}`}
        lead={<Link to={booksAddress("trial", { day: asked.to })}>{words.back}</Link>}
      />
      <Card>
        <Tools account={account} asked={asked} />
        <Loaded
          load={load}
          loading={words.account.loading}
          failed={words.account.failed}
          skeleton={<SkeletonLines rows={10} />}
        >
          {(data) => <Entries data={data} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Tools({ account, asked }: AccountProps): ReactElement {
  const words = useMessages(booksMessages);
  const { account: texts } = words;
  const { go } = useNavigation();
  const ask = (change: Partial<Asked>): void => {
    go(booksAddress("account", { account, ...asked, ...change }), { replace: true });
  };
  return (
    <div className={css["tools"]}>
      <Search
        key={asked.search}
        search={asked.search}
        onSearch={(search) => ask(search ? { search, from: "", to: "" } : { search })}
      />
      <DayTool
        className={css["tool"]}
        label={texts.from}
        isSaid
        value={asked.from}
        onDay={(from) => ask({ from })}
      />
      <DayTool
        className={css["tool"]}
        label={texts.to}
        isSaid
        value={asked.to}
        onDay={(to) => ask({ to })}
      />
      {asked.member && (
        <LinkButton small to={booksAddress("account", { account, ...asked, member: "" })}>
          {`${fill(texts.ofMember, { member: asked.member })}: ${texts.ofAll}`}
        </LinkButton>
      )}
      <div className={css["push"]}>
        <Download
          endpoint={entriesFile}
          request={{ params: { account }, query: { ...asked } }}
          words={words}
        />
      </div>
    </div>
  );
}

interface SearchProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Searching reads thousands of entries, so it waits for Submit. */
function Search({ search, onSearch }: SearchProps): ReactElement {
  const { account: words } = useMessages(booksMessages);
  const [typed, setTyped] = useState(search);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form className={css["search"]} role="search" onSubmit={submit}>
      <label className={css["tool"]}>
        <Icon name="search" small />
        <span className={text["hidden"]}>{words.search}</span>
        <input
          type="search"
          value={typed}
          maxLength={80}
          placeholder={words.searchHint}
          enterKeyHint="search"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </form>
  );
}

function Entries({ data: { pages, more } }: { readonly data: Pages<Page> }): ReactElement {
  const words = useMessages(booksMessages);
  const { account: texts } = words;
  const { language } = useSpoken();
  const rows = pages.flatMap((page) => page.rows);
  const [first] = pages;
  const lookedTo = pages.at(-1)?.lookedTo ?? "";
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon="search" title={texts.empty}>
          <p>{texts.emptyText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={fill(texts.caption, { name: first?.name ?? "" })}
          columns={columnsOf(texts, first?.opening ?? 0, (day) => formatDay(day, language))}
          rows={rows}
          rowKey={({ entry }) => entry}
        />
      )}
      {more && (
        <div className={card["foot"]}>
          <Button small onClick={more}>
            {lookedTo ? texts.further : words.more}
          </Button>
          {lookedTo && <span>{fill(texts.looked, { day: formatDay(lookedTo, language) })}</span>}
        </div>
      )}
    </>
  );
}

function columnsOf(
  words: BooksWords["account"],
  opening: number,
  day: (given: string) => string,
): Column<Row>[] {
  const { heads } = words;
  const side = (amount: number): string => (amount === 0 ? "" : money(amount));
  return [
    { head: heads.date, place: "when", cell: ({ date }) => day(date), opening: "" },
    {
      head: heads.narration,
      place: "what",
      cell: (row) => <Narration row={row} />,
      opening: words.opening,
    },
    {
      head: heads.ref,
      place: "reference",
      quiet: true,
      cell: ({ reference, receipt }) =>
        [...new Set([reference, receipt])].filter(Boolean).join(" · "),
      opening: "",
    },
    {
      head: heads.member,
      place: "more",
      cell: ({ memberNo }) => memberNo,
      opening: "",
    },
    {
      head: heads.debit,
      place: "howMuch",
      number: true,
      cardLabel: heads.debit,
      cell: ({ debit }) => side(debit),
      onCard: ({ debit }) => debit !== 0,
      opening: "",
    },
    {
      head: heads.credit,
      place: "howMuch",
      number: true,
      cardLabel: heads.credit,
      cell: ({ credit }) => side(credit),
      onCard: ({ credit }) => credit !== 0,
      opening: "",
    },
    {
      head: heads.balance,
      place: "balance",
      number: true,
      cell: ({ balance }) => money(balance),
      opening: money(opening),
    },
  ];
}

function Narration({ row }: { readonly row: Row }): ReactElement {
  const { account: words } = useMessages(booksMessages);
  const state = row.reversal ? words.reversal : row.reversed ? words.reversed : "";
  return (
    <>
      <Link className={text["open"]} to={booksAddress("entry", { id: row.entry })}>
        {row.narration}
      </Link>
      {state && <span className={classes(css["small"])}>{state}</span>}
    </>
  );
}
