import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import type { SettingsWords } from "#shared/messages/office/settings-en.ts";
import { loanRests } from "#shared/contract/pay-ins/prompts.ts";
import {
  defaultPurposes,
  highestPromptLimits,
  payInSettings,
  type PromptLimitName,
  promptLimitNames,
  savePayInSettings,
} from "#shared/contract/pay-ins/settings.ts";
import { fill } from "#shared/language.ts";
import { formatMoney } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRenew, useRequest } from "#web/lib/query.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Changes } from "./changes.tsx";
import { SaveButton } from "./save-button.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { useSeen } from "./versioned.ts";

type Settings = z.output<typeof payInSettings.answer>;

/** Where payments by M-Pesa are credited, and the limits of those by prompt. */
export function PayInsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(payInSettings);
  return (
    <Part load={load} title={words.parts.payIns} rows={4}>
      {(settings) => (
        <>
          <p className={css["quiet"]}>{words.payIns.lead}</p>
          <SettingsFacts settings={settings} withChoices={!mayEdit} />
          {mayEdit && <SettingsForm settings={settings} />}
          <Changes
            changes={settings.changes.map((change) => ({
              ...change,
              fields: change.fields.map((field) => inWords(field, words.payIns)),
            }))}
            names={{
              purpose: words.payIns.purpose,
              loanRest: words.payIns.loanRest,
              ...limitNames(words.payIns),
            }}
          />
        </>
      )}
    </Part>
  );
}

type Changed = Settings["changes"][number]["fields"][number];

/** A changed field with the names of its choices. */
function inWords(
  { field, from, to }: Changed,
  { purposes, loanRests }: SettingsWords["payIns"],
): Changed {
  const names: Readonly<Record<string, string>> = field === "purpose" ? purposes : loanRests;
  return { field, from: names[from] ?? from, to: names[to] ?? to };
}

const limitNames = ({ least, most, dayMost }: SettingsWords["payIns"]) => ({
  least,
  most,
  dayMost,
});

interface FactsProps {
  readonly settings: Settings;
  /** Whether the choices are also shown if they cannot be changed. */
  readonly withChoices: boolean;
}

function SettingsFacts({ settings, withChoices }: FactsProps): ReactElement {
  const { parts, payIns } = useMessages(settingsMessages);
  const choices = [
    { term: payIns.purpose, value: payIns.purposes[settings.purpose] },
    { term: payIns.loanRest, value: payIns.loanRests[settings.loanRest] },
    ...promptLimitNames.map((name) => ({ term: payIns[name], value: money(settings[name]) })),
  ];
  return (
    <Card title={parts.payIns}>
      <Facts
        facts={[
          { term: payIns.paybill, value: settings.paybill || payIns.noPaybill },
          ...(withChoices ? choices : []),
        ]}
      />
    </Card>
  );
}

const names = ["purpose", "loanRest", ...promptLimitNames] as const;
type Name = (typeof names)[number];

function SettingsForm({ settings }: { readonly settings: Settings }): ReactElement {
  const all = useWords();
  const words = useMessages(settingsMessages);
  const renew = useRenew();
  const { save } = useSeen(settings, () => call(payInSettings));
  const form = useForm<Name>({
    names,
    draft: "settings-pay-ins",
    starting: startingOf(settings),
    check: (values) =>
      contractProblems(savePayInSettings.body, { version: 0, ...bodyOf(values) }, all),
    async send(values) {
      try {
        await save((version) => call(savePayInSettings, { body: { version, ...bodyOf(values) } }));
      } finally {
        void renew(payInSettings);
      }
      showToast({ kind: "success", text: words.payIns.done });
    },
  });
  return (
    <Card padded>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <div className={css["pair"]}>
          <Select
            label={words.payIns.purpose}
            bind={form.bind("purpose")}
            options={words.payIns.purposes}
          />
          <Select
            label={words.payIns.loanRest}
            bind={form.bind("loanRest")}
            options={words.payIns.loanRests}
          />
          {promptLimitNames.map((name) => (
            <Field
              key={name}
              label={words.payIns[name]}
              bind={form.bind(name)}
              inputMode="numeric"
              autoComplete="off"
              className={css["figure"]}
              note={{ kind: "hint", text: hintOf(name, words.payIns) }}
            />
          ))}
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <SaveButton busy={form.busy} />
      </form>
    </Card>
  );
}

const withoutCents = (amount: string): string => amount.replace(/\.00$/, "");

function hintOf(name: PromptLimitName, { limitHint, dayMostHint }: SettingsWords["payIns"]) {
  const hint = name === "dayMost" ? dayMostHint : limitHint;
  return fill(hint, { most: withoutCents(formatMoney(highestPromptLimits[name])) });
}

function startingOf({ purpose, loanRest, ...settings }: Settings): Values<Name> {
  return {
    purpose,
    loanRest,
    least: withoutCents(money(settings.least)),
    most: withoutCents(money(settings.most)),
    dayMost: withoutCents(money(settings.dayMost)),
  };
}

/** Reads the choices; an unknown text counts as the first one. */
function bodyOf({ purpose, loanRest, ...limits }: Values<Name>) {
  return {
    purpose: defaultPurposes.find((one) => one === purpose) ?? defaultPurposes[0],
    loanRest: loanRests.find((one) => one === loanRest) ?? loanRests[0],
    least: plainAmount(limits.least),
    most: plainAmount(limits.most),
    dayMost: plainAmount(limits.dayMost),
  };
}
