import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import { printTransfer } from "#shared/contract/withdrawals/transfers.ts";
import { fill } from "#shared/language.ts";
import { callForFile } from "#web/lib/api.ts";
import { formatMoment, momentOf } from "#web/lib/moment.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { useSessionState } from "#web/lib/session.ts";
import { ReceiptButton } from "#web/member/receipt-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Accounts } from "./transfer-page.tsx";

type Row = Accounts["rows"][number];

const toReceipt = ({ reference }: Row): ReactElement => <Receipt reference={reference} />;

/** A member's transfers, the latest first. */
export function TransferHistory({ rows }: Pick<Accounts, "rows">): ReactElement {
  const { history, form } = useMessages(transfersMessages);
  const { language } = useSpoken();
  const { heads } = history;
  return (
    <Card title={history.title}>
      {rows.length === 0 ? (
        <EmptyState icon="swap" title={history.none}>
          <p>{history.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={history.title}
          rows={rows}
          rowKey={({ reference }) => reference}
          columns={[
            {
              head: heads.when,
              place: "when",
              cell: ({ date, time }) => formatMoment(momentOf(date, time), language),
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
              cell: toReceipt,
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

/** The receipt of a transfer. */
function Receipt({ reference }: Pick<Row, "reference">): ReactElement {
  const { history } = useMessages(transfersMessages);
  const memberNo = useSessionState().session?.memberNo ?? "";
  const params = { memberNo, transferNo: reference };
  return (
    <ReceiptButton
      label={fill(history.receipt, { reference })}
      bring={() => callForFile(printTransfer, { params, body: { paper: "a6" } })}
    />
  );
}
