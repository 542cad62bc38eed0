import { withdrawalsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import type { WithdrawalProgress } from "#shared/contract/withdrawals/fields.ts";
import { cancelWithdrawal } from "#shared/contract/withdrawals/own.ts";
import { fill, type Language } from "#shared/language.ts";
import type { WithdrawalWords } from "#shared/messages/withdrawals/withdrawals-en.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { formatMoment, momentOf } from "#web/lib/moment.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Badge, type BadgeProps } from "#web/ui/badge.tsx";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Standing } from "./withdraw-page.tsx";

type Row = Standing["rows"][number];

const looks: Readonly<Record<WithdrawalProgress, Pick<BadgeProps, "icon" | "meaning">>> = {
  approval: { icon: "clock", meaning: "warn" },
  notice: { icon: "calendar", meaning: "info" },
  waiting: { icon: "clock", meaning: "info" },
  office: { icon: "clock", meaning: "info" },
  sending: { icon: "right", meaning: "info" },
  arrived: { icon: "check", meaning: "ok" },
  failed: { icon: "stop", meaning: "bad" },
  returned: { icon: "stop", meaning: "bad" },
  rejected: { icon: "stop", meaning: "bad" },
  cancelled: { icon: "cross" },
};

/** A member's withdrawals, the latest first, each with its progress and its receipt. */
export function WithdrawalHistory({ rows }: Pick<Standing, "rows">): ReactElement {
  const { history } = useMessages(withdrawalsMessages);
  const { language } = useSpoken();
  return (
    <Card title={history.title}>
      {rows.length === 0 ? (
        <EmptyState icon="out" title={history.none}>
          <p>{history.noneText}</p>
        </EmptyState>
      ) : (
        <Table
          caption={history.title}
          rows={rows}
          rowKey={({ id }) => id}
          named
          columns={columnsOf(history, language)}
        />
      )}
    </Card>
  );
}

function columnsOf({ heads }: WithdrawalWords["history"], language: Language): Column<Row>[] {
  return [
    {
      head: heads.when,
      place: "when",
      cell: ({ date, time }) => formatMoment(momentOf(date, time), language),
    },
    {
      head: heads.reference,
      place: "reference",
      quiet: true,
      cell: ({ reference }) => reference,
    },
    { head: heads.progress, place: "what", cell: (row) => <Progress row={row} /> },
    {
      head: heads.receipt,
      place: "more",
      onCard: ({ receipt }) => receipt !== "",
      cell: ({ receipt }) => receipt,
    },
    {
      head: heads.amount,
      place: "howMuch",
      number: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

const mayCancel = ({ progress }: Row): boolean => progress === "approval" || progress === "notice";

function Progress({ row }: { readonly row: Row }): ReactElement {
  const { progress: names, history } = useMessages(withdrawalsMessages);
  const { language } = useSpoken();
  const { progress, readyOn, reason } = row;
  const isBack = reason || progress === "cancelled";
  return (
    <>
      <Badge {...looks[progress]}>
        {fill(names[progress], { date: formatDay(readyOn, language) })}
      </Badge>
      {progress === "rejected" && <div>{reason}</div>}
      {isBack && <div>{history.backOnAccount}</div>}
      {mayCancel(row) && <Cancel row={row} />}
    </>
  );
}

function Cancel({ row }: { readonly row: Row }): ReactElement {
  const { history: words } = useMessages(withdrawalsMessages);
  const [asking, setAsking] = useState(false);
  return (
    <div>
      <Button small onClick={() => setAsking(true)}>
        {words.cancel}
      </Button>
      {asking && <Question row={row} onClose={() => setAsking(false)} />}
    </div>
  );
}

interface QuestionProps {
  readonly row: Row;
  readonly onClose: () => void;
}

function Question({ row: { id, reference, amount }, onClose }: QuestionProps): ReactElement {
  const { history: words } = useMessages(withdrawalsMessages);
  const cache = useQueryClient();
  const action = useAction(async () => {
    await call(cancelWithdrawal, { params: { id }, body: {} });
    showToast({ kind: "success", text: fill(words.cancelled, { reference }) });
    await cache.invalidateQueries();
  });
  return (
    <ConfirmDialog
      {...action}
      title={fill(words.cancelTitle, { reference })}
      no={words.keep}
      yes={words.cancel}
      danger
      onClose={onClose}
    >
      <p>{fill(words.cancelText, { amount: money(amount) })}</p>
    </ConfirmDialog>
  );
}
