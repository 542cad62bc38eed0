import { ownPayInMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { ask as endpoint, ways as waysEndpoint } from "#shared/contract/pay-ins/prompts.ts";
import { fill } from "#shared/language.ts";
import { type Cents, cents, formatMoney, toWireAmount } from "#shared/money.ts";
import { formatMobileNumber, parseMobileNumber } from "#shared/mobile-number.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { type Form, useForm } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRenew } from "#web/lib/query.ts";
import { useNavigation } from "#web/lib/router.tsx";
import { promptAddress } from "#web/paths.ts";
import { ConfirmDialog } from "#web/member/confirm-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import type { Ways } from "./pay-in-page.tsx";
import css from "./pay-ins.module.css";
import {
  type PayInField,
  payInFields,
  type Target,
  targetsOf,
  type TypedPayIn,
  amountProblems,
  partDue,
  typedPayIn,
} from "./typed-pay-in.ts";

interface FormProps {
  readonly ways: Ways;
  /** The choice that the address makes. */
  readonly start: { readonly target: string; readonly basis: string };
}

interface Question {
  readonly amount: Cents;
  readonly mobileNo: string;
  readonly answer: (yes: boolean) => void;
}

/** The form of a payment from a phone, and a question before the request is sent. */
export function PayInForm({ ways, start }: FormProps): ReactElement {
  const words = useMessages(ownPayInMessages);
  const { problems } = useWords();
  const renew = useRenew();
  const { go } = useNavigation();
  const [question, setQuestion] = useState<Question | null>(null);
  const confirm = (amount: Cents, mobileNo: string): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (yes: boolean): void => {
        setQuestion(null);
        resolve(yes);
      };
      setQuestion({ amount, mobileNo, answer });
    });
  const form = useForm<PayInField>({
    names: payInFields,
    draft: "pay-in",
    starting: { ...start, mobileNo: formatMobileNumber(ways.mobileNo) },
    check(values) {
      const amountWords = {
        notAmount: problems["amount.form"],
        whole: problems["pay-in.whole"],
        more: words.form.more,
      };
      return {
        ...amountProblems(ways, typedPayIn(ways, values), amountWords),
        ...(parseMobileNumber(values.mobileNo) === null && { mobileNo: problems["mobile.form"] }),
      };
    },
    async send(values) {
      const typed = typedPayIn(ways, values);
      if (typed.amount === null) return;
      if (!(await confirm(typed.amount, values.mobileNo))) return;
      const prompt = await call(endpoint, { body: bodyOf(typed, values.mobileNo) });
      await renew(waysEndpoint);
      go(promptAddress(prompt.reference));
    },
  });
  const typed = typedPayIn(ways, form.values);
  return (
    <Card title={words.form.title}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Fields ways={ways} form={form} typed={typed} />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
          {words.form.send}
        </Button>
      </form>
      {question && <Confirm {...question} />}
    </Card>
  );
}

function bodyOf({ target, basis, amount }: TypedPayIn, mobileNo: string) {
  const { to, accountNo, loan } = target;
  return {
    to,
    basis,
    amount: toWireAmount(amount ?? cents(0n)),
    mobileNo,
    ...(accountNo !== "" && { accountNo }),
    ...(loan !== null && { loanNo: loan.loanNo }),
  };
}

interface FieldsProps {
  readonly ways: Ways;
  readonly form: Form<PayInField>;
  readonly typed: TypedPayIn;
}

function Fields({ ways, form, typed }: FieldsProps): ReactElement {
  const { form: words } = useMessages(ownPayInMessages);
  const isOwn = parseMobileNumber(form.values.mobileNo) === ways.mobileNo;
  const range = { least: money(ways.least), most: money(ways.most) };
  return (
    <>
      <Select label={words.to} bind={form.bind("target")} options={useTargets(ways)} />
      {typed.target.loan !== null && <Bases form={form} target={typed.target} />}
      {typed.basis === "amount" && (
        <Field
          label={words.amount}
          bind={form.bind("amount")}
          inputMode="numeric"
          autoComplete="off"
          note={{ kind: "hint", text: fill(words.amountHint, range) }}
        />
      )}
      <Over ways={ways} typed={typed} />
      <Field
        label={words.mobileNo}
        bind={form.bind("mobileNo")}
        inputMode="tel"
        autoComplete="tel"
        note={{ kind: "hint", text: isOwn ? words.ownNumber : words.otherNumber }}
      />
    </>
  );
}

interface BasesProps {
  readonly form: Form<PayInField>;
  readonly target: Target;
}

function Bases({ form, target }: BasesProps): ReactElement {
  const { form: words } = useMessages(ownPayInMessages);
  return <Select label={words.pay} bind={form.bind("basis")} options={useBases(target)} />;
}

function useTargets(ways: Ways): Record<string, string> {
  const { destinations } = useMessages(ownPayInMessages).form;
  return Object.fromEntries(
    targetsOf(ways).map(({ key, to, accountNo, loan }) => {
      const values = {
        account: accountNo,
        loanNo: loan?.loanNo ?? "",
        owed: money(loan?.owed ?? 0),
      };
      return [key, fill(destinations[to], values)];
    }),
  );
}

function useBases({ loan }: Target): Record<string, string> {
  const { bases } = useMessages(ownPayInMessages).form;
  const { language } = useSpoken();
  if (loan === null) return {};
  const { settle } = loan;
  const due = partDue(loan);
  const day = due === undefined ? "" : formatDay(due.dueOn, language);
  const dueWords = due?.isOverdue === true ? bases.overdue : bases.due;
  return {
    ...(due && { instalment: fill(dueWords, { amount: money(due.pay), day }) }),
    settle: fill(bases.settle, { amount: money(settle) }),
    amount: bases.amount,
  };
}

/** The part above the debt and its destination; announced as it changes. */
function Over({ ways, typed }: Omit<FieldsProps, "form">): ReactElement {
  return (
    <div role="status">
      <OverText ways={ways} typed={typed} />
    </div>
  );
}

function OverText({ ways, typed }: Omit<FieldsProps, "form">): ReactElement | null {
  const { rounding } = useMessages(ownPayInMessages);
  const { target, over } = typed;
  if (over === 0n || target.loan === null) return null;
  const owed = money(target.loan.owed);
  const amount = formatMoney(over);
  if (over < 100n) {
    return <Tip meaning="info">{fill(rounding.deposits, { owed, cents: amount })}</Tip>;
  }
  const words = ways.loanRest === "refund" ? rounding.overRefund : rounding.over;
  return <Tip meaning="info">{fill(words, { over: amount })}</Tip>;
}

function Confirm({ amount, mobileNo, answer }: Question): ReactElement {
  const { confirm: words } = useMessages(ownPayInMessages);
  const number = formatMobileNumber(parseMobileNumber(mobileNo) ?? mobileNo);
  return (
    <ConfirmDialog
      run={() => answer(true)}
      title={fill(words.title, { amount: formatMoney(amount) })}
      no={words.no}
      yes={words.yes}
      onClose={() => answer(false)}
    >
      <p>{fill(words.text, { number })}</p>
    </ConfirmDialog>
  );
}
