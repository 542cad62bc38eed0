import { checkOffAdviceMessages } from "#shared/messages/check-off/advice-sw.ts";
import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { withdrawalDeskMessages } from "#shared/messages/withdrawals/withdrawal-desk-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { contributionPolicy, saveContributionPolicy } from "#shared/contract/check-off/advice.ts";
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

type Policy = z.output<typeof contributionPolicy.answer>;

/** The minimum and maximum that members may save by check-off each month, from a day on. */
export function ContributionsPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const { policy: words } = useMessages(checkOffAdviceMessages);
  const { parts } = useMessages(settingsMessages);
  const load = useRequest(contributionPolicy);
  return (
    <Part load={load} title={parts.contributions} rows={4}>
      {(policy) => (
        <>
          <p className={css["quiet"]}>{words.lead}</p>
          {mayEdit && <BoundsForm policy={policy} onSet={load.again} />}
          <History rows={policy.rows} />
        </>
      )}
    </Part>
  );
}

const names = ["least", "most", "effectiveFrom"] as const;
type Name = (typeof names)[number];

interface FormProps {
  readonly policy: Policy;
  readonly onSet: () => void;
}

function BoundsForm({ policy, onSet }: FormProps): ReactElement {
  const { policy: words } = useMessages(checkOffAdviceMessages);
  const { saving } = useMessages(settingsMessages);
  const all = useWords();
  const { language } = useSpoken();
  // Kept from when the form was opened: if two people set bounds at the same time, the second is
  // warned.
  const [follows, setFollows] = useState(policy.newest);
  const now = policy.rows.find(({ state }) => state === "in-force");
  const form = useForm<Name>({
    names,
    draft: "settings-contributions",
    starting: now ? { least: money(now.least), most: money(now.most) } : {},
    check: (values) => contractProblems<Name>(saveContributionPolicy.body, bodyOf(values), all),
    async send(values) {
      try {
        await call(saveContributionPolicy, { body: { ...bodyOf(values), follows } });
      } finally {
        onSet();
        setFollows((await call(contributionPolicy)).newest);
      }
      const detail = fill(words.doneDetail, { day: formatDay(values.effectiveFrom, language) });
      showToast({ kind: "success", text: words.done, detail });
    },
  });
  return (
    <Card title={words.title}>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        <div className={css["pair"]}>
          <Field label={words.least} bind={form.bind("least")} inputMode="decimal" />
          <Field label={words.most} bind={form.bind("most")} inputMode="decimal" />
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

function bodyOf({ least, most, effectiveFrom }: Values<Name>) {
  return { least: plainAmount(least.trim()), most: plainAmount(most.trim()), effectiveFrom };
}

function History({ rows }: Pick<Policy, "rows">): ReactElement {
  const { policy: words } = useMessages(checkOffAdviceMessages);
  const { rules } = useMessages(withdrawalDeskMessages);
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
          { head: words.state, place: "more", cell: ({ state }) => rules.states[state] },
          {
            head: words.least,
            place: "balance",
            number: true,
            cardLabel: words.least,
            cell: ({ least }) => money(least),
          },
          { head: words.most, place: "howMuch", number: true, cell: ({ most }) => money(most) },
          { head: words.setBy, place: "reference", quiet: true, cell: ({ set }) => set.by },
        ]}
      />
    </Card>
  );
}
