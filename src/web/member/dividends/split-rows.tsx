import { splitMessages } from "#web/lib/member-texts.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { MAX_ROWS, type SplitLeg } from "#shared/dividend-split.ts";
import { splitModes } from "#shared/split-modes.ts";
import { nearestBasisPoints, type TaxRate } from "#shared/dividend-tax.ts";
import { fill } from "#shared/language.ts";
import { formatMobileNumber } from "#shared/mobile-number.ts";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, type FieldBinding } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { ChoiceField, MoneyField } from "#web/common/fields.tsx";
import { money } from "#web/lib/figures.ts";
import css from "./dividends.module.css";
import {
  bestRest,
  isBlank,
  restIn,
  type RowField,
  type Share,
  type Start,
  startsOf,
  type TypedRow,
  wholeShillings,
} from "./typed-split.ts";
import type { SplitForm } from "./use-split.ts";

interface RowsProps {
  readonly form: SplitForm;
  readonly share: Share;
  /** The member's share capital; null while it is not known. */
  readonly capital: Cents | null;
  readonly onConfirm: () => void;
}

/** The specification's table of Mode and Amount. */
export function SplitRows(props: RowsProps): ReactElement {
  const { rows: words } = useMessages(splitMessages);
  const { form } = props;
  const list = useRef<HTMLOListElement>(null);
  const focusOn = useFocusOn(list);
  const clear = (row: TypedRow): void => {
    const at = form.rows.indexOf(row);
    const goes = isBlank(row) && form.rows.length > 1;
    const next = goes ? (form.rows[at + 1] ?? form.rows[at - 1]) : row;
    form.clear(row);
    focusOn(`${next?.key}-mode`);
  };
  const put = (rest: Parameters<SplitForm["put"]>[0]): void => {
    form.put(rest);
    focusOn(`${rest.key}-amount`);
  };
  const add = (): void => {
    form.add();
    focusOn("last");
  };
  const begin = (start: Start): void => {
    form.begin(start);
    focusOn(`${form.rows[0]?.key}-amount`);
  };
  return (
    <>
      <Starts {...props} onStart={begin} />
      <div className={css["heads"]} aria-hidden="true">
        <span />
        <span>{words.mode}</span>
        <span>{words.amount}</span>
      </div>
      <ol className={css["split"]} ref={list}>
        {form.rows.map((row, index) => (
          <Row
            key={row.key}
            {...props}
            row={row}
            number={String(index + 1)}
            onClear={() => clear(row)}
            onPut={put}
          />
        ))}
      </ol>
      <div className={css["tools"]}>
        <Button small look="quiet" blocked={form.rows.length >= MAX_ROWS} onClick={add}>
          <Icon name="plus" small />
          {words.add}
        </Button>
        <BestRest form={form} onPut={put} />
      </div>
    </>
  );
}

interface StartsProps extends RowsProps {
  readonly onStart: (start: Start) => void;
}

/** The ways to allocate everything with one press, until something is typed. */
function Starts({ form, share, onStart }: StartsProps): ReactElement | null {
  const { starts: words } = useMessages(splitMessages);
  const { number, byBank } = share.mobile;
  const starts = startsOf(form.rows, form.terms, byBank || number !== "");
  const goals = byBank ? { ...words.to, mobile: words.bank } : words.to;
  if (starts.length === 0) return null;
  return (
    <div className={css["starts"]} role="group" aria-label={words.label}>
      {starts.map((start) => {
        const { mode, loanNo, rest } = start;
        const values = { to: fill(goals[mode], { loanNo }), rest: formatMoney(rest) };
        return (
          <Button key={mode + loanNo} small onClick={() => onStart(start)}>
            {fill(rest === 0n ? words.all : words.some, values)}
          </Button>
        );
      })}
    </div>
  );
}

type Put = (rest: Parameters<SplitForm["put"]>[0]) => void;

