import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports/imports-en.ts";
import { money, formatCount } from "#web/lib/figures.ts";
import { formatDay } from "#web/lib/day.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import { columnWords, type Import } from "./import-data.ts";

interface ControlRow {
  readonly what: string;
  readonly came: string;
  /** Empty where nothing was entered. */
  readonly expected: string;
}

/** The totals of the files against the expected ones, and the resulting account balances. */
export function ControlCards({ found }: { readonly found: Import }): ReactElement {
  const words = useMessages(importsMessages);
  return (
    <>
      <Against rows={controlRows(found, words)} />
      {found.kinds.length > 0 && <Kinds found={found} />}
      {found.closing.rows.length > 0 && <Closing found={found} />}
    </>
  );
}

function controlRows({ files }: Import, words: ImportsWords): ControlRow[] {
  const { one: texts } = words;
  return files.flatMap((file) => {
    const rows = {
      what: fill(texts.rowsOf, { file: file.name }),
      came: formatCount(file.rows),
      expected: file.declaredRows === -1 ? "" : formatCount(file.declaredRows),
    };
    const sums = file.sums.map(({ column, amount }) => ({
      what: fill(texts.sumOf, { file: file.name, column: columnWords(words, column) }),
      came: money(amount),
      expected:
        column === file.declares && file.declaredAmount !== -1 ? money(file.declaredAmount) : "",
    }));
    return [rows, ...sums];
  });
}

function Against({ rows }: { readonly rows: readonly ControlRow[] }): ReactElement {
  const words = useMessages(importsMessages);
  return (
    <Card title={words.one.control}>
      <Table
        caption={words.one.controlCaption}
        rows={rows}
        rowKey={({ what }) => what}
        columns={columnsOf(words)}
      />
    </Card>
  );
}

function columnsOf({ one: words }: ImportsWords): Column<ControlRow>[] {
  const { heads } = words;
  return [
    { head: heads.what, place: "what", cell: ({ what }) => what },
    {
      head: heads.came,
      place: "howMuch",
      number: true,
      cell: ({ came, expected }) => (came === expected ? <Tie>{came}</Tie> : came),
    },
    {
      head: heads.expected,
      place: "balance",
      number: true,
      quiet: true,
      cardLabel: heads.expected,
      cell: ({ expected }) => expected || words.notSaid,
    },
    {
      head: heads.verdict,
      place: "more",
      cell: ({ came, expected }) => expected && <Verdict agrees={came === expected} />,
    },
  ];
}

function Verdict({ agrees }: { readonly agrees: boolean }): ReactElement {
  const { one: words } = useMessages(importsMessages);
  return agrees ? (
    <Badge icon="check" meaning="ok">
      {words.agrees}
    </Badge>
  ) : (
    <Badge icon="warn" meaning="warn">
      {words.differs}
    </Badge>
  );
}

function Kinds({ found }: { readonly found: Import }): ReactElement {
  const { one: words } = useMessages(importsMessages);
  const heads = words.kindHeads;
  return (
    <Card title={words.kindsCaption}>
      <Table
        caption={words.kindsCaption}
        rows={found.kinds}
        rowKey={({ kind }) => kind}
        columns={[
          { head: heads.kind, place: "what", cell: ({ kind }) => kind },
          {
            head: heads.rows,
            place: "balance",
            number: true,
            cardLabel: heads.rows,
            cell: ({ rows }) => formatCount(rows),
          },
          { head: heads.amount, place: "howMuch", number: true, cell: (row) => money(row.amount) },
        ]}
      />
    </Card>
  );
}

/** The balance of each account, in the two columns of a trial balance, at a given moment. */
function Closing({ found: { closing } }: { readonly found: Import }): ReactElement {
  const { one: words, accounts } = useMessages(importsMessages);
  const { language } = useSpoken();
  const named: Readonly<Record<string, string>> = accounts;
  const heads = words.closingHeads;
  const when = { day: formatDay(closing.on, language), time: closing.at };
  const title = fill(closing.isPosted ? words.closingPosted : words.closingChecked, when);
  const tied = closing.debit === closing.credit;
  const total = (amount: number) => (tied ? <Tie>{money(amount)}</Tie> : money(amount));
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={closing.rows}
        rowKey={({ code }) => code}
        total={words.closingTotal}
        columns={[
          { head: heads.account, place: "what", cell: ({ code }) => named[code] ?? code },
          {
            head: heads.debit,
            place: "balance",
            number: true,
            cardLabel: heads.debit,
            cell: ({ debit }) => (debit === 0 ? "" : money(debit)),
            total: total(closing.debit),
          },
          {
            head: heads.credit,
            place: "howMuch",
            number: true,
            cardLabel: heads.credit,
            cell: ({ credit }) => (credit === 0 ? "" : money(credit)),
            total: total(closing.credit),
          },
        ]}
      />
    </Card>
  );
}
