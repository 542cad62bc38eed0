import { transfersMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { makeTransfer } from "#shared/contract/withdrawals/transfers.ts";
import { fill } from "#shared/language.ts";
import type { TransferWords } from "#shared/messages/withdrawals/transfers-en.ts";
import { formatMoney, toWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import layout from "#web/ui/layout.module.css";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  type TransferField,
  transferFields,
  type TypedTransfer,
  typedTransfer,
  MONTHLY,
} from "./typed-transfer.ts";
import { OrderCode, type Ordered } from "./standing.tsx";
import type { Accounts } from "./transfer-page.tsx";
import cardForm from "#web/ui/card-form.module.css";
import css from "./withdrawals.module.css";

interface Question {
  readonly typed: TypedTransfer;
  readonly answer: (yes: boolean) => void;
}

/** The form of a transfer, with both balances after it, and a question before it is made. */
export function TransferForm({ accounts }: { readonly accounts: Accounts }): ReactElement {
  const words = useMessages(transfersMessages);
  const [order, setOrder] = useState<Ordered | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const ask = (typed: TypedTransfer): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        setQuestion(null);
        resolve(yes);
      };
      setQuestion({ typed, answer });
    });
  const form = useTransfer(accounts, { ask, onOrder: setOrder });
  const typed = typedTransfer(accounts, form.values);
  if (order) {
    const close = (isDone: boolean): void => {
      setOrder(null);
      if (isDone) form.put({ amount: "", when: "once" });
    };
    return (
      <Card title={words.form.title}>
        <OrderCode order={order} onClose={close} />
      </Card>
    );
  }
  const isMonthly = form.values.when === MONTHLY;
  return (
    <div className={layout["two"]}>
      <Card title={words.form.title}>
        <form className={cardForm["form"]} onSubmit={form.submit} noValidate>
          <Fields accounts={accounts} form={form} typed={typed} />
          {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
          <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
            {isMonthly ? words.standing.ask : words.form.move}
          </Button>
        </form>
      </Card>
      {!isMonthly && <Preview typed={typed} />}
      {question && <Confirm {...question} />}
    </div>
  );
}

interface Steps {
  readonly ask: (typed: TypedTransfer) => Promise<boolean>;
  readonly onOrder: (order: Ordered) => void;
}

function useTransfer(accounts: Accounts, { ask, onOrder }: Steps): Form<TransferField> {
  const words = useMessages(transfersMessages);
  const { problems } = useWords();
  const cache = useQueryClient();
  const form = useForm<TransferField>({
    names: transferFields,
    draft: "transfer",
    starting: {
      to: "deposits",
      when: "once",
      day: " 1",
      accountNo: accounts.accounts[0]?.accountNo ?? "",
    },
    check(values) {
      const { to, loanNo, amount, most } = typedTransfer(accounts, values);
      if (to === "loan" && loanNo === "") return { loanNo: words.form.chooseLoan };
      if (amount === null) return { amount: problems["amount.form"] };
      if (values.when === MONTHLY) return {};
      return amount > most ? { amount: fill(words.form.more, { most: formatMoney(most) }) } : {};
    },
    async send(values) {
      const typed = typedTransfer(accounts, values);
      if (values.when === MONTHLY) return onOrder({ ...bodyOf(typed), day: Number(values.day) });
      if (!(await ask(typed))) return;
      const { reference, amount } = await call(makeTransfer, { body: bodyOf(typed) });
      const detail = fill(words.doneDetail, { reference });
      showToast({ kind: "success", text: fill(words.done, { amount: money(amount) }), detail });
      form.put({ amount: "" });
      await cache.invalidateQueries();
    },
  });
  return form;
}

function bodyOf({ to, loanNo, amount, accountNo }: TypedTransfer) {
  if (amount === null) throw new Error("a transfer is sent with its amount");
  return { to, amount: toWireAmount(amount), accountNo, ...(to === "loan" && { loanNo }) };
}

/** Keys that are digits would be sorted as numbers; a blank before each keeps their order. */
const days = Object.fromEntries(
  Array.from({ length: 31 }, (_, at) => [` ${at + 1}`, String(at + 1)]),
);

