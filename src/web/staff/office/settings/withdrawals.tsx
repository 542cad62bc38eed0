import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { saveWithdrawalPolicy, withdrawalPolicy } from "#shared/contract/withdrawals/policy.ts";
import { fill } from "#shared/language.ts";
import { call } from "#web/lib/api.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useSpoken, useWords } from "#web/lib/language.ts";
import { useRequest } from "#web/lib/query.ts";
import { plainAmount } from "#web/staff/plain-amount.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Table } from "#web/ui/table.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";

type Rules = z.output<typeof withdrawalPolicy.answer>;

/** The rules for withdrawals, from a day on. */
export function WithdrawalsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const { rules: words } = useMessages(withdrawalDeskMessages);
  const { parts } = useMessages(settingsMessages);
  const load = useRequest(withdrawalPolicy);
  return (
    <Part load={load} title={parts.withdrawals} rows={6}>
      {(rules) => (
        <>
          <p className={css["quiet"]}>{words.lead}</p>
          {mayEdit && <RulesForm rules={rules} onSet={load.again} />}
          <History rows={rules.rows} />
        </>
      )}
    </Part>
  );
}

const names = [
  "smallest",
  "largestDay",
  "fee",
  "noticeDays",
  "approvalAbove",
  "effectiveFrom",
] as const;
type Name = (typeof names)[number];

interface FormProps {
  readonly rules: Rules;
  readonly onSet: () => void;
}

function RulesForm({ rules, onSet }: FormProps): ReactElement {
  const { rules: words } = useMessages(withdrawalDeskMessages);
  const { saving } = useMessages(settingsMessages);
  const all = useWords();
  const { language } = useSpoken();
  // Kept from when the form was opened: if two people set rules at the same time, the second is
  // warned.
  const [follows, setFollows] = useState(rules.newest);
  const form = useForm<Name>({
    names,
    draft: "settings-withdrawals",
    starting: startingOf(rules),
    check: (values) => contractProblems<Name>(saveWithdrawalPolicy.body, bodyOf(values), all),
    async send(values) {
      try {
        await call(saveWithdrawalPolicy, { body: { ...bodyOf(values), follows } });
      } finally {
        onSet();
        setFollows((await call(withdrawalPolicy)).newest);
      }
      const detail = fill(words.doneDetail, { day: formatDay(values.effectiveFrom, language) });
      showToast({ kind: "success", text: words.done, detail });
    },
  });
  return (
    <Card title={words.title}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <div className={css["pair"]}>
          <Field label={words.smallest} bind={form.bind("smallest")} inputMode="decimal" />
          <Field label={words.largestDay} bind={form.bind("largestDay")} inputMode="decimal" />
          <Field label={words.fee} bind={form.bind("fee")} inputMode="decimal" />
          <Field label={words.noticeDays} bind={form.bind("noticeDays")} inputMode="numeric" />
          <Field
            label={words.approvalAbove}
            bind={form.bind("approvalAbove")}
            inputMode="decimal"
          />
          <Field label={words.from} bind={form.bind("effectiveFrom")} type="date" />
        </div>
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        <div className={css["acts"]}>
          <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
            {form.busy ? saving : words.submit}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** The rules in force, as the form begins with them. */
function startingOf({ rows }: Rules): Partial<Values<Name>> {
  const now = rows.find(({ state }) => state === "in-force");
  if (now === undefined) return {};
  return {
    smallest: money(now.smallest),
    largestDay: money(now.largestDay),
    fee: money(now.fee),
    noticeDays: String(now.noticeDays),
    approvalAbove: money(now.approvalAbove),
  };
}

function bodyOf(values: Values<Name>) {
  const amount = (name: Name) => plainAmount(values[name].trim());
  return {
    smallest: amount("smallest"),
    largestDay: amount("largestDay"),
    fee: amount("fee"),
    approvalAbove: amount("approvalAbove"),
    noticeDays: values.noticeDays.trim(),
    effectiveFrom: values.effectiveFrom,
  };
}

function History({ rows }: Pick<Rules, "rows">): ReactElement {
  const { rules: words } = useMessages(withdrawalDeskMessages);
  const { language } = useSpoken();
  return (
    <Card title={words.history}>
      <Table
        caption={words.history}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            head: words.from,
            place: "what",
            cell: ({ effectiveFrom }) => formatDay(effectiveFrom, language),
          },
          { head: words.state, place: "more", cell: ({ state }) => words.states[state] },
          {
            head: words.smallest,
            place: "balance",
            number: true,
            cardLabel: words.smallest,
            cell: ({ smallest }) => money(smallest),
          },
          {
            head: words.largestDay,
            place: "howMuch",
            number: true,
            cardLabel: words.largestDay,
            cell: ({ largestDay }) => money(largestDay),
          },
          { head: words.fee, place: "noPhone", number: true, cell: ({ fee }) => money(fee) },
          {
            head: words.noticeDays,
            place: "noPhone",
            number: true,
            cell: ({ noticeDays }) => noticeDays,
          },
          {
            head: words.approvalAbove,
            place: "noPhone",
            number: true,
            cell: ({ approvalAbove }) => money(approvalAbove),
          },
          { head: words.setBy, place: "reference", quiet: true, cell: ({ set }) => set.by },
        ]}
      />
    </Card>
  );
}
