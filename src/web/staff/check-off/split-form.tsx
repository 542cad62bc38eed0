import { checkOffMessages } from "#shared/messages/check-off/check-off-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type FormEvent, type ReactElement, useState } from "react";
import { decide } from "#shared/contract/check-off/files.ts";
import { fill } from "#shared/language.ts";
import {
  addCents,
  type Cents,
  formatMoney,
  fromWireAmount,
  negateCents,
  parseTypedAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { problemWords } from "#web/lib/form.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./check-off.module.css";
import { type Choice, directionOf, useChoices } from "./choices.ts";
import { fieldProblemsOf, type FormProps } from "./decision-form.ts";
import type { Line } from "./lines.tsx";

/** A part as it is typed. */
interface Typed {
  /** Identifies the parts while they are typed. */
  readonly id: number;
  readonly key: string;
  readonly number: string;
  readonly amount: string;
}

const MAX_PARTS = 10;

/** Splits a line into parts that add up to it. */
export function SplitForm(props: FormProps): ReactElement {
  const { decision: words } = useMessages(checkOffMessages);
  const { line, sending, onClose } = props;
  const { choices, parts, setParts, problems, alert, submit } = useSplit(props);
  const left = leftOf(line, parts);
  const change = (at: number, typed: Partial<Typed>): void => {
    setParts(parts.map((part, index) => (index === at ? { ...part, ...typed } : part)));
  };
  return (
    <form className={css["decision"]} onSubmit={submit} noValidate>
      {parts.map((part, at) => (
        <PartFields
          key={part.id}
          part={part}
          number={at + 1}
          choices={choices}
          problems={problems}
          onChange={(typed) => change(at, typed)}
        />
      ))}
      <div className={css["actions"]}>
        {parts.length < MAX_PARTS && (
          <Button small onClick={() => setParts([...parts, blankOf(choices, parts.length)])}>
            {words.addPart}
          </Button>
        )}
        {parts.length > 2 && (
          <Button small onClick={() => setParts(parts.slice(0, -1))}>
            {words.removePart}
          </Button>
        )}
      </div>
      <p role="status">{fill(words.left, { left: formatMoney(left) })}</p>
      {alert && <Tip meaning="bad">{alert}</Tip>}
      <div className={css["actions"]}>
        <Button blocked={sending.busy} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" blocked={sending.busy}>
          {words.save}
        </Button>
      </div>
    </form>
  );
}

interface PartFieldsProps {
  readonly part: Typed;
  readonly number: number;
  readonly choices: readonly Choice[];
  /** The problems of the whole form, by the name of the field. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (typed: Partial<Typed>) => void;
}

function PartFields({ part, number, choices, problems, onChange }: PartFieldsProps): ReactElement {
  const { decision: words } = useMessages(checkOffMessages);
  const chosen = choices.find(({ key }) => key === part.key);
  const field = (name: string) => `parts.${number - 1}.${name}`;
  return (
    <fieldset className={css["part"]} aria-label={fill(words.part, { number })}>
      <Select
        label={fill(words.part, { number })}
        bind={{
          name: field("to"),
          value: part.key,
          error: problems[field("to")],
          onValue: (key) => onChange({ key }),
        }}
        options={Object.fromEntries(choices.map(({ key, label }) => [key, label]))}
      />
      {chosen?.typed && (
        <Field
          label={words.number}
          bind={{
            name: field(chosen.typed),
            value: part.number,
            error: problems[field(chosen.typed)],
            onValue: (typed) => onChange({ number: typed }),
          }}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Field
        label={words.amount}
        bind={{
          name: field("amount"),
          value: part.amount,
          error: problems[field("amount")],
          onValue: (amount) => onChange({ amount }),
        }}
        inputMode="decimal"
        autoComplete="off"
      />
    </fieldset>
  );
}

function useSplit({ batch, line, sending }: FormProps) {
  const words = useWords();
  const choices = useChoices(batch, line);
  const [parts, setParts] = useState<readonly Typed[]>(() => startingFrom(line, choices));
  const [isUneven, setUneven] = useState(false);
  const send = (): void => {
    const given = parts.flatMap(({ key, number, amount }) => {
      const choice = choices.find((one) => one.key === key);
      return choice ? [{ ...directionOf(choice, number), amount: plainAmount(amount) }] : [];
    });
    const params = { batch: batch.id, row: String(line.row) };
    sending.run(() => call(decide, { params, body: { parts: given } }));
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (sending.busy) return;
    const isWhole = leftOf(line, parts) === 0n;
    setUneven(!isWhole);
    if (isWhole) send();
    else sending.forget();
  };
  const problems = fieldProblemsOf(sending.error);
  const rejection = problems["parts"] ?? sending.failed;
  const alert = isUneven ? problemWords("parts.sum", words) : rejection;
  return { choices, parts, setParts, problems, alert, submit };
}

/** Returns the amount of a line that no part has yet; negative where the parts exceed it. */
function leftOf({ amount }: Line, parts: readonly Typed[]): Cents {
  const typed = parts.map((part) => parseTypedAmount(part.amount) ?? ZERO_CENTS);
  return addCents(fromWireAmount(amount), negateCents(addCents(...typed)));
}

function blankOf(choices: readonly Choice[], id: number): Typed {
  return { id, key: choices[0]?.key ?? "", number: "", amount: "" };
}

/** Returns the parts of a line, with an empty one added where it has a single destination. */
function startingFrom(line: Line, choices: readonly Choice[]): readonly Typed[] {
  const now = line.parts.map(({ to, loanNo, memberNo, amount }, id): Typed => {
    const isOwn = to === "suspense" || memberNo === line.memberNo;
    const own = choices.find((one) => one.to === to && one.loanNo === (loanNo || undefined));
    const other = choices.find((one) => one.to === to && one.typed);
    const chosen = isOwn || !other ? own : other;
    return { id, key: chosen?.key ?? "", number: loanNo || memberNo, amount: money(amount) };
  });
  return now.length > 1 ? now : [...now, blankOf(choices, now.length)];
}
