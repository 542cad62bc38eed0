import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";
import { VoidState } from "#web/ui/void-state.tsx";
import type { Accounts } from "./transfer-page.tsx";

/** A member's transfers, the latest first. */
export function TransferHistory({ rows }: Pick<Accounts, "rows">): ReactElement {
  const { history, form } = useMessages(transfersMessages);
  const { language } = useSpoken();
  const { heads } = history;
  return (
    <Card title={history.title}>
      {rows.length === 0 ? (
        <VoidState icon="swap" title={history.none}>
          <p>{history.noneText}</p>
        </VoidState>
      ) : (
        <Table
          caption={history.title}
          rows={rows}
          rowKey={({ reference }) => reference}
          columns={[
            {
              head: heads.when,
              place: "when",
              cell: ({ date, time }) => `${formatDay(date, language)} ${time}`,
            },
            {
              head: heads.to,
              place: "what",
              cell: ({ to, loanNo }) => loanNo ?? form.destinations[to],
            },
            {
              head: heads.reference,
              place: "reference",
              quiet: true,
              cell: ({ reference }) => reference,
            },
            {
              head: heads.amount,
              place: "howMuch",
              number: true,
              cell: ({ amount }) => money(amount),
            },
          ]}
        />
      )}
    </Card>
  );
}
