import { counterMessages } from "#shared/messages/counter/counter-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { pay, payments, reversePayment } from "#shared/contract/counter/paying.ts";
import { own } from "#shared/contract/counter/tills.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Loaded } from "#web/ui/loaded.tsx";
import { SkeletonLines } from "#web/ui/skeleton.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import desk from "#web/ui/desk-page.module.css";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./counter.module.css";

type Listed = z.output<typeof payments.answer>;
type Waiting = Listed["waiting"][number];
type Paid = Listed["paid"][number];

/** Withdrawals that wait for cash, and what this till has paid. */
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
                <WaitingList waiting={waiting} isOpen={isOpen} />
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
}

function WaitingList({ waiting, isOpen }: WaitingProps): ReactElement {
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
          </li>
        ))}
      </ul>
      {asked && <PayDialog asked={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface PayDialogProps {
  readonly asked: Waiting;
  readonly onClose: () => void;
}

function PayDialog({ asked, onClose }: PayDialogProps): ReactElement {
  const all = useWords();
  const { pay: words } = useMessages(counterMessages);
  const renew = useRenewDesk();
  const { payoutId, name, reference, mobile } = asked;
  const said = { name, reference, mobile, amount: `Ksh ${money(asked.amount)}` };
  const form = useForm<"identity">({
    names: ["identity"],
    check: ({ identity }) =>
      contractProblems<"identity" | "payoutId">(pay.body, { payoutId, identity }, all),
    async send({ identity }) {
      const { paymentNo } = await call(pay, { body: { payoutId, identity } });
      const text = fill(words.done, { payment: paymentNo });
      showToast({ kind: "success", text, detail: fill(words.doneDetail, said) });
      onClose();
      await renew(payments, own);
    },
  });
  const note = { kind: "hint", text: words.identityHint } as const;
  return (
    <Asking
      title={fill(words.ask, said)}
      text={fill(words.askText, said)}
      yes={words.yes}
      form={form}
      onClose={onClose}
    >
      <Field label={words.identity} bind={form.bind("identity")} note={note} autoComplete="off" />
    </Asking>
  );
}

interface AskingProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly form: Pick<Form<never>, "submit" | "alert" | "busy">;
  readonly children: ReactElement;
  readonly onClose: () => void;
}

/** A question with one field; the focus starts on the safe answer. */
function Asking({ title, text, yes, form, children, onClose }: AskingProps): ReactElement {
  const { pay: words } = useMessages(counterMessages);
  return (
    <Dialog title={title} onClose={() => form.busy || onClose()} actions={null}>
      <form className={desk["form"]} onSubmit={form.submit} noValidate>
        <p>{text}</p>
        {children}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={desk["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {words.notYet}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {yes}
          </Button>
        </div>
      </form>
    </Dialog>
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
    <Asking
      title={fill(words.reverseAsk, said)}
      text={words.reverseText}
      yes={words.reverseYes}
      form={form}
      onClose={onClose}
    >
      <Field label={words.reason} bind={form.bind("reason")} />
    </Asking>
  );
}