/** Once, or each month on a day. */
function When({ form }: Pick<FieldsProps, "form">): ReactElement {
  const { standing: words } = useMessages(transfersMessages);
  const options = { once: words.once, [MONTHLY]: words.monthly };
  return (
    <>
      <Select label={words.when} bind={form.bind("when")} options={options} />
      {form.values.when === MONTHLY && (
        <>
          <Select label={words.day} bind={form.bind("day")} options={days} />
          <p>{words.dayHint}</p>
        </>
      )}
    </>
  );
}

interface FieldsProps {
  readonly accounts: Accounts;
  readonly form: Form<TransferField>;
  readonly typed: TypedTransfer;
}

function Fields({ accounts, form, typed }: FieldsProps): ReactElement {
  const { form: words } = useMessages(transfersMessages);
  const accountOptions = Object.fromEntries(
    accounts.accounts.map(({ accountNo, balance }) => [
      accountNo,
      `${accountNo}, Ksh ${money(balance)}`,
    ]),
  );
  return (
    <>
      {accounts.accounts.length > 1 && (
        <Select label={words.from} bind={form.bind("accountNo")} options={accountOptions} />
      )}
      <Select label={words.to} bind={form.bind("to")} options={words.destinations} />
      {typed.to === "loan" && <LoanChoice accounts={accounts} form={form} />}
      <Field
        label={words.amount}
        bind={form.bind("amount")}
        inputMode="decimal"
        autoComplete="off"
        note={{ kind: "hint", text: fill(words.upTo, { most: formatMoney(typed.most) }) }}
      />
      <When form={form} />
    </>
  );
}

function LoanChoice({ accounts, form }: Omit<FieldsProps, "typed">): ReactElement {
  const { form: words } = useMessages(transfersMessages);
  if (accounts.loans.length === 0) return <Tip meaning="info">{words.noLoans}</Tip>;
  const options = Object.fromEntries([
    ["", words.chooseLoan],
    ...accounts.loans.map(({ loanNo, owed }) => [
      loanNo,
      fill(words.owes, { loanNo, owed: money(owed) }),
    ]),
  ]);
  return <Select label={words.loan} bind={form.bind("loanNo")} options={options} />;
}

/** Both balances before and after, as they follow the input. */
function Preview({ typed }: { readonly typed: TypedTransfer }): ReactElement {
  const words = useMessages(transfersMessages);
  const { preview } = words;
  const { amount, most, account, destination, to, loanNo } = typed;
  const isKnown = amount !== null && amount <= most && (to !== "loan" || loanNo !== "");
  const change = ({ before, after }: TypedTransfer["account"]): string =>
    fill(preview.change, { before: formatMoney(before), after: formatMoney(after) });
  return (
    <Card title={preview.title}>
      <div role="status">
        {isKnown ? (
          <Facts
            facts={[
              { term: preview.account, value: change(account) },
              { term: whereTo(words, typed), value: change(destination) },
            ]}
          />
        ) : (
          <p className={css["note"]}>{preview.empty}</p>
        )}
      </div>
      <p className={css["final"]}>{preview.final[to]}</p>
    </Card>
  );
}

function whereTo(words: TransferWords, { to, loanNo }: TypedTransfer): string {
  return to === "loan" ? loanNo : words.form.destinations[to];
}

function Confirm({ typed, answer }: Question): ReactElement {
  const { confirm: words, preview } = useMessages(transfersMessages);
  const { amount, accountNo: account, to, loanNo } = typed;
  const said = { amount: amount === null ? "" : formatMoney(amount) };
  return (
    <ConfirmDialog
      run={() => answer(true)}
      title={fill(words.title, said)}
      no={words.no}
      yes={fill(words.yes, said)}
      onClose={() => answer(false)}
    >
      <p>{fill(words.text, { account, where: fill(words.where[to], { loanNo }) })}</p>
      <p>{preview.final[to]}</p>
    </ConfirmDialog>
  );
}
