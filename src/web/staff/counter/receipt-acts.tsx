import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { bounce, clear, list, one, requestReversal } from "#shared/contract/counter/receiving.ts";
import { own } from "#shared/contract/counter/tills.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk-page.module.css";
import type { Officer } from "../officer.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import css from "./counter.module.css";

type Receipt = z.output<typeof one.answer>;

interface ActsProps {
  readonly found: Receipt;
  readonly officer: Officer;
}

/** The steps that can follow a receipt: a cheque clears or bounces, and a receipt is reversed. */
export function ReceiptActs({ found, officer }: ActsProps): ReactElement | null {
  const { acts: words, mine } = useMessages(counterMessages);
  const { state, waiting, isOwn } = found;
  const clears = state === "clearing" && officer.may("receipts.approve");
  const reverses = state === "credited" && officer.may("counter.receive");
  if (!clears && !reverses && !waiting) return null;
  return (
    <Card title={words.title}>
      <div className={css["inside"]}>
        {waiting && (
          <WaitsForSecond
            approvalId={waiting.approvalId}
            text={waiting.yours ? words.waitsYours : fill(words.waits, { by: waiting.by })}
            link={mine.see}
          />
        )}
        {clears && isOwn && <p>{words.ownCheque}</p>}
        {clears && !isOwn && (
          <>
            <ClearForm receipt={found.receiptNo} />
            <BounceForm receipt={found.receiptNo} />
          </>
        )}
        {reverses && !waiting && <ReverseForm found={found} />}
      </div>
    </Card>
  );
}

/** Shows a message about the action, and reloads the receipt. */
function useDone(): (text: string, detail?: string) => Promise<void> {
  const renew = useRenewDesk();
  return async (text, detail) => {
    showToast({ kind: "success", text, ...(detail !== undefined && { detail }) });
    await renew(one, list, own);
  };
}

function ClearForm({ receipt }: { readonly receipt: string }): ReactElement {
  const all = useWords();
  const { acts: words } = useMessages(counterMessages);
  const done = useDone();
  const form = useForm<"amount">({
    names: ["amount"],
    draft: `clear ${receipt}`,
    check: ({ amount }) =>
      contractProblems<"amount">(clear.body, { amount: plainAmount(amount) }, all),
    async send({ amount }) {
      await call(clear, { params: { receipt }, body: { amount: plainAmount(amount) } });
      await done(words.cleared);
    },
  });
  const note = { kind: "hint", text: words.clearHint } as const;
  return (
    <form className={desk["form"]} onSubmit={form.submit} noValidate>
      <Field
        label={words.clearAmount}
        bind={form.bind("amount")}
        note={note}
        inputMode="decimal"
        autoComplete="off"
      />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.clear}
      </Button>
    </form>
  );
}

function BounceForm({ receipt }: { readonly receipt: string }): ReactElement {
  const { acts: words } = useMessages(counterMessages);
  const done = useDone();
  const send = async (reason: string): Promise<void> => {
    await call(bounce, { params: { receipt }, body: { reason } });
    await done(words.bounced);
  };
  return <ReasonForm draft={`bounce ${receipt}`} button={words.bounce} send={send} />;
}

function ReverseForm({ found }: { readonly found: Receipt }): ReactElement {
  const { acts: words } = useMessages(counterMessages);
  const done = useDone();
  const { receiptNo: receipt, way } = found;
  const send = async (reason: string): Promise<void> => {
    await call(requestReversal, { params: { receipt }, body: { reason } });
    await done(words.sent, words.sentDetail);
  };
  return (
    <>
      <p>{way === "cash" ? words.reverseCash : words.reverseText}</p>
      <ReasonForm draft={`reverse ${receipt}`} button={words.reverse} send={send} />
    </>
  );
}

interface ReasonFormProps {
  readonly draft: string;
  readonly button: string;
  readonly send: (reason: string) => Promise<void>;
}

function ReasonForm({ draft, button, send }: ReasonFormProps): ReactElement {
  const all = useWords();
  const { acts: words } = useMessages(counterMessages);
  const form = useForm<"reason">({
    names: ["reason"],
    draft,
    check: (values) => contractProblems<"reason">(requestReversal.body, values, all),
    send: ({ reason }) => send(reason),
  });
  return (
    <form className={desk["form"]} onSubmit={form.submit} noValidate>
      <Field label={words.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {button}
      </Button>
    </form>
  );
}
