import { loanPagesMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { agreement, decline } from "#shared/contract/loans/amendments.ts";
import { fill } from "#shared/language.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useSpoken } from "#web/lib/language.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./loans.module.css";
import { useMonths } from "./months.ts";
import type { Application } from "./progress.ts";

type Proposed = NonNullable<Application["amendment"]>;

interface AmendmentProps {
  readonly loan: Application;
  readonly proposed: Proposed;
}

type Answer = "agree" | "decline";

/** A change the office proposes: the figures before and after, and the member's answer. */
export function Amendment({ loan, proposed }: AmendmentProps): ReactElement {
  const { amendment: words } = useMessages(loanPagesMessages);
  const { language } = useSpoken();
  const [asking, setAsking] = useState<Answer | null>(null);
  const until = formatDay(proposed.expiresOn, language);
  return (
    <Card title={words.title}>
      <div className={css["progress"]}>
        <Tip meaning="warn">{fill(words.text, { until })}</Tip>
      </div>
      <BothFigures loan={loan} proposed={proposed} />
      <div className={css["progress"]}>
        <div className={css["actions"]}>
          <Button look="primary" onClick={() => setAsking("agree")}>
            {fill(words.agree, { amount: money(proposed.amount) })}
          </Button>
          <Button onClick={() => setAsking("decline")}>{words.decline}</Button>
        </div>
      </div>
      {asking && (
        <Question loan={loan} proposed={proposed} answer={asking} onClose={() => setAsking(null)} />
      )}
    </Card>
  );
}

function BothFigures({ loan, proposed }: AmendmentProps): ReactElement {
  const { amendment: words, application } = useMessages(loanPagesMessages);
  const rows = [
    { name: application.receive, before: loan.amount, after: proposed.amount },
    { name: words.fee, before: loan.fee, after: proposed.fee },
    { name: application.repay, before: loan.total, after: proposed.total },
    { name: application.each, before: loan.repayment, after: proposed.repayment },
  ];
  return (
    <Table
      caption={words.title}
      rowKey={({ name }) => name}
      rows={rows}
      columns={[
        { head: application.figures, place: "what", cell: ({ name }) => name },
        {
          head: words.now,
          place: "balance",
          number: true,
          cell: ({ before }) => money(before),
          cardLabel: words.now,
        },
        { head: words.proposed, place: "howMuch", number: true, cell: ({ after }) => money(after) },
      ]}
    />
  );
}

interface QuestionProps extends AmendmentProps {
  readonly answer: Answer;
  readonly onClose: () => void;
}

function Question({ loan, proposed, answer, onClose }: QuestionProps): ReactElement {
  const { amendment: words } = useMessages(loanPagesMessages);
  const months = useMonths();
  const cache = useQueryClient();
  const action = useAction(async () => {
    const endpoint = answer === "agree" ? agreement : decline;
    await call(endpoint, { params: { id: proposed.id }, body: {} });
    showToast({ kind: "success", text: words.done[answer] });
    await cache.invalidateQueries();
    document.querySelector<HTMLElement>("h1")?.focus();
  });
  const figures = {
    amount: money(answer === "agree" ? proposed.amount : loan.amount),
    total: money(proposed.total),
    each: money(proposed.repayment),
    months: months(loan.period),
  };
  return (
    <ConfirmDialog
      {...action}
      title={fill(words.question[answer], figures)}
      no={words.notYet}
      yes={answer === "agree" ? fill(words.agree, figures) : words.decline}
      onClose={onClose}
    >
      <p>{fill(words.consequence[answer], figures)}</p>
    </ConfirmDialog>
  );
}
