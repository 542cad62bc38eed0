import { withdrawalsMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { fill } from "#shared/language.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import { money } from "#web/lib/figures.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Link } from "#web/lib/router.tsx";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import {
  amountProblem,
  mostBy,
  type TypedWithdrawal,
  typedWithdrawal,
  type WithdrawalField,
  withdrawalFields,
} from "./typed-withdrawal.ts";
import { WithdrawCode } from "./withdraw-code.tsx";
import type { Standing } from "./withdraw-page.tsx";
import cardForm from "#web/ui/card-form.module.css";

/** The form of a withdrawal, and then its code. The fields stay when the member goes back. */
export function WithdrawForm({ standing }: { readonly standing: Standing }): ReactElement {
  const { form: words } = useMessages(withdrawalsMessages);
  const { problems } = useWords();
  const [asked, setAsked] = useState<TypedWithdrawal | null>(null);
  const form = useForm<WithdrawalField>({
    names: withdrawalFields,
    draft: "withdrawal",
    starting: { channel: "phone", accountNo: standing.accounts[0]?.accountNo ?? "" },
    check(values) {
      const typed = typedWithdrawal(standing, values);
      const problem = amountProblem(standing, typed, words, problems["amount.form"]);
      return problem === null ? {} : { amount: problem };
    },
    async send(values) {
      setAsked(typedWithdrawal(standing, values));
    },
  });
  const close = (isDone: boolean): void => {
    setAsked(null);
    if (isDone) form.put({ amount: "" });
  };
  const reject = (amount: string): void => {
    setAsked(null);
    form.reject({ amount });
  };
  return (
    <Card title={words.title}>
      {asked === null ? (
        <form className={cardForm["form"]} onSubmit={form.submit} noValidate>
          <Fields standing={standing} form={form} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
            {words.next}
          </Button>
        </form>
      ) : (
        <WithdrawCode standing={standing} asked={asked} onClose={close} onRejected={reject} />
      )}
    </Card>
  );
}

interface FieldsProps {
  readonly standing: Standing;
  readonly form: Form<WithdrawalField>;
}

function Fields({ standing, form }: FieldsProps): ReactElement {
  const { form: words } = useMessages(withdrawalsMessages);
  const { accounts, mobileNo, bank } = standing;
  const typed = typedWithdrawal(standing, form.values);
  const channels = {
    phone: fill(words.channels.phone, { number: mobileNo }),
    office: bank
      ? fill(words.toBank, { account: bank.accountNo, bank: bank.bankName })
      : words.channels.office,
  };
  return (
    <>
      {accounts.length > 1 && (
        <Select
          label={words.from}
          bind={form.bind("accountNo")}
          options={Object.fromEntries(
            accounts.map(({ accountNo, balance }) => [
              accountNo,
              `${accountNo}, Ksh ${money(balance)}`,
            ]),
          )}
        />
      )}
      <Select label={words.channel} bind={form.bind("channel")} options={channels} />
      {!bank && form.values.channel === "office" && (
        <Link to={paths.bankAccount}>{words.giveBank}</Link>
      )}
      <Field
        label={words.amount}
        bind={form.bind("amount")}
        inputMode="decimal"
        autoComplete="off"
        note={{ kind: "hint", text: hintOf(standing, typed, words) }}
      />
    </>
  );
}

/** The most that can be withdrawn, or the total debit including the fee. */
function hintOf(
  standing: Standing,
  typed: TypedWithdrawal,
  words: { readonly upTo: string; readonly cost: string },
): string {
  const fee = fromWireAmount(standing.rules.fee);
  if (typed.amount === null || fee === 0n) {
    return fill(words.upTo, {
      most: formatMoney(mostBy(typed.channel, standing, typed.accountNo)),
    });
  }
  const total = formatMoney(addCents(typed.amount, fee));
  return fill(words.cost, { fee: formatMoney(fee), total });
}
