import { loanDeskMessages } from "#shared/messages/loans/desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { type DeskWay, repayment } from "#shared/contract/loans/desk.ts";
import { fill } from "#shared/language.ts";
import type { Messages } from "#shared/messages/en.ts";
import type { LoanDeskWords } from "#shared/messages/loans/desk-en.ts";
import {
  addCents,
  type Cents,
  formatMoney,
  fromWireAmount,
  negateCents,
  parseTypedAmount,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { ProblemAnswer } from "#web/lib/failure.ts";
import { money } from "#web/lib/figures.ts";
import {
  contractProblems,
  problemWords,
  type Problems,
  useForm,
  type Values,
} from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Changes } from "#web/ui/changes.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewLoan, wasFirst } from "./act.ts";
import desk from "#web/ui/desk.module.css";
import css from "./application.module.css";
import type { ActProps } from "./act-card.tsx";
import type { LoanFile } from "./application.tsx";
import { hasChanged } from "#web/staff/held-facts.ts";
import { useFormatShown } from "./shown-facts.ts";
import { WaitsForSecond } from "#web/staff/waits-for-second.tsx";

/** Records repayments received at the desk, one receipt at a time. */
export function Receive({ loan, file, officer }: ActProps): ReactElement | null {
  const { receive: words, decide } = useMessages(loanDeskMessages);
  const [round, setRound] = useState(0);
  if (!officer.may("loans.receive")) return null;
  return (
    <Card title={words.title}>
      <div className={desk["act"]}>
        <p className={css["said"]}>{fill(words.owed, { amount: money(file.outstanding) })}</p>
        {file.waiting && <Waiting waiting={file.waiting} />}
        {file.isYours ? (
          <Tip meaning="info">{decide.own}</Tip>
        ) : (
          <ReceiveForm
            key={round}
            loanNo={loan.loanNo}
            file={file}
            owed={fromWireAmount(file.outstanding)}
            instalment={fromWireAmount(loan.repayment)}
            onDone={() => setRound(round + 1)}
          />
        )}
      </div>
    </Card>
  );
}

function Waiting({ waiting }: { readonly waiting: NonNullable<LoanFile["waiting"]> }) {
  const { receive: words } = useMessages(loanDeskMessages);
  const { approvalId, amount, receipt, by, yours } = waiting;
  const text = fill(yours ? words.waitsYours : words.waits, { amount: money(amount), receipt, by });
  return <WaitsForSecond approvalId={approvalId} text={text} link={words.waitsLink} />;
}

const names = ["amount", "way", "receipt", "date"] as const;
type Name = (typeof names)[number];

interface FormProps {
  readonly loanNo: string;
  readonly file: LoanFile;
  readonly owed: Cents;
  /** An overpayment is at most one instalment. */
  readonly instalment: Cents;
  readonly onDone: () => void;
}

