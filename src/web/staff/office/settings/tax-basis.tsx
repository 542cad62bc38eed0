import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { addMonths, type CalendarDate, parseCalendarDate } from "#shared/calendar-date.ts";
import { rates as ratesEndpoint, setBasis } from "#shared/contract/dividends/tax.ts";
import {
  everyMode,
  type Incomes,
  netOf,
  rateByKind,
  type TaxByKind,
  type TaxByMode,
  taxOn,
} from "#shared/dividend-tax.ts";
import {
  basisWords,
  kindsInForce,
  type TaxBasis,
  taxBases,
  taxInForce,
} from "#shared/tax-in-force.ts";
import { modeWords, splitModes } from "#shared/split-modes.ts";
import { fill } from "#shared/language.ts";
import { addCents, type Cents, cents, formatMoney, parseTypedAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { type Form, type Problems, useForm, type Values } from "#web/lib/form.ts";
import { inHundredths } from "#web/staff/hundredths.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useModeNames } from "#web/lib/mode-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import type { Rates } from "./dividend-tax.tsx";
import { datedBases, datedRates } from "./dated-rates.ts";
import css from "./settings.module.css";

const names = ["basis", "shareBasisPoints", "interestBasisPoints", "effectiveFrom"] as const;
type Name = (typeof names)[number];

type TaxWords = SettingsWords["tax"];

interface BasisFormProps {
  readonly rates: Rates;
  readonly mayEdit: boolean;
  readonly onSet: () => void;
}

/** Sets whether tax is by mode or by kind of income, and shows the resulting net dividend. */
export function BasisForm({ rates, mayEdit, onSet }: BasisFormProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const first = addMonths(`${rates.today.slice(0, 8)}01` as CalendarDate, 1);
  const [follows, setFollows] = useState(rates.newest);
  const form = useForm<Name>({
    names,
    draft: "settings-tax-basis",
    starting: { basis: "kind", effectiveFrom: first },
    check: (values) => problemsOf(values, rates, tax),
    async send(values) {
      const { effectiveFrom } = values;
      const basis = values.basis as TaxBasis;
      const kinds = typedKinds(values);
      const points = kinds && {
        shareBasisPoints: Number(kinds.onShares),
        interestBasisPoints: Number(kinds.onInterest),
      };
      try {
        await call(setBasis, { body: { basis, ...points, effectiveFrom, follows } });
      } finally {
        onSet();
        setFollows((await call(ratesEndpoint)).newest);
      }
      const detail = fill(tax.basisLine, {
        basis: basisWords[basis],
        day: formatDay(effectiveFrom, language),
      });
      showToast({ kind: "success", text: tax.basisDone, detail });
      form.put({ shareBasisPoints: "", interestBasisPoints: "" });
    },
  });
  return (
    <Card title={mayEdit ? tax.basisSet : tax.basisPreview}>
      {mayEdit && <Fields form={form} />}
      <Preview rates={rates} values={form.values} />
    </Card>
  );
}

const rateOf = (typed: string): number | null => inHundredths(typed, 0, 4999);

/** Returns the typed rates; null for by mode, or while one is invalid. */
function typedKinds(values: Values<Name>): TaxByKind | null {
  const [shares, interest] = [rateOf(values.shareBasisPoints), rateOf(values.interestBasisPoints)];
  if (values.basis !== "kind" || shares === null || interest === null) return null;
  return { onShares: BigInt(shares), onInterest: BigInt(interest) };
}

function problemsOf(
  values: Values<Name>,
  rates: Rates,
  { problems, same }: TaxWords,
): Problems<Name> {
  const found: Problems<Name> = {};
  const { basis, effectiveFrom } = values;
  for (const name of ["shareBasisPoints", "interestBasisPoints"] as const) {
    if (basis === "kind" && rateOf(values[name]) === null) found[name] = problems.rate;
  }
  if (parseCalendarDate(effectiveFrom) === null || effectiveFrom < rates.today) {
    found.effectiveFrom = problems.day;
  }
  if (Object.keys(found).length > 0) return found;
  const holding = kindsInForce(datedBases(rates), effectiveFrom as CalendarDate);
  const said = (kinds: TaxByKind | null) => kinds && `${kinds.onShares} ${kinds.onInterest}`;
  return said(holding) === said(typedKinds(values)) ? { basis: same } : {};
}

function Fields({ form }: { readonly form: Form<Name> }): ReactElement {
  const { tax, saving } = useMessages(settingsMessages);
  const options = Object.fromEntries(taxBases.map((basis) => [basis, tax.bases[basis]]));
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Select label={tax.basis} bind={form.bind("basis")} options={options} />
      {form.values.basis === "kind" && (
        <div className={css["pair"]}>
          <Percent label={tax.onShares} bind={form.bind("shareBasisPoints")} />
          <Percent label={tax.onInterest} bind={form.bind("interestBasisPoints")} />
        </div>
      )}
      <Field label={tax.from} bind={form.bind("effectiveFrom")} type="date" />
      <p className={css["quiet"]}>{tax.fromHint}</p>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["acts"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? saving : tax.basisSubmit}
        </Button>
      </div>
    </form>
  );
}

