import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { money } from "#web/lib/figures.ts";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Figures } from "./amended-figures.ts";

interface BothProps {
  readonly before: Figures;
  readonly after: Figures | null;
}

/** The figures of an application before and after a change, side by side. */
export function BeforeAndAfter({ before, after }: BothProps): ReactElement {
  const { amend: words } = useMessages(loanDeskMessages);
  const figure = (name: string, of: (figures: Figures) => number) => {
    return { name, before: money(of(before)), after: after === null ? "" : money(of(after)) };
  };
  return (
    <Card title={words.figures}>
      <Table
        caption={words.figures}
        rowKey={({ name }) => name}
        rows={[
          figure(words.amount, ({ amount }) => amount),
          figure(words.fee, ({ fee }) => fee),
          figure(words.total, ({ total }) => total),
          figure(words.deduction, ({ repayment }) => repayment),
        ]}
        columns={[
          { head: words.figure, place: "what", cell: ({ name }) => name },
          {
            head: words.before,
            place: "balance",
            number: true,
            cell: (row) => row.before,
            cardLabel: words.before,
          },
          { head: words.after, place: "howMuch", number: true, cell: (row) => row.after },
        ]}
      />
    </Card>
  );
}
