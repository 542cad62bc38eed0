import type { ReactElement } from "react";
import { details, list } from "#shared/contract/payouts/desk.ts";
import { ask } from "#shared/contract/payouts/questions.ts";
import { fill } from "#shared/language.ts";
import type { PayoutWords } from "#shared/messages/payouts/payouts-en.ts";
import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useSpoken } from "#web/lib/language.ts";
import { formatMoment } from "#web/lib/moment.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import desk from "#web/ui/desk.module.css";
import { Facts } from "#web/ui/facts.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import type { Details } from "./payout.tsx";

interface QuestionProps {
  readonly found: Details;
  readonly officer: Officer;
}

/** The status queries about a payment without a result, and the last answer of M-Pesa. */
export function QuestionCard({ found, officer }: QuestionProps): ReactElement | null {
  const { question: words } = useMessages(payoutsMessages);
  const { language } = useSpoken();
  const renew = useRenewDesk();
  const { id } = found.payout;
  const asking = useAction(async () => {
    try {
      await call(ask, { params: { id } });
      showToast({ kind: "success", text: words.done });
    } finally {
      await renew(details, list);
    }
  });
  const { question } = found;
  if (question === undefined) return null;
  const rows = [
    { term: words.times, value: String(question.times) },
    ...(question.askedAt
      ? [{ term: words.last, value: formatMoment(question.askedAt, language) }]
      : []),
    ...(question.told ? [{ term: words.answer, value: answerIn(question.told, words) }] : []),
  ];
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p>{words.text}</p>
        <Facts facts={rows} />
        {asking.failed && <Tip meaning="bad">{asking.failed}</Tip>}
        {officer.may("payouts.send") && question.mayAsk && (
          <div className={desk["buttons"]}>
            <Button width="full" look="outline" blocked={asking.busy} onClick={() => asking.run()}>
              {words.ask}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function answerIn(told: string, { answers }: PayoutWords["question"]): string {
  const known = (answers as Readonly<Record<string, string>>)[told];
  return known ?? fill(answers.other, { code: told.replace(/^(code|status)-/, "") });
}