function ReceiveForm({ loanNo, file, owed, instalment, onDone }: FormProps): ReactElement {
  const all = useWords();
  const { receive: words, repayments } = useMessages(loanDeskMessages);
  const renew = useRenewLoan();
  // The overpayment that was asked about; pressing again confirms exactly this figure.
  const [asked, setAsked] = useState<Cents | null>(null);
  // The version shown before it changed; pressing again confirms the current one.
  const [before, setBefore] = useState<LoanFile["shown"] | null>(null);
  const say = useFormatShown();
  const check = (values: Values<Name>) => problemsOf(values, { owed, instalment }, all);
  const form = useForm<Name>({
    names,
    draft: `repayment ${loanNo}`,
    check,
    async send(values) {
      setAsked(null);
      setBefore(null);
      const { shownDigest } = file;
      const more = over !== null && { over: toWireAmount(over) };
      const body = { ...bodyOf(values), ...more, shownDigest };
      try {
        const recorded = await call(repayment, { params: { loanNo }, body });
        showToast({ kind: "success", ...outcomeOf(recorded, words) });
      } catch (error) {
        if (hasChanged(error)) setBefore(file.shown);
        if (hasMoved(error)) await renew();
        throw error;
      }
      await renew();
      onDone();
    },
  });
  const way = wayOf(form.values.way);
  const over = overOf(form.values, owed);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const mends = Object.keys(check(form.values)).length > 0;
    if (over === null || over === asked || mends) return form.submit(event);
    event.preventDefault();
    setAsked(over);
  };
  const amounts = { loanNo, owed: formatMoney(owed), over: formatMoney(over ?? ZERO_CENTS) };
  return (
    <form className={css["form"]} onSubmit={submit} noValidate>
      <Field
        label={words.amount}
        bind={form.bind("amount")}
        note={over === null ? undefined : { kind: "info", text: fill(words.over, amounts) }}
        inputMode="decimal"
      />
      <Select label={words.way} bind={form.bind("way")} options={deskWaysOf(repayments)} />
      <Field
        label={words.receipt}
        bind={form.bind("receipt")}
        note={{ kind: "hint", text: words.receiptHints[way] }}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <Field label={words.date} bind={form.bind("date")} type="date" />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      {before && <Changes before={say(before)} now={say(file.shown)} />}
      <Button look="primary" width="full" type="submit" blocked={form.busy}>
        {words.submit}
      </Button>
      {over !== null && over === asked && (
        <OverQuestion amounts={amounts} onClose={() => setAsked(null)} />
      )}
    </form>
  );
}

/** The message after a receipt: recorded, or sent to a second person. */
function outcomeOf(
  { state, approvalId }: z.output<typeof repayment.answer>,
  words: LoanDeskWords["receive"],
) {
  if (approvalId !== undefined) return { text: words.sent, detail: words.sentDetail };
  return { text: state === "settled" ? words.settled : words.done };
}

interface QuestionProps {
  readonly amounts: Readonly<Record<"loanNo" | "owed" | "over", string>>;
  readonly onClose: () => void;
}

/** Says where an overpayment goes; pressing its button again submits the form around it. */
function OverQuestion({ amounts, onClose }: QuestionProps): ReactElement {
  const { receive: words } = useMessages(loanDeskMessages);
  return (
    <Dialog
      title={fill(words.overQuestion, amounts)}
      onClose={onClose}
      actions={
        <>
          <Button first onClick={onClose}>
            {words.overKeep}
          </Button>
          <Button look="danger" type="submit">
            {words.overConfirm}
          </Button>
        </>
      }
    >
      <p>{fill(words.overText, amounts)}</p>
    </Dialog>
  );
}

/** Returns the problems of the form; an overpayment is at most one instalment. */
function problemsOf(
  values: Values<Name>,
  { owed, instalment }: Pick<FormProps, "owed" | "instalment">,
  words: Messages,
): Problems<Name> {
  const body = { date: undefined, ...bodyOf(values) };
  const found = contractProblems<Name>(repayment.body, body, words);
  const isTooMuch = (overOf(values, owed) ?? ZERO_CENTS) > instalment;
  return isTooMuch ? { amount: problemWords("over.instalment", words), ...found } : found;
}

/** Returns the typed overpayment; null if there is none, or the amount is not valid yet. */
function overOf({ amount }: Values<Name>, owed: Cents): Cents | null {
  const typed = parseTypedAmount(amount);
  return typed !== null && typed > owed ? addCents(typed, negateCents(owed)) : null;
}

/** Whether a repayment arrived meanwhile, so that the balance on the page is out of date. */
function hasMoved(error: unknown): boolean {
  const isOver = error instanceof ProblemAnswer && error.details.reason === "repayment-over";
  return isOver || hasChanged(error) || wasFirst(error);
}

const deskWaysOf = ({ ways: { mpesa, bank } }: LoanDeskWords["repayments"]) => ({ mpesa, bank });

/** The first way is preselected. */
function wayOf(chosen: string): DeskWay {
  return chosen === "bank" ? chosen : "mpesa";
}

function bodyOf({ amount, way, receipt, date }: Values<Name>) {
  return { amount: plainAmount(amount), way: wayOf(way), receipt, ...(date !== "" && { date }) };
}