function BestRest({ form, onPut }: { readonly form: SplitForm; readonly onPut: Put }) {
  const { rows: words } = useMessages(splitMessages);
  const rest = bestRest(form.rows, form.terms, form.last);
  if (rest === null) return null;
  const at = form.rows.findIndex(({ key }) => key === rest.key);
  const isNew = form.rows[at]?.mode === "";
  const text = isNew ? words.putShares : rest.isAll ? words.putAll : words.putSome;
  return (
    <Button small onClick={() => onPut(rest)}>
      {fill(text, { amount: formatMoney(rest.adds), row: at + 1 })}
    </Button>
  );
}

interface RowProps extends RowsProps {
  readonly row: TypedRow;
  readonly number: string;
  readonly onClear: () => void;
  readonly onPut: Put;
}

function Row(props: RowProps): ReactElement {
  const { form, row, number, onClear } = props;
  const { rows: words } = useMessages(splitMessages);
  const amountNote = useAmountNote(props);
  const clears = isBlank(row) && form.rows.length > 1 ? words.remove : words.clear;
  return (
    <li onBlur={() => form.leave(row)}>
      <span className={css["number"]} aria-hidden="true">
        {number}
      </span>
      <div className={css["mode"]}>
        <Mode {...props} />
        <Details {...props} />
      </div>
      <div className={css["amount"]}>
        <MoneyField
          label={fill(words.amountOf, { row: number })}
          bind={bindOf(form, row, "amount")}
          tidy={(typed) => typed}
          note={amountNote}
        />
        <Mend {...props} />
      </div>
      <button
        type="button"
        className={css["clear"]}
        aria-label={fill(clears, { row: number })}
        onClick={onClear}
      >
        <Icon name="cross" />
      </button>
    </li>
  );
}

function bindOf(form: SplitForm, row: TypedRow, field: RowField): FieldBinding {
  return {
    name: `${row.key}-${field}`,
    value: row[field],
    error: form.problemAt(row, field),
    onValue: (typed) => form.change(row, { [field]: typed }),
  };
}

function Mode(props: RowProps): ReactElement {
  const { form, row, number, share } = props;
  const { rows: words, modes } = useMessages(splitMessages);
  const note = useModeNote(props);
  const bind = bindOf(form, row, "mode");
  const isAlone = row.mode === "loan" && share.loans.length < 2;
  return (
    <ChoiceField
      label={fill(words.modeOf, { row: number })}
      bind={{
        ...bind,
        // Without a loan to choose from, its problem has no other place.
        error: bind.error ?? (isAlone ? form.problemAt(row, "loanNo") : undefined),
        onValue(typed) {
          const mode = splitModes.find((one) => one === typed) ?? "";
          const [only, other] = share.loans;
          const loanNo = mode === "loan" && only && !other ? only.loanNo : row.loanNo;
          form.change(row, { mode, loanNo });
        },
      }}
      choices={[
        { value: "", words: words.choose },
        ...splitModes.map((mode) => ({ value: mode, words: modes[mode] })),
      ]}
      note={note}
    />
  );
}

/** Notes on a mode, shown before an amount is entered. */
function useModeNote({ form, row, share, capital }: RowProps): string | null {
  const { rows: words } = useMessages(splitMessages);
  const leg = form.calculated.legs.get(row.key);
  const rate = row.mode === "" ? 0n : form.terms.tax[row.mode];
  if (row.mode === "mobile") {
    if (share.mobile.byBank) return words.toBank;
    const number = formatMobileNumber(share.mobile.number);
    if (!number) return words.noNumber;
    return fill(share.mobile.isConfirmed ? words.to : words.unconfirmed, { number });
  }
  if (row.mode === "loan") {
    const [only, other] = share.loans;
    if (!only) return words.noLoan;
    if (other) return null;
    const balance = money(only.balance);
    return `${fill(words.loan, { loanNo: only.loanNo, balance })}.`;
  }
  if (row.mode !== "share-capital") return null;
  const tax = rate === 0n ? words.noTax : fill(words.tax, { rate: formatRate(rate) });
  if (capital === null || !leg || leg.amount === 0n) return tax;
  const before = form.calculated.split.legs.slice(0, form.calculated.split.legs.indexOf(leg) + 1);
  const added = before
    .filter(({ mode }) => mode === "share-capital")
    .reduce((sum, { net }) => sum + net, 0n);
  return `${tax} ${fill(words.capital, { amount: formatMoney(cents(capital + added)) })}`;
}

