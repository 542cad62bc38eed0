import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { addMonths, type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import { rates as ratesEndpoint, setRate } from "#shared/contract/dividends/tax.ts";
import { modeOnWire, modeWords, splitModes } from "#shared/split-modes.ts";
import { taxOn } from "#shared/dividend-tax.ts";
import { taxInForce } from "#shared/tax-in-force.ts";
import { fill } from "#shared/language.ts";
import { type Cents, cents, formatMoney, parseTypedAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { hundredths, inHundredths } from "#web/staff/hundredths.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { datedRates } from "./dated-rates.ts";
import type { Rates } from "./dividend-tax.tsx";
import css from "./settings.module.css";

const names = ["mode", "rate", "effectiveFrom"] as const;
type Name = (typeof names)[number];

interface TaxFormProps {
  readonly rates: Rates;
  readonly mayEdit: boolean;
  readonly onSet: () => void;
}

/** Sets a rate, and shows the resulting net dividend by each mode. */
export function TaxForm({ rates, mayEdit, onSet }: TaxFormProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const nameOf = useModeNames();
  const first = addMonths(`${rates.today.slice(0, 8)}01` as CalendarDate, 1);
  // Kept from when the form was opened: if two people set a rate at the same time, the second is
  // warned.
  const [follows, setFollows] = useState(rates.newest);
  const form = useForm<Name>({
    names,
    draft: "settings-tax",
    starting: { mode: modeWords.mobile, effectiveFrom: first },
    check: (values) => problemsOf(values, rates, tax),
    async send({ mode, rate, effectiveFrom }) {
      const basisPoints = inHundredths(rate, 0, 4999) ?? 0;
      try {
        await call(setRate, { body: { mode, effectiveFrom, basisPoints, follows } });
      } finally {
        onSet();
        setFollows((await call(ratesEndpoint)).newest);
      }
      const day = formatDay(effectiveFrom, language);
      const label = fill(tax.doneDetail, {
        mode: nameOf(mode),
        rate: hundredths(basisPoints),
        day,
      });
      showToast({ kind: "success", text: tax.done, detail: label });
      form.put({ rate: "" });
    },
  });
  return (
    <Card title={mayEdit ? tax.set : tax.preview}>
      {rates.basis.basis === "kind" && <p className={css["inside"]}>{tax.notByMode}</p>}
      {mayEdit && <Fields form={form} />}
      <Preview rates={rates} values={form.values} />
    </Card>
  );
}

function problemsOf(
  { mode, rate, effectiveFrom }: Values<Name>,
  rates: Rates,
  { problems, same }: TaxWords,
): Problems<Name> {
  const basisPoints = inHundredths(rate, 0, 4999);
  const isDay = parseCalendarDate(effectiveFrom) !== null && effectiveFrom >= rates.today;
  if (basisPoints === null || !isDay) {
    return {
      ...(basisPoints === null && { rate: problems.rate }),
      ...(!isDay && { effectiveFrom: problems.day }),
    };
  }
  const holding = taxInForce(datedRates(rates), effectiveFrom as CalendarDate);
  const known = modeOnWire(mode);
  return known && holding[known] === BigInt(basisPoints) ? { rate: same } : {};
}

function Fields({ form }: { readonly form: Form<Name> }): ReactElement {
  const { tax, saving } = useMessages(settingsMessages);
  const nameOf = useModeNames();
  const modes = Object.values(modeWords).map((mode) => [mode, nameOf(mode)]);
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Select label={tax.mode} bind={form.bind("mode")} options={Object.fromEntries(modes)} />
      <div className={css["pair"]}>
        <Field
          label={tax.percent}
          bind={form.bind("rate")}
          inputMode="decimal"
          autoComplete="off"
          className={css["figure"]}
          after={
            <span className={css["unit"]} aria-hidden="true">
              %
            </span>
          }
        />
        <Field label={tax.from} bind={form.bind("effectiveFrom")} type="date" />
      </div>
      <p className={css["quiet"]}>{tax.fromHint}</p>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["acts"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? saving : tax.submit}
        </Button>
      </div>
    </form>
  );
}

interface Row {
  readonly mode: string;
  readonly now: bigint;
  readonly later: bigint;
}

type TaxWords = SettingsWords["tax"];

function columnsOf({ columns }: TaxWords, amount: Cents, day: string): readonly Column<Row>[] {
  const later = fill(columns.later, { day });
  return [
    { head: columns.mode, cell: ({ mode }) => <b>{mode}</b>, place: "what" },
    {
      head: columns.now,
      cell: (row) => <Left amount={amount} rate={row.now} />,
      place: "more",
      number: true,
      cardLabel: columns.now,
    },
    {
      head: later,
      cell: (row) => <Left amount={amount} rate={row.later} />,
      place: "balance",
      number: true,
      cardLabel: later,
    },
  ];
}

interface PreviewProps {
  readonly rates: Rates;
  readonly values: Values<Name>;
}

/** The net of a dividend by each mode, today and with the typed rate. */
function Preview({ rates, values }: PreviewProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { common } = useWords();
  const { language } = useSpoken();
  const nameOf = useModeNames();
  const [typed, setTyped] = useState("10,000");
  const amount = parseTypedAmount(typed) ?? cents(1_000_000n);
  const day = (values.effectiveFrom || rates.today) as CalendarDate;
  const dated = datedRates(rates);
  const [now, later] = [taxInForce(dated, rates.today as CalendarDate), taxInForce(dated, day)];
  const proposed = inHundredths(values.rate, 0, 4999);
  const rows = splitModes.map((mode): Row => {
    const isProposed = proposed !== null && modeWords[mode] === values.mode;
    const rate = isProposed ? BigInt(proposed) : later[mode];
    return { mode: nameOf(modeWords[mode]), now: now[mode], later: rate };
  });
  return (
    <div className={css["figures"]}>
      <div className={css["inside"]}>
        <Field
          label={tax.sample}
          bind={{ name: "sample", value: typed, error: undefined, onValue: setTyped }}
          inputMode="decimal"
          autoComplete="off"
          className={css["figure"]}
          after={
            <span className={css["unit"]} aria-hidden="true">
              {common.ksh}
            </span>
          }
        />
      </div>
      <Table
        caption={fill(tax.caption, { amount: formatMoney(amount) })}
        columns={columnsOf(tax, amount, formatDay(day, language))}
        rows={rows}
        rowKey={({ mode }) => mode}
      />
    </div>
  );
}

function Left({ amount, rate }: { readonly amount: Cents; readonly rate: bigint }): ReactElement {
  const { columns } = useMessages(settingsMessages).tax;
  const tax = taxOn(amount, rate);
  return (
    <span className={css["stacked"]}>
      {formatMoney(cents(amount - tax))}
      {tax > 0n && <small>{fill(columns.tax, { tax: formatMoney(tax) })}</small>}
    </span>
  );
}
