import { booksMessages } from "#shared/messages/ledger/books-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { entry as endpoint } from "#shared/contract/ledger/books.ts";
import { fill } from "#shared/language.ts";
import type { BooksWords } from "#shared/messages/ledger/books-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useRequest } from "#web/lib/query.ts";
import { Link } from "#web/lib/router.tsx";
import { booksAddress } from "#web/staff/addresses.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import text from "#web/ui/text.module.css";
import { useActorLabel } from "#web/staff/actor-label.ts";
import css from "./books.module.css";

type Entry = z.output<typeof endpoint.answer>;
type Line = Entry["lines"][number];

/** One entry with all its lines, the person who posted it, and its reversal. */
export function EntryPage({ id }: { readonly id: string }): ReactElement {
  const words = useMessages(booksMessages);
  const { entry: texts } = words;
  const load = useRequest(endpoint, { params: { id } }, { hasWords: true, isAccess: true });
  return (
    <div className={css["page"]}>
      <PageHeader
        title={fill(texts.title, { id })}
        place={`books entry ${id}`}
        lead={<Link to={booksAddress("trial")}>{words.back}</Link>}
      />
      <Loaded
        load={load}
        loading={texts.loading}
        failed={texts.failed}
        skeleton={
          <Card>
            <SkeletonLines rows={6} />
          </Card>
        }
      >
        {(found) => (
          <>
            <Card title={texts.facts}>
              <EntryFacts entry={found} />
            </Card>
            <Card title={texts.lines}>
              <Table
                caption={fill(texts.caption, { id })}
                columns={columnsOf(texts, found)}
                rows={found.lines}
                rowKey={({ code, memberNo, reference }) => `${code} ${memberNo} ${reference}`}
                total={texts.total}
              />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  );
}

function EntryFacts({ entry }: { readonly entry: Entry }): ReactElement {
  const actorLabel = useActorLabel();
  const { entry: words } = useMessages(booksMessages);
  const { language } = useSpoken();
  const other = (id: string) => (
    <Link className={text["open"]} to={booksAddress("entry", { id })}>
      {fill(words.entryNo, { id })}
    </Link>
  );
  return (
    <Facts
      facts={[
        { term: words.narration, value: entry.narration },
        { term: words.date, value: formatDay(entry.date, language) },
        { term: words.booked, value: formatMoment(entry.bookedAt, language) },
        { term: words.by, value: actorLabel(entry.by) },
        { term: words.ref, value: entry.reference },
        { term: words.receipt, value: entry.receipt },
        entry.reverses
          ? { term: words.reverses, value: other(entry.reverses) }
          : {
              term: words.reversedBy,
              value: entry.reversedBy ? other(entry.reversedBy) : words.notReversed,
            },
      ]}
    />
  );
}

function columnsOf(words: BooksWords["entry"], { lines }: Entry): Column<Line>[] {
  const { heads } = words;
  const side = (amount: number): string => (amount === 0 ? "" : money(amount));
  const total = (of: (line: Line) => number) => (
    <Tie>{formatMoney(addCents(...lines.map((line) => fromWireAmount(of(line)))))}</Tie>
  );
  return [
    {
      head: heads.account,
      place: "what",
      cell: ({ code, name, memberNo, reference }) => (
        <>
          <Link
            className={text["open"]}
            to={booksAddress("account", {
              account: code,
              member: memberNo,
              // An account of the society has a reference only if it was added.
              added: memberNo ? "" : reference,
            })}
          >
            {name}
          </Link>
          {reference && <span className={css["small"]}>{reference}</span>}
        </>
      ),
    },
    {
      head: heads.member,
      place: "when",
      cell: ({ memberNo, member }) => (memberNo ? `${memberNo} ${member}` : words.society),
    },
    {
      head: heads.debit,
      place: "howMuch",
      number: true,
      cardLabel: heads.debit,
      cell: ({ debit }) => side(debit),
      onCard: ({ debit }) => debit !== 0,
      total: total(({ debit }) => debit),
      totalLabel: heads.debit,
    },
    {
      head: heads.credit,
      place: "howMuch",
      number: true,
      cardLabel: heads.credit,
      cell: ({ credit }) => side(credit),
      onCard: ({ credit }) => credit !== 0,
      total: total(({ credit }) => credit),
      totalLabel: heads.credit,
      totalPlace: "balance",
    },
  ];
}
