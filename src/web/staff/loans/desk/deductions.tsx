import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table, Tie } from "#web/ui/table.tsx";
import type { FileProps, LoanFile } from "./application.tsx";

type Month = LoanFile["deductions"][number];

const sum = (amounts: readonly number[]): string =>
  formatMoney(addCents(...amounts.map(fromWireAmount)));

/** Up to this many loans have a column each; for more, the table shows their sum. */
const COLUMNS = 2;

/** The monthly deductions while this loan runs: of the other loans, of this one, and together. */
export function Deductions({ file }: FileProps): ReactElement {
  const { deductions: words } = useMessages(loanDeskMessages);
  const { language } = useSpoken();
  const { others, deductions } = file;
  const besides: { head: string; of: (month: Month) => number }[] =
    others.length > COLUMNS
      ? [{ head: words.others, of: (month) => month.others.reduce((all, one) => all + one, 0) }]
      : others.map(({ loanNo }, at) => ({ head: loanNo, of: (month) => month.others[at] ?? 0 }));
  const alone = others.length === 0;
  const columns: Column<Month>[] = [
    {
      head: words.month,
      place: "what",
      cell: ({ month }) => formatDay(month, language, "monthYear"),
    },
    ...besides.map(({ head, of }, at): Column<Month> => ({
      head,
      place: at === 0 ? "when" : "reference",
      number: true,
      cell: (month) => money(of(month)),
      cardLabel: head,
      total: sum(deductions.map(of)),
      totalLabel: head,
    })),
    {
      head: words.thisLoan,
      place: alone ? "howMuch" : "balance",
      number: true,
      cell: ({ thisLoan }) => money(thisLoan),
      ...(!alone && { cardLabel: words.thisLoan, totalLabel: words.thisLoan }),
      total: <Tie>{sum(deductions.map(({ thisLoan }) => thisLoan))}</Tie>,
    },
    ...(alone
      ? []
      : [
          {
            head: words.together,
            place: "howMuch",
            number: true,
            cell: ({ together }: Month) => money(together),
            total: sum(deductions.map(({ together }) => together)),
          } as const,
        ]),
  ];
  return (
    <Card title={words.title}>
      <Table
        caption={words.caption}
        rows={deductions}
        rowKey={({ month }) => month}
        total={words.total}
        columns={columns}
      />
    </Card>
  );
}
