import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { payments, reversePayment } from "#shared/contract/counter/paying.ts";
import { own } from "#shared/contract/counter/tills.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import { WaitsForSecond } from "../waits-for-second.tsx";
import { QuestionDialog } from "../question-dialog.tsx";
import css from "./counter.module.css";
import { PayDialog, type Waiting } from "./pay-dialog.tsx";

type Listed = z.output<typeof payments.answer>;
type Paid = Listed["paid"][number];

/** Withdrawals that wait for cash, and the payments of this till. */
export function PayCard({ isOpen }: { readonly isOpen: boolean }): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  const load = useRequest(payments);
  return (
    <Card title={words.title}>
      <div className={css["inside"]}>
        <Loaded
          load={load}
          loading={words.loading}
          failed={words.failed}
          skeleton={<SkeletonLines rows={3} />}
        >
          {({ waiting, paid }) => (
            <>
              {waiting.length === 0 ? (
                <p className={css["quiet"]}>{words.none}</p>
              ) : (
                <WaitingList waiting={waiting} isOpen={isOpen} onAgain={load.again} />
              )}
              {paid.length > 0 && <PaidList paid={paid} isOpen={isOpen} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  );
}

interface WaitingProps {
  readonly waiting: readonly Waiting[];
  readonly isOpen: boolean;
  /** Requests the list again, to see whether somebody has approved. */
  readonly onAgain: () => void;
}

function WaitingList({ waiting, isOpen, onAgain }: WaitingProps): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  const [asked, setAsked] = useState<Waiting | null>(null);
  return (
    <>
      <p>{words.text}</p>
      <ul className={css["payments"]}>
        {waiting.map((one) => (
          <li key={one.payoutId}>
            <span>
              <strong>{one.name}</strong>
              <span className={css["quiet"]}>{` ${one.memberNo} ${one.reference}`}</span>
            </span>
            <span className={css["sum"]}>{`Ksh ${money(one.amount)}`}</span>
            {isOpen && (
              <Button
                aria-label={fill(words.pay, { name: one.name, amount: money(one.amount) })}
                onClick={() => setAsked(one)}
              >
                {words.payShort}
              </Button>
            )}
            {one.request && (
              <WaitsForSecond
                approvalId={one.request.id}
                text={
                  one.request.yours ? words.waitsYours : fill(words.waits, { by: one.request.by })
                }
                link={words.see}
              />
            )}
          </li>
        ))}
      </ul>
      {waiting.some(({ request }) => request !== undefined) && (
        <Button onClick={onAgain}>{words.again}</Button>
      )}
      {asked && <PayDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface PaidProps {
  readonly paid: readonly Paid[];
  readonly isOpen: boolean;
}

function PaidList({ paid, isOpen }: PaidProps): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  const [asked, setAsked] = useState<Paid | null>(null);
  return (
    <section aria-label={words.paid}>
      <h3 className={css["quiet"]}>{words.paid}</h3>
      <ul className={css["payments"]}>
        {paid.map((one) => (
          <li key={one.paymentNo}>
            <span>
              <strong>{one.paymentNo}</strong>
              <span
                className={css["quiet"]}
              >{` ${one.name} ${one.memberNo} ${one.reference}`}</span>
            </span>
            <span className={css["sum"]}>{`Ksh ${money(one.amount)}`}</span>
            {one.isReversed && <span className={css["quiet"]}>{words.reversed}</span>}
            {isOpen && !one.isReversed && (
              <Button
                aria-label={fill(words.reverse, { payment: one.paymentNo })}
                onClick={() => setAsked(one)}
              >
                {words.reverseShort}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && <ReverseDialog asked={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface ReverseDialogProps {
  readonly asked: Paid;
  readonly onClose: () => void;
}

function ReverseDialog({ asked, onClose }: ReverseDialogProps): ReactElement {
  const all = useWords();
  const { pay: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const said = { payment: asked.paymentNo, name: asked.name, amount: `Ksh ${money(asked.amount)}` };
  const form = useForm<"reason">({
    names: ["reason"],
    check: (values) => contractProblems<"reason">(reversePayment.body, values, all),
    async send({ reason }) {
      await call(reversePayment, { params: { payment: asked.paymentNo }, body: { reason } });
      showToast({ kind: "success", text: words.sent, detail: words.sentDetail });
      onClose();
      await renew(payments, own);
    },
  });
  return (
    <QuestionDialog
      title={fill(words.reverseAsk, said)}
      text={words.reverseText}
      yes={words.reverseYes}
      notYet={words.notYet}
      form={form}
      onClose={onClose}
    >
      <Field label={words.reason} bind={form.bind("reason")} />
    </QuestionDialog>
  );
}