interface PercentProps {
  readonly label: string;
  readonly bind: ReturnType<Form<Name>["bind"]>;
}

function Percent({ label, bind }: PercentProps): ReactElement {
  const sign = (
    <span className={css["unit"]} aria-hidden="true">
      %
    </span>
  );
  return (
    <Field
      label={label}
      bind={bind}
      inputMode="decimal"
      autoComplete="off"
      className={css["figure"]}
      after={sign}
    />
  );
}

interface PreviewProps {
  readonly rates: Rates;
  readonly values: Values<Name>;
}

/** Returns the tax of each mode for these incomes, by kind or by mode. */
function taxFor(kinds: TaxByKind | null, byMode: TaxByMode, incomes: Incomes): TaxByMode {
  return kinds === null ? byMode : everyMode(rateByKind(kinds, incomes));
}

/** Shows the net of a dividend by each mode, today and with the typed rates. */
function Preview({ rates, values }: PreviewProps): ReactElement {
  const { tax } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const nameOf = useModeNames();
  const [shares, setShares] = useState("4,000");
  const [interest, setInterest] = useState("6,000");
  const incomes = { onShareCapital: typedOr(shares, 4000n), onDeposits: typedOr(interest, 6000n) };
  const today = rates.today as CalendarDate;
  const day = (values.effectiveFrom || rates.today) as CalendarDate;
  const [modes, bases] = [datedRates(rates), datedBases(rates)];
  const isTyped = values.basis === "mode" || typedKinds(values) !== null;
  const kinds = isTyped ? typedKinds(values) : kindsInForce(bases, day);
  const now = taxFor(kindsInForce(bases, today), taxInForce(modes, today), incomes);
  const later = taxFor(kinds, taxInForce(modes, day), incomes);
  const amount = addCents(incomes.onShareCapital, incomes.onDeposits);
  return (
    <div className={css["figures"]}>
      <div className={css["pair"]}>
        <Sample name="shares" label={tax.sampleShares} value={shares} onValue={setShares} />
        <Sample name="interest" label={tax.sampleInterest} value={interest} onValue={setInterest} />
      </div>
      <Table
        caption={fill(tax.caption, { amount: formatMoney(amount) })}
        columns={columnsOf(tax, amount, formatDay(day, language))}
        rows={splitModes.map((mode) => ({
          mode: nameOf(modeWords[mode]),
          now: now[mode],
          later: later[mode],
        }))}
        rowKey={({ mode }) => mode}
      />
    </div>
  );
}

/** Returns a typed amount above zero, or the given default while there is none. */
function typedOr(typed: string, shillings: bigint): Cents {
  const amount = parseTypedAmount(typed);
  return amount !== null && amount > 0n ? amount : cents(shillings * 100n);
}

interface SampleProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (typed: string) => void;
}

function Sample({ name, label, value, onValue }: SampleProps): ReactElement {
  const { common } = useWords();
  return (
    <Field
      label={label}
      bind={{ name, value, error: undefined, onValue }}
      inputMode="decimal"
      autoComplete="off"
      className={css["figure"]}
      after={
        <span className={css["unit"]} aria-hidden="true">
          {common.ksh}
        </span>
      }
    />
  );
}

interface Row {
  readonly mode: string;
  readonly now: TaxByMode["mobile"];
  readonly later: TaxByMode["mobile"];
}

function columnsOf({ columns }: TaxWords, amount: Cents, day: string): readonly Column<Row>[] {
  const later = fill(columns.later, { day });
  const left = (rate: Row["now"]) => (
    <span className={css["stacked"]}>
      {formatMoney(netOf(amount, rate))}
      <small>{fill(columns.tax, { tax: formatMoney(taxOn(amount, rate)) })}</small>
    </span>
  );
  return [
    { head: columns.mode, cell: ({ mode }) => <b>{mode}</b>, place: "what" },
    {
      head: columns.now,
      cell: (row) => left(row.now),
      place: "more",
      number: true,
      cardLabel: columns.now,
    },
    {
      head: later,
      cell: (row) => left(row.later),
      place: "balance",
      number: true,
      cardLabel: later,
    },
  ];
}
