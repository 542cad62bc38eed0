import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import { saveBudget, spend as spendEndpoint } from "#shared/contract/messaging/sms-spend.ts";
import { fill } from "#shared/language.ts";
import {
  type Cents,
  formatMoney,
  fromWireAmount,
  parseTypedAmount,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { type Problems, useForm, type Values } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Money } from "#web/ui/money.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Totals } from "#web/ui/totals.tsx";
import { SaveButton } from "./save-button.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { useSeen } from "./versioned.ts";

type Spend = z.output<typeof spendEndpoint.answer>;
type Sum = Spend["spent"];

/** Formats an amount of the wire, which may be zero. */
const inCents = (amount: number): Cents => (amount === 0 ? ZERO_CENTS : fromWireAmount(amount));
const said = (amount: number): string => formatMoney(inCents(amount));

/** The cost of text messages, by purpose and month, and the budget. */
export function SmsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(spendEndpoint);
  return (
    <Part load={load} title={words.parts.sms} rows={6}>
      {(spend) => (
        <>
          <Standing spend={spend} />
          <Figures spend={spend} />
          <div className={css["halves"]}>
            <Spent spend={spend} />
            {mayEdit && <BudgetForm spend={spend} />}
          </div>
          <Days spend={spend} />
        </>
      )}
    </Part>
  );
}

function Standing({ spend }: { readonly spend: Spend }): ReactElement | null {
  const { sms } = useMessages(settingsMessages);
  const { percent = 0, held } = spend;
  if (percent >= 100) return <Tip meaning="bad">{fill(sms.over, { held })}</Tip>;
  return percent >= 80 ? <Tip meaning="warn">{fill(sms.near, { percent })}</Tip> : null;
}

function Figures({ spend }: { readonly spend: Spend }): ReactElement {
  const { sms, parts } = useMessages(settingsMessages);
  const { language } = useSpoken();
  const { spent, budget, percent, codes, month } = spend;
  return (
    <Totals
      label={parts.sms}
      totals={[
        {
          label: fill(sms.spent, { month: formatDay(month, language, "monthYear") }),
          figure: <Money size="big" amount={inCents(spent.cost)} />,
          fact: fill(sms.spentFact, { messages: spent.messages, parts: spent.parts }),
        },
        {
          label: sms.budget,
          figure:
            budget === undefined ? sms.noBudget : <Money size="big" amount={inCents(budget)} />,
          fact: percent === undefined ? sms.noBudgetFact : fill(sms.left, { percent }),
        },
        {
          label: sms.codes,
          figure: codes.sent,
          fact: fill(sms.codesFact, { most: codes.most }),
        },
      ]}
    />
  );
}

function sumColumns<Row extends Sum>(
  head: string,
  name: (row: Row) => string,
  total: Sum | null,
  words: SettingsWords["sms"],
): readonly Column<Row>[] {
  return [
    { head, cell: (row) => <b>{name(row)}</b>, place: "what" },
    {
      head: words.columns.messages,
      cell: ({ messages }) => messages,
      place: "when",
      number: true,
      cardLabel: words.columns.messages,
      ...(total && { total: total.messages }),
    },
    {
      head: words.columns.parts,
      cell: ({ parts }) => parts,
      place: "balance",
      number: true,
      cardLabel: words.columns.parts,
      ...(total && { total: total.parts }),
    },
    {
      head: words.columns.cost,
      cell: ({ cost }) => said(cost),
      place: "howMuch",
      number: true,
      ...(total && { total: said(total.cost) }),
    },
  ];
}

function Spent({ spend: { byPurpose, spent } }: { readonly spend: Spend }): ReactElement {
  const { sms, messages } = useMessages(settingsMessages);
  type Row = Spend["byPurpose"][number];
  const name = ({ purpose }: Row): string => messages.purposes[purpose];
  return (
    <Card title={sms.byPurpose}>
      {byPurpose.length === 0 ? (
        <p className={css["inside"]}>{sms.none}</p>
      ) : (
        <Table
          caption={sms.byPurpose}
          columns={sumColumns<Row>(sms.columns.purpose, name, spent, sms)}
          rows={byPurpose}
          rowKey={({ purpose }) => purpose}
          total={sms.total}
        />
      )}
    </Card>
  );
}

function Days({ spend: { byDay, before } }: { readonly spend: Spend }): ReactElement | null {
  const { sms } = useMessages(settingsMessages);
  const { language } = useSpoken();
  type Day = Spend["byDay"][number];
  type Month = Spend["before"][number];
  const month = (row: Month): string => formatDay(row.month, language, "monthYear");
  if (byDay.length + before.length === 0) return null;
  return (
    <div className={css["halves"]}>
      {byDay.length > 0 && (
        <Card title={sms.byDay}>
          <Table
            caption={sms.byDay}
            columns={sumColumns<Day>(
              sms.columns.day,
              ({ day }) => formatDay(day, language),
              null,
              sms,
            )}
            rows={byDay.toReversed()}
            rowKey={({ day }) => day}
          />
        </Card>
      )}
      {before.length > 0 && (
        <Card title={sms.before}>
          <Table
            caption={sms.before}
            columns={sumColumns<Month>(sms.columns.month, month, null, sms)}
            rows={before}
            rowKey={(row) => row.month}
          />
        </Card>
      )}
    </div>
  );
}

const names = ["budget", "partPrice"] as const;
type Name = (typeof names)[number];

function problemsOf(
  { budget, partPrice }: Values<Name>,
  { problems }: SettingsWords["sms"],
): Problems<Name> {
  const isAmount = budget.trim() === "" || parseTypedAmount(budget) !== null;
  return {
    ...(!isAmount && { budget: problems.amount }),
    ...(!/^\d{1,2}(\.\d{1,4})?$/.test(partPrice.trim()) && { partPrice: problems.price }),
  };
}

function BudgetForm({ spend }: { readonly spend: Spend }): ReactElement {
  const { common } = useWords();
  const words = useMessages(settingsMessages);
  const { sms } = words;
  const renew = useRenew();
  const { save } = useSeen(spend, () => call(spendEndpoint));
  const form = useForm<Name>({
    names,
    draft: "settings-sms",
    starting: {
      budget: spend.budget === undefined ? "" : said(spend.budget).replace(/\.00$/, ""),
      partPrice: spend.partPrice,
    },
    check: (values) => problemsOf(values, sms),
    async send({ budget, partPrice }) {
      const amount = parseTypedAmount(budget);
      const body = { partPrice, ...(amount !== null && { budget: toWireAmount(amount) }) };
      try {
        await save((version) => call(saveBudget, { body: { version, ...body } }));
      } finally {
        void renew(spendEndpoint);
      }
      showToast({ kind: "success", text: sms.done });
    },
  });
  const ksh = (
    <span className={css["unit"]} aria-hidden="true">
      {common.ksh}
    </span>
  );
  return (
    <Card title={sms.set}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <Field
          label={sms.amount}
          bind={form.bind("budget")}
          inputMode="decimal"
          autoComplete="off"
          className={css["figure"]}
          after={ksh}
          note={{ kind: "hint", text: sms.amountHint }}
        />
        <Field
          label={sms.price}
          bind={form.bind("partPrice")}
          inputMode="decimal"
          autoComplete="off"
          className={css["figure"]}
          after={ksh}
          note={{ kind: "hint", text: sms.priceHint }}
        />
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <SaveButton busy={form.busy} />
      </form>
    </Card>
  );
}
