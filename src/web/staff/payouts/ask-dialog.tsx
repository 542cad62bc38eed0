import { signedInMessages } from "#web/lib/member-texts.ts";
import { payoutsMessages } from "#shared/messages/payouts/payouts-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  confirmation,
  details,
  files,
  inCash,
  list,
  mark,
  retry,
  toAccount,
  toShares,
} from "#shared/contract/payouts/desk.ts";
import { type PayoutWay, payoutWays } from "#shared/payout-ways.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useHeldFacts } from "../held-facts.ts";
import { useRenewDesk } from "../renew-desk.ts";
import { useActorLabel } from "../actor-label.ts";
import type { Details } from "./payout.tsx";
import css from "#web/ui/desk-page.module.css";
import { useFormatShown } from "./shown-facts.ts";

/** The desk's actions on a payment. */
export type Act =
  | "paid"
  | "officePaid"
  | "notPaid"
  | "notPaidLoan"
  | "notPaidRefund"
  | "notPaidExit"
  | "notPaidWithdrawal"
  | "again"
  | "shares"
  | "account"
  | "cash"
  | "agree"
  | "agreeCash"
  | "disagree";

/** The field of the call for the typed text, where there is one. */
const fieldOf: Readonly<Partial<Record<Act, "receipt" | "reason" | "voucher">>> = {
  paid: "receipt",
  officePaid: "receipt",
  notPaid: "reason",
  notPaidLoan: "reason",
  notPaidRefund: "reason",
  notPaidExit: "reason",
  notPaidWithdrawal: "reason",
  cash: "voucher",
};

async function take(
  act: Act,
  { payout, shownDigest }: Details,
  { typed, way }: { readonly typed: string; readonly way: PayoutWay },
): Promise<void> {
  const params = { id: payout.id };
  const body = { shownDigest };
  const paid = { ...body, outcome: "paid", receipt: typed } as const;
  const failed = { ...body, outcome: "failed", reason: typed } as const;
  if (act === "paid") await call(mark, { params, body: paid });
  if (act === "officePaid") await call(mark, { params, body: { ...paid, way } });
  if (fieldOf[act] === "reason") await call(mark, { params, body: failed });
  if (act === "again") await call(retry, { params, body });
  if (act === "shares") await call(toShares, { params, body });
  if (act === "account") await call(toAccount, { params, body });
  if (act === "cash") await call(inCash, { params, body: { ...body, voucher: typed } });
  if (act === "agree" || act === "agreeCash")
    await call(confirmation, { params, body: { ...body, agrees: true } });
  if (act === "disagree") await call(confirmation, { params, body: { ...body, agrees: false } });
}

interface AskProps {
  readonly act: Act;
  readonly found: Details;
  readonly onClose: () => void;
}

/** States the effect of an action on a payment before it is taken, and asks for its input. */
export function AskDialog(props: AskProps): ReactElement {
  const { act, onClose } = props;
  const { changes } = useMessages(signedInMessages);
  const { ask, act: acts, one, ways } = useMessages(payoutsMessages);
  const say = useFormatShown();
  const actorLabel = useActorLabel();
  const { form, name, now, before } = useAct(props);
  const said = ask[act];
  const values = {
    amount: money(now.payout.amount),
    mobile: now.payout.mobileNo || now.payout.fullName,
    name: now.payout.fullName,
    now: now.payout.channel === "office" ? acts.bankAccount : now.mobileNow,
    account: now.accountNo,
    receipt: now.payout.claimedReceipt,
    by: actorLabel(now.payout.claimedBy),
  };
  return (
    <Dialog title={fill(said.title, values)} onClose={() => form.busy || onClose()} actions={null}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{before ? changes.text : fill(said.text, values)}</p>
        {before && <Changes before={say(before.shown)} now={say(now.shown)} />}
        {act === "officePaid" && <Select label={one.way} bind={form.bind("way")} options={ways} />}
        {fieldOf[act] !== undefined && (
          <Field
            label={said.field}
            bind={form.bind(name)}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize={name === "reason" ? "sentences" : "characters"}
          />
        )}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["buttons"]}>
          <Button first blocked={form.busy} onClick={onClose}>
            {acts.cancel}
          </Button>
          <Button type="submit" look="primary" blocked={form.busy}>
            {said.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The first way is preselected. */
const wayOf = (chosen: string): PayoutWay => payoutWays.find((way) => way === chosen) ?? "bank";

/** Sends the action with the digest of the displayed facts; reloads them if they have changed. */
function useAct({ act, found, onClose }: AskProps) {
  const all = useWords();
  const { ask, act: acts } = useMessages(payoutsMessages);
  const renew = useRenewDesk();
  const params = { id: found.payout.id };
  const { now, before, decide } = useHeldFacts(found, () => call(details, { params }));
  const name = fieldOf[act] ?? "reason";
  const isTyped = fieldOf[act] !== undefined;
  const form = useForm<typeof name | "way">({
    names: [name, "way"],
    check: (values): Partial<Record<typeof name, string>> =>
      isTyped && values[name].trim() === "" ? { [name]: all.problems["field.required"] } : {},
    async send(values) {
      try {
        const given = { typed: values[name].trim(), way: wayOf(values.way) };
        const isDone = await decide((shown) => take(act, shown, given));
        if (!isDone) return renew(details);
      } catch (error) {
        // Another person acted first, and the page shows the result.
        if (error instanceof ProblemAnswer && error.details.status === 409) await renew(details);
        throw error;
      }
      // Such a report changes nothing until another person approves it.
      const waits = act.startsWith("notPaid") && found.mayFail === "by-two";
      showToast({ kind: "success", text: waits ? acts.failingYours : ask[act].done });
      onClose();
      await renew(details, list, files);
    },
  });
  return { form, name, now, before };
}
