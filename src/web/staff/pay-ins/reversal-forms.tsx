import type { ReactElement } from "react";
import { details, failReversal, list, requestReversal } from "#shared/contract/pay-ins/desk.ts";
import { fill } from "#shared/language.ts";
import { type PayInWords } from "#shared/messages/pay-ins/pay-ins-en.ts";
import { payInsMessages } from "#shared/messages/pay-ins/pay-ins-sw.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import css from "#web/ui/desk-page.module.css";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import type { Details } from "./payment.tsx";

interface FormProps {
  readonly found: Details;
}

/** Proposes that M-Pesa be asked to reverse a payment. */
export function ReverseForm({ found: { receipt } }: FormProps): ReactElement {
  const { act, reversal: words } = useMessages(payInsMessages);
  const form = useReasonForm(`reverse ${receipt}`, requestReversal.body, async (body) => {
    await call(requestReversal, { params: { receipt }, body });
    showToast({ kind: "success", text: act.sent, detail: act.sentDetail });
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3>{words.title}</h3>
      <p>{words.text}</p>
      <Field label={act.reason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {words.propose}
      </Button>
    </form>
  );
}

/** Records that a reversal with an unknown result did not happen. */
export function FailedReversalForm({ found: { receipt } }: FormProps): ReactElement {
  const { reversal: words } = useMessages(payInsMessages);
  const form = useReasonForm(`no reversal ${receipt}`, failReversal.body, async (body) => {
    await call(failReversal, { params: { receipt }, body });
    showToast({ kind: "success", text: words.failedDone });
  });
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <h3>{words.failedTitle}</h3>
      <p>{words.failedText}</p>
      <Field label={words.failedReason} bind={form.bind("reason")} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button width="full" type="submit" blocked={form.busy}>
        {words.failedSubmit}
      </Button>
    </form>
  );
}

function useReasonForm(
  draft: string,
  body: typeof failReversal.body,
  send: (body: { reason: string }) => Promise<void>,
) {
  const all = useWords();
  const renew = useRenewDesk();
  return useForm<"reason">({
    names: ["reason"],
    draft,
    check: (values) => contractProblems<"reason">(body, values, all),
    async send(values) {
      await send(values);
      await renew(details, list);
    },
  });
}

/** Whether M-Pesa is being asked, so that nothing else can be decided. */
export const isUnderWay = ({ reversal }: Details): boolean =>
  reversal !== undefined && ["waiting", "sending", "sent"].includes(reversal.state);

/** The state of a reversal in words, with its reason. */
export function reversalIn(
  { state, problem, receipt }: NonNullable<Details["reversal"]>,
  { reversal: words }: PayInWords,
): string {
  const said = fill(words.states[state], { receipt });
  if (problem === "") return said;
  const known = (words.problems as Readonly<Record<string, string>>)[problem];
  return `${said} ${known ?? fill(words.problems.other, { problem })}`;
}
