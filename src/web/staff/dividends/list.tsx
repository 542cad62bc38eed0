import { dividendDeskMessages } from "#shared/messages/dividends/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { list } from "#shared/contract/dividends/declarations.ts";
import { fill, type Language } from "#shared/language.ts";
import type { DividendDeskWords } from "#shared/messages/dividends/desk-en.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { hundredths } from "#web/staff/hundredths.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { dividendAddress } from "#web/staff/addresses.ts";
import { LinkButton } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import layout from "#web/ui/layout.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFile } from "../list-file.tsx";
import type { Officer } from "../officer.ts";
import { type Dividend, PhaseBadge } from "./phase.tsx";

/** A year may have several withdrawn dividends, so the key uses the position in the list. */
type Row = Dividend & { readonly place: number };

/** Every year's dividend and its progress, the latest first. */
export function ListPage({ officer }: { readonly officer: Officer }): ReactElement {
  const { list: words } = useMessages(dividendDeskMessages);
  const load = useRequest(list);
  return (
    <>
      <PageHeader
        title={words.title}
        place="dividends"
        lead={words.lead}
        actions={
          <div className={layout["row"]}>
            <ListFile list="dividends" />
            {officer.may("dividends.prepare") && (
              <LinkButton to={dividendAddress("new")} look="primary">
                {words.add}
              </LinkButton>
            )}
          </div>
        }
      />
      <Card>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={4} />}
        >
          {(rows) => <Years rows={rows} />}
        </Loaded>
      </Card>
    </>
  );
}

function Years({ rows }: { readonly rows: readonly Dividend[] }): ReactElement {
  const words = useMessages(dividendDeskMessages);
  const { language } = useSpoken();
  if (rows.length === 0) {
    return (
      <EmptyState icon="pie" title={words.list.empty}>
        <p>{words.list.emptyText}</p>
      </EmptyState>
    );
  }
  return (
    <Table
      caption={words.list.caption}
      columns={columnsOf(words, language)}
      rows={rows.map((row, place) => ({ ...row, place }))}
      rowKey={({ place }) => String(place)}
    />
  );
}

function columnsOf({ list: words }: DividendDeskWords, language: Language): Column<Row>[] {
  const { heads } = words;
  return [
    { head: heads.year, place: "what", cell: (row) => <Year row={row} /> },
    {
      head: heads.rates,
      place: "when",
      cell: (row) =>
        fill(words.rates, {
          shares: hundredths(row.shareRateBasisPoints),
          deposits: hundredths(row.depositRateBasisPoints),
        }),
    },
    {
      head: heads.members,
      place: "balance",
      number: true,
      cardLabel: heads.members,
      cell: ({ members }) => formatCount(members),
    },
    { head: heads.gross, place: "howMuch", number: true, cell: ({ gross }) => money(gross) },
    {
      head: heads.window,
      place: "reference",
      quiet: true,
      cardLabel: words.until,
      cell: ({ closesOn }) => formatDay(closesOn, language),
    },
    { head: heads.state, place: "more", cell: (row) => <PhaseBadge dividend={row} /> },
  ];
}

/** A withdrawn one has no link: its year may have been declared again. */
function Year({ row }: { readonly row: Row }): ReactElement {
  if (row.state === "withdrawn") return <span>{row.year}</span>;
  return (
    <Link className={text["open"]} to={dividendAddress(row.year)}>
      {String(row.year)}
    </Link>
  );
}
