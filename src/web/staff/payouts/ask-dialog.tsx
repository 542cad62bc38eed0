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
} from "#shared/contract/payouts.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { Refused } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import { useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { usePayoutWords } from "#web/lib/payout-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import type { Details } from "./payout.tsx";
import css from "./payouts.module.css";

/** What the desk does with a payment. */
export type Act =
  | "paid"
  | "notPaid"
  | "again"
  | "shares"
  | "account"
  | "cash"
  | "agree"
  | "disagree";

/** The field of the call that takes what is typed, where something is. */
const fieldOf: Readonly<Partial<Record<Act, "receipt" | "reason" | "voucher">>> = {
  paid: "receipt",
  notPaid: "reason",
  cash: "voucher",
};

async function take(act: Act, id: string, typed: string): Promise<void> {
  const params = { id };
  if (act === "paid") await call(mark, { params, body: { outcome: "paid", receipt: typed } });
  if (act === "notPaid") await call(mark, { params, body: { outcome: "failed", reason: typed } });
  if (act === "again") await call(retry, { params, body: {} });
  if (act === "shares") await call(toShares, { params, body: {} });
  if (act === "account") await call(toAccount, { params, body: {} });
  if (act === "cash") await call(inCash, { params, body: { voucher: typed } });
  if (act === "agree") await call(confirmation, { params, body: { agrees: true } });
  if (act === "disagree") await call(confirmation, { params, body: { agrees: false } });
}

interface AskProps {
  readonly act: Act;
  readonly found: Details;
  readonly onClose: () => void;
}

/** Says what something does with a payment before it is done, and takes what it needs to know. */
export function AskDialog({ act, found, onClose }: AskProps): ReactElement {
  const all = useWords();
  const { ask, act: acts } = usePayoutWords();
  const renew = useRenewDesk();
  const { payout } = found;
  const said = ask[act];
  const name = fieldOf[act] ?? "reason";
  const isTyped = fieldOf[act] !== undefined;
  const form = useForm<typeof name>({
    names: [name],
    check: (values): Partial<Record<typeof name, string>> =>
      isTyped && values[name].trim() === "" ? { [name]: all.problems["field.required"] } : {},
    async send(values) {
      try {
        await take(act, payout.id, values[name].trim());
      } catch (error) {
        // Somebody else was there first, and the page shows what they did.
        if (error instanceof Refused && error.details.status === 409) await renew(details);
        throw error;
      }
      showToast({ kind: "success", text: said.done });
      onClose();
      await renew(details, list, files);
    },
  });
  const values = {
    amount: money(payout.amount),
    mobile: payout.mobileNo,
    now: found.mobileNow,
    account: found.accountNo,
    receipt: payout.claimedReceipt,
    by: payout.claimedBy,
  };
  return (
    <Dialog title={fill(said.title, values)} onClose={() => form.busy || onClose()} actions={null}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <p>{fill(said.text, values)}</p>
        {isTyped && (
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
