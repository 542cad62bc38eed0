import { type ReactElement, useState } from "react";
import type * as z from "zod/mini";
import { type AddedType, addedTypes } from "#shared/added-accounts.ts";
import { list, open } from "#shared/contract/ledger/chart.ts";
import { fill } from "#shared/language.ts";
import { treasuryMessages } from "#shared/messages/treasury/treasury-sw.ts";
import { type TreasuryKind, treasuryKindNames } from "#shared/treasury-kinds.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, type Form, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useMessages } from "#web/lib/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CheckField, TICKED } from "#web/ui/check-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useRenewDesk } from "../renew-desk.ts";
import css from "./treasury.module.css";

type Types = z.output<typeof list.answer>["types"];

const typed = ["type", "code", "name"] as const;
type Name = (typeof typed)[number] | TreasuryKind;
/** The fields that the server checks. */
type Sent = (typeof typed)[number] | "kinds";

interface AddProps {
  /** The types of account, with the movements that each can have. */
  readonly types: Types;
}

/** The form with which the administrator adds an account to the chart. */
export function AddAccount({ types }: AddProps): ReactElement {
  const { chart } = useMessages(treasuryMessages);
  const [round, setRound] = useState(0);
  return (
    <Card title={chart.add.title}>
      <AddForm key={round} types={types} onAdded={() => setRound(round + 1)} />
    </Card>
  );
}

interface FormProps extends AddProps {
  readonly onAdded: () => void;
}

function AddForm({ types, onAdded }: FormProps): ReactElement {
  const { chart, kinds: names } = useMessages(treasuryMessages);
  const { add: words } = chart;
  const form = useAccountForm(types, onAdded);
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <Select label={words.type} bind={form.bind("type")} options={chart.types} />
      <Field
        label={words.code}
        bind={form.bind("code")}
        note={{ kind: "hint", text: words.codeHint }}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        label={words.name}
        bind={form.bind("name")}
        note={{ kind: "hint", text: words.nameHint }}
        autoComplete="off"
      />
      <fieldset className={css["kinds"]}>
        <legend>{words.kinds}</legend>
        {kindsOf(form.values.type, types).map((kind) => (
          <CheckField key={kind} bind={form.bind(kind)}>
            {names[kind]}
          </CheckField>
        ))}
      </fieldset>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button look="primary" width="full-on-phones" type="submit" blocked={form.busy}>
        {words.send}
      </Button>
    </form>
  );
}

function useAccountForm(types: Types, onAdded: () => void): Form<Name> {
  const all = useWords();
  const { chart } = useMessages(treasuryMessages);
  const renew = useRenewDesk();
  return useForm<Name>({
    names: [...typed, ...treasuryKindNames],
    starting: { type: addedTypes[0], ...allTicked(types) },
    check: (values) => {
      const found = contractProblems<Sent>(open.body, bodyOf(values, types), all);
      const { kinds, ...rest } = found;
      const [first] = kindsOf(values.type, types);
      // The problem of the movements is shown at the first of them.
      return { ...rest, ...(kinds !== undefined && first !== undefined && { [first]: kinds }) };
    },
    async send(values) {
      const { code } = await call(open, { body: bodyOf(values, types) });
      showToast({ kind: "success", text: fill(chart.add.done, { code }) });
      onAdded();
      await renew(list);
    },
  });
}

const allTicked = (types: Types): Partial<Values<Name>> =>
  Object.fromEntries(types.flatMap(({ kinds }) => kinds.map((kind) => [kind, TICKED])));

const typeOf = (given: string): AddedType =>
  addedTypes.find((type) => type === given) ?? addedTypes[0];

const kindsOf = (given: string, types: Types): readonly TreasuryKind[] =>
  types.find(({ type }) => type === typeOf(given))?.kinds ?? [];

function bodyOf(values: Values<Name>, types: Types) {
  const { code, name, type } = values;
  const kinds = kindsOf(type, types).filter((kind) => values[kind] === TICKED);
  return { code, name, type: typeOf(type), kinds };
}