/** The other inputs of a mode: a number to confirm, a loan, a bill. */
function Details({ form, row, number, share, onConfirm }: RowProps): ReactNode {
  const { rows: words } = useMessages(splitMessages);
  if (row.mode === "mobile" && share.mobile.number && !share.mobile.isConfirmed) {
    return (
      <Button small onClick={onConfirm}>
        {words.confirm}
      </Button>
    );
  }
  if (row.mode === "loan" && share.loans.length > 1) {
    return (
      <ChoiceField
        label={fill(words.loanOf, { row: number })}
        bind={bindOf(form, row, "loanNo")}
        choices={[
          { value: "", words: words.chooseLoan },
          ...share.loans.map(({ loanNo, balance }) => ({
            value: loanNo,
            words: fill(words.loan, { loanNo, balance: money(balance) }),
          })),
        ]}
        note={null}
      />
    );
  }
  if (row.mode !== "hospital-bill") return null;
  return (
    <div className={css["labelled"]}>
      <Field
        label={words.bill}
        bind={bindOf(form, row, "bill")}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  );
}

/** The amount after tax, or its effect on the loan. */
function useAmountNote({ form, row }: RowProps): string | null {
  const { rows: words } = useMessages(splitMessages);
  const leg = form.calculated.legs.get(row.key);
  if (!leg || leg.amount === 0n) return null;
  if (leg.tax > 0n) {
    const rate = formatRate(form.terms.tax[leg.mode]);
    return fill(words.after, { rate, amount: formatMoney(leg.net) });
  }
  return clearsLoan(form, leg) ? words.clears : null;
}

function clearsLoan({ terms }: SplitForm, { mode, loanNo, net }: SplitLeg): boolean {
  return mode === "loan" && terms.loans.some((one) => one.loanNo === loanNo && one.balance === net);
}

/** One-press actions on an amount: use the rest, or round to whole shillings. */
function Mend({ form, row, number, onPut }: RowProps): ReactNode {
  const { rows: words } = useMessages(splitMessages);
  const whole = wholeShillings(form.calculated.legs.get(row.key), form.terms);
  if (whole !== null && form.problemAt(row, "amount")) {
    return (
      <Button small onClick={() => onPut({ key: row.key, mode: "mobile", amount: whole })}>
        {fill(words.whole, { amount: formatMoney(whole) })}
      </Button>
    );
  }
  const rest = restIn(row.key, form.rows, form.terms);
  if (rest === null) return null;
  return (
    <button
      type="button"
      className={css["rest"]}
      aria-label={fill(words.restOf, { row: number })}
      onClick={() => onPut(rest)}
    >
      {words.rest}
    </button>
  );
}

/** Formats a rate: 5, or 7.5; one that is not exact is rounded. */
export function formatRate(rate: TaxRate | number): string {
  const basisPoints = typeof rate === "number" ? rate : Number(nearestBasisPoints(rate));
  return String(basisPoints / 100);
}

/** Moves the focus to a field of the list by its name, once it is rendered. */
function useFocusOn(list: { readonly current: HTMLOListElement | null }): (name: string) => void {
  const [asked, setAsked] = useState<{ readonly name: string } | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const last = [...(list.current?.querySelectorAll<HTMLElement>("select") ?? [])].at(-1);
    const named = list.current?.querySelector<HTMLElement>(`[name="${asked.name}"]`);
    (asked.name === "last" ? last : named)?.focus();
  }, [asked, list]);
  return (name) => setAsked({ name });
}
