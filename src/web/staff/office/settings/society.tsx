import { settingsMessages } from "#shared/messages/office/settings-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import type * as z from "zod/mini";
import {
  saveSociety,
  society as societyEndpoint,
  type SocietyField,
} from "#shared/contract/office/settings.ts";
import { call } from "#web/lib/api.ts";
import { contractProblems, type Form, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { useRequest, useRenew } from "#web/lib/query.ts";
import { reloadSociety } from "#web/lib/society.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Field, type FieldProps } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Changes } from "./changes.tsx";
import { SaveButton } from "./save-button.tsx";
import { Part } from "./section.tsx";
import css from "./settings.module.css";
import { useSeen } from "./versioned.ts";

type Kept = z.output<typeof societyEndpoint.answer>;

const groups = {
  names: ["organisationName", "shortName", "legalName"],
  contacts: ["postalAddress", "phone", "email"],
  office: ["officeHours", "officeHoursSw", "officePlace", "officePlaceSw"],
  bank: ["debitAccount"],
} as const satisfies Record<string, readonly SocietyField[]>;

const names: readonly SocietyField[] = Object.values(groups).flat();

/** The society's name, address and contacts. */
export function SocietyPart({ mayEdit }: { readonly mayEdit: boolean }): ReactElement {
  const words = useMessages(settingsMessages);
  const load = useRequest(societyEndpoint);
  return (
    <Part load={load} title={words.parts.society} rows={10}>
      {(kept) => (
        <>
          {mayEdit ? <SocietyForm kept={kept} /> : <SocietyFacts kept={kept} />}
          <Changes changes={kept.changes} names={words.society} />
        </>
      )}
    </Part>
  );
}

function SocietyFacts({ kept }: { readonly kept: Kept }): ReactElement {
  const { parts, society } = useMessages(settingsMessages);
  return (
    <Card title={parts.society}>
      <Facts facts={names.map((name) => ({ term: society[name], value: kept[name] }))} />
    </Card>
  );
}

function SocietyForm({ kept }: { readonly kept: Kept }): ReactElement {
  const all = useWords();
  const words = useMessages(settingsMessages);
  const renew = useRenew();
  const { newer, save } = useSeen(kept, () => call(societyEndpoint));
  const form = useForm<SocietyField>({
    names,
    draft: "settings-society",
    starting: kept,
    check: (values) => contractProblems(saveSociety.body, { version: 0, ...values }, all),
    async send(values) {
      try {
        await save((version) => call(saveSociety, { body: { version, ...values } }));
      } finally {
        void renew(societyEndpoint);
      }
      await reloadSociety().catch(() => {});
      showToast({ kind: "success", text: words.saved, detail: words.savedDetail });
    },
  });
  return (
    <Card padded>
      <form className={css["form"]} onSubmit={form.submit} noValidate>
        {Object.entries(groups).map(([group, fields]) => (
          <Group key={group} group={group as keyof typeof groups} fields={fields} form={form} />
        ))}
        {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
        {newer && <Newer newer={newer} form={form} />}
        <SaveButton busy={form.busy} />
      </form>
    </Card>
  );
}

interface GroupProps {
  readonly group: keyof typeof groups;
  readonly fields: readonly SocietyField[];
  readonly form: Form<SocietyField>;
}

const natives: Partial<Record<SocietyField, Partial<FieldProps>>> = {
  phone: { type: "tel" },
  email: { type: "email", autoCapitalize: "none", spellCheck: false },
  debitAccount: { inputMode: "numeric" },
};

function Group({ group, fields, form }: GroupProps): ReactElement {
  const { society } = useMessages(settingsMessages);
  const notes: Partial<Record<SocietyField, FieldProps["note"]>> = {
    shortName: { kind: "hint", text: society.shortNameHint },
    debitAccount: { kind: "hint", text: society.debitAccountHint },
  };
  return (
    <fieldset className={css["group"]}>
      <legend>{society[group]}</legend>
      <div className={css["pair"]}>
        {fields.map((name) => (
          <Field
            key={name}
            label={society[name]}
            bind={form.bind(name)}
            autoComplete="off"
            {...natives[name]}
            note={notes[name]}
          />
        ))}
      </div>
      {group === "names" && <p className={css["quiet"]}>{society.cost}</p>}
    </fieldset>
  );
}

/** Shows another person's changes to the fields, where they differ from the input. */
function Newer({
  newer,
  form,
}: {
  readonly newer: Kept;
  readonly form: Form<SocietyField>;
}): ReactElement | null {
  const { conflict, society } = useMessages(settingsMessages);
  const differing = names.filter((name) => newer[name] !== form.values[name].trim());
  if (differing.length === 0) return null;
  return (
    <div className={css["newer"]}>
      <p>{conflict.title}</p>
      <Facts
        facts={differing.map((name) => ({
          term: society[name],
          value: newer[name] || conflict.empty,
        }))}
      />
      <div>
        <Button
          small
          onClick={() => form.put(Object.fromEntries(differing.map((n) => [n, newer[n]])))}
        >
          {conflict.use}
        </Button>
      </div>
    </div>
  );
}
