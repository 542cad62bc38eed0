import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { statement, statementFile } from "#shared/contract/reconciliation/statement.ts";
import { documentFormats } from "#shared/contract/statements/member-statements.ts";
import { fill } from "#shared/language.ts";
import { reconciliationMessages } from "#shared/messages/reconciliation/reconciliation-sw.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatCount, money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { useMessages } from "#web/lib/words.ts";
import { paths } from "#web/paths.ts";
import { reconciliationAddress } from "#web/staff/addresses.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Crumb } from "#web/ui/crumb.tsx";
import { DayTool } from "#web/ui/day-tool.tsx";
import page from "#web/ui/desk-page.module.css";
import { Loaded } from "#web/ui/loaded.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Download } from "#web/staff/download.tsx";
import css from "#web/ui/queue.module.css";
import own from "./reconciliation.module.css";

type Answer = z.output<typeof statement.answer>;

interface DayProps {
  readonly account: ReconciledAccount;
  /** The day in the address; empty for the last day that statements cover. */
  readonly day: string;
}

/** The reconciliation statement of a day, from the bank's balance to our books. */
export function DayStatementPage({ account, day }: DayProps): ReactElement {
  const { accounts, overview, day: words } = useMessages(reconciliationMessages);
  const { go } = useNavigation();
  const query = { day };
  const load = useRequest(
    statement,
    { params: { account }, query },
    { keepBefore: true, isAccess: true },
  );
  const shown = day || (load.state === "loaded" ? load.data.to : "");
  const ask = (chosen: string): void =>
    go(reconciliationAddress(account, { part: "day", day: chosen }), { replace: true });
  return (
    <div className={page["page"]}>
      <Crumb to={paths.reconciliation}>{overview.title}</Crumb>
      <PageHeader
        title={fill(words.title, { account: accounts[account] })}
        place={reconciliationAddress(account, { part: "day" })}
      />
      <Card>
        <div className={css["tools"]}>
          <DayTool className={css["tool"]} label={words.dayTool} isSaid value={shown} onDay={ask} />
          <div className={own["links"]}>
            {documentFormats.map((format) => (
              <Download
                key={format}
                endpoint={statementFile}
                request={{ params: { account, format }, query }}
                words={{ csv: words[format], csvWait: words.wait, csvFailed: words.fileFailed }}
              />
            ))}
          </div>
        </div>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={8} />}
        >
          {(answer) => <Shown answer={answer} />}
        </Loaded>
      </Card>
    </div>
  );
}

function Shown({ answer }: { readonly answer: Answer }): ReactElement {
  const { day: words } = useMessages(reconciliationMessages);
  const { language } = useSpoken();
  const day = (on: string) => formatDay(on, language);
  const { startsOn, coversTo, to, books, difference } = answer;
  return (
    <>
      <p className={page["note"]}>
        {fill(words.cover, { from: day(startsOn), to: day(coversTo) })}{" "}
        {difference === 0 ? (
          <Badge icon="check" meaning="ok">
            {words.ties}
          </Badge>
        ) : (
          <Badge icon="stop" meaning="bad">
            {fill(words.differs, { amount: money(difference) })}
          </Badge>
        )}
      </p>
      <Table
        caption={words.caption}
        columns={useColumns(money(books))}
        rows={useRows(answer)}
        rowKey={({ key }) => key}
        total={fill(words.books, { day: day(to) })}
      />
    </>
  );
}

interface Row {
  readonly key: string;
  readonly what: string;
  readonly day: string;
  readonly receipt: string;
  /** The amount of one open item; a sum has it in the last column. */
  readonly item: number | null;
  readonly sum: number | null;
}

function useColumns(books: string): Column<Row>[] {
  const { heads } = useMessages(reconciliationMessages).day;
  const { language } = useSpoken();
  const amount = (given: number | null) => (given === null ? "" : money(given));
  return [
    { head: heads.what, place: "what", cell: ({ what }) => what },
    { head: heads.day, place: "when", cell: ({ day }) => day && formatDay(day, language) },
    { head: heads.receipt, place: "reference", cell: ({ receipt }) => receipt },
    { head: heads.item, place: "more", number: true, cell: ({ item }) => amount(item) },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ sum }) => amount(sum),
      total: books,
    },
  ];
}

function useRows(answer: Answer): Row[] {
  const { day: words } = useMessages(reconciliationMessages);
  const { language } = useSpoken();
  const { matched, notMatched, unpresented, unrecorded } = answer;
  const day = (on: string) => ({ day: formatDay(on, language) });
  const count = (items: number) => ({ count: formatCount(items) });
  return [
    sumRow("opening", fill(words.opening, day(answer.from)), answer.opening),
    sumRow("matched", fill(words.matched, count(matched.items)), matched.amount),
    sumRow("notMatched", fill(words.notMatched, count(notMatched.items)), notMatched.amount),
    sumRow("closing", fill(words.closing, day(answer.to)), answer.closing),
    sumRow("unpresented", fill(words.unpresented, count(unpresented.items)), unpresented.amount),
    ...itemRows("books", unpresented, words.rest),
    sumRow("unrecorded", fill(words.unrecorded, count(unrecorded.items)), -unrecorded.amount),
    ...itemRows("statement", unrecorded, words.rest),
    sumRow("broughtForward", words.broughtForward, answer.broughtForward),
  ];
}

function sumRow(key: string, what: string, sum: number): Row {
  return { key, what, day: "", receipt: "", item: null, sum };
}

/** The listed items of a side, and one row that counts those that are not listed. */
function itemRows(side: string, { items, rows }: Answer["unrecorded"], rest: string): Row[] {
  const listed = rows.map(({ id, day, receipt, text, note, amount }): Row => {
    const what = note === "" ? text : `${text} (${note})`;
    return { key: `${side} ${id}`, what, day, receipt, item: amount, sum: null };
  });
  if (rows.length === items) return listed;
  const what = fill(rest, { count: formatCount(items - rows.length) });
  return [...listed, { key: side, what, day: "", receipt: "", item: null, sum: null }];
}
