import { type ReactElement, useState } from "react";
import { details, list } from "#shared/contract/payouts/desk.ts";
import { cameBack } from "#shared/contract/payouts/questions.ts";
import { fill } from "#shared/language.ts";
import { payoutReturnMessages } from "#shared/messages/payouts/returns.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import desk from "#web/ui/desk.module.css";
import css from "#web/ui/desk-page.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import type { Details } from "./payout.tsx";

interface ReturnProps {
  readonly found: Details;
  readonly officer: Officer;
}

/** Cash is not on any statement, and a cheque is stopped instead. */
const offStatement: ReadonlySet<string> = new Set(["cash", "cheque"]);

/** A payment that came back after it was paid: the known facts, and how to record it. */
export function ReturnCard({ found, officer }: ReturnProps): ReactElement | null {
  const words = useMessages(payoutReturnMessages);
  const { language } = useSpoken();
  const [asking, setAsking] = useState(false);
  const { payout, returns, returning, returnLines } = found;
  const isOnStatement = payout.state === "paid" && !offStatement.has(payout.way ?? "");
  if (returns.length === 0 && !isOnStatement) return null;
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        {returns.map(({ receipt, day, reason }) => (
          <Tip key={receipt} meaning="warn">
            {fill(words.known, { receipt, day: formatDay(day, language), reason })}
          </Tip>
        ))}
        {returning && (
          <WaitsForSecond
            approvalId={returning.approvalId}
            text={returning.yours ? words.yours : fill(words.waits, { by: returning.by })}
            link={words.see}
          />
        )}
        {isOnStatement && !returning && (
          <p>{returnLines.length === 0 ? words.noLine : words.lead}</p>
        )}
        {isOnStatement && !returning && returnLines.length > 0 && (
          <div className={desk["buttons"]}>
            <Button
              width="full"
              look="outline"
              blocked={!officer.may("payouts.send")}
              onClick={() => setAsking(true)}
            >
              {words.record}
            </Button>
          </div>
        )}
      </div>
      {asking && <ReturnDialog found={found} onClose={() => setAsking(false)} />}
    </Card>
  );
}

interface DialogProps {
  readonly found: Details;
  readonly onClose: () => void;
}

/** Asks for the statement line with the money, and for the reason of the return. */
function ReturnDialog({ found, onClose }: DialogProps): ReactElement {
  const words = useMessages(payoutReturnMessages);
  const { language } = useSpoken();
  const { problems } = useWords();
  const renew = useRenewDesk();
  const { payout, returnLines } = found;
  const form = useForm<"lineId" | "reason">({
    names: ["lineId", "reason"],
    check: ({ reason }): Partial<Record<"reason", string>> =>
      reason.trim() === "" ? { reason: problems["field.required"] } : {},
    send: async ({ lineId, reason }) => {
      const id = lineId === "" ? (returnLines[0]?.id ?? "") : lineId;
      await call(cameBack, { params: { id: payout.id }, body: { lineId: id, reason } });
      showToast({ kind: "success", text: words.sent });
      await renew(details, list);
      onClose();
    },
  });
  const labels = returnLines.map(({ id, day, receipt, text }) => [
    id,
    `${formatDay(day, language)}, ${receipt === "" ? text : receipt}`,
  ]);
  const { value: lineId } = form.bind("lineId");
  const chosen = returnLines.find(({ id }) => id === lineId) ?? returnLines[0];
  const values = { amount: money(payout.amount), name: payout.fullName };
  return (
    <Dialog
      title={words.question}
      onClose={() => {
        if (!form.busy) onClose();
      }}
      actions={null}
    >
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{fill(words.text, values)}</p>
        <Select
          label={words.line}
          bind={form.bind("lineId")}
          options={Object.fromEntries(labels) as Record<string, string>}
          hint={chosen?.text}
        />
        <Field
          label={words.reason}
          bind={form.bind("reason")}
          autoComplete="off"
          autoCapitalize="sentences"
        />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
