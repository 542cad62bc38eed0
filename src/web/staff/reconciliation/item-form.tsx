import type { ReactElement } from "react";
import type { Form } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field, type FieldBinding } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import css from "./reconciliation.module.css";

interface ItemFormProps {
  readonly form: Pick<Form<never>, "submit" | "alert" | "busy">;
  readonly bind: FieldBinding;
  readonly label: string;
  readonly submit: string;
}

/** The text field below an item: a note, or the reason for an action. */
export function ItemForm({ form, bind, label, submit }: ItemFormProps): ReactElement {
  return (
    <form className={css["itemForm"]} onSubmit={form.submit} noValidate>
      <Field label={label} bind={bind} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <Button small type="submit" blocked={form.busy}>
        {submit}
      </Button>
    </form>
  );
}
