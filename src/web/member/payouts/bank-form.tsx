import { ownBankMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { bankAccountCode } from "#shared/contract/payouts/own-bank.ts";
import { contractProblems, type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { BankCode } from "./bank-code.tsx";
import type { Standing } from "./bank-account-page.tsx";
import css from "#web/ui/card-form.module.css";

const names = ["bankName", "branchCode", "accountNo", "accountName"] as const;
type BankField = (typeof names)[number];

/** A bank account as it is typed. */
export type TypedBank = Values<BankField>;
/** The fields of it that the server rejected. */
export type BankProblems = Problems<BankField>;

/** The form of a bank account, and then its code. The fields stay when the member goes back. */
export function BankForm({ standing }: { readonly standing: Standing }): ReactElement {
  const { form: words } = useMessages(ownBankMessages);
  const said = useWords();
  const [asked, setAsked] = useState<TypedBank | null>(null);
  const form = useForm<BankField>({
    names,
    draft: "bank account",
    check: (values) => contractProblems<BankField>(bankAccountCode.body, values, said),
    async send(values) {
      setAsked(values);
    },
  });
  const reject = (problems: BankProblems): void => {
    setAsked(null);
    form.reject(problems);
  };
  return (
    <Card title={standing.current ? words.change : words.give}>
      {asked === null ? (
        <form className={css["form"]} onSubmit={form.submit} noValidate>
          <p>{words.rule}</p>
          <Fields form={form} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
            {words.next}
          </Button>
        </form>
      ) : (
        <BankCode
          standing={standing}
          asked={asked}
          onClose={() => setAsked(null)}
          onRejected={reject}
        />
      )}
    </Card>
  );
}

function Fields({ form }: { readonly form: Form<BankField> }): ReactElement {
  const { form: words } = useMessages(ownBankMessages);
  return (
    <>
      <Field label={words.bankName} bind={form.bind("bankName")} autoComplete="off" />
      <Field
        label={words.branchCode}
        bind={form.bind("branchCode")}
        note={{ kind: "hint", text: words.branchHint }}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        label={words.accountNo}
        bind={form.bind("accountNo")}
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        label={words.accountName}
        bind={form.bind("accountName")}
        note={{ kind: "hint", text: words.nameHint }}
        autoComplete="off"
      />
    </>
  );
}
