import type { ReactElement } from "react";
import { search } from "#shared/contract/audit-trail.ts";
import { useAuditTrailWords } from "#web/lib/audit-trail-words.ts";
import { contractProblems, useForm, type Values } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import css from "./audit.module.css";

const names = ["actor", "action", "subject", "text", "from", "to"] as const;
type Name = (typeof names)[number];

/** What is looked for; what is empty does not narrow it. */
export type Filters = Values<Name>;

export const noFilters: Filters = {
  actor: "",
  action: "",
  subject: "",
  text: "",
  from: "",
  to: "",
};

/** What of it was filled in, as the contract takes it. */
function given(values: Filters): Filters {
  const filled = names.map((name) => [name, values[name].trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== "")) as Filters;
}

interface FilterFormProps {
  readonly onSearch: (filters: Filters) => void;
  readonly onClear: () => void;
}

/** Who did what with what and when. */
export function FilterForm({ onSearch, onClear }: FilterFormProps): ReactElement {
  const words = useWords();
  const said = useAuditTrailWords();
  const form = useForm<Name>({
    names,
    check: (values) => contractProblems(search.query, given(values), words),
    send: async (values) => onSearch({ ...noFilters, ...given(values) }),
  });
  const field = (name: Name, hint?: string): ReactElement => (
    <Field
      label={said[name]}
      bind={form.bind(name)}
      type={name === "from" || name === "to" ? "date" : "text"}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      note={hint === undefined ? undefined : { kind: "hint", text: hint }}
    />
  );
  return (
    <form className={css["filters"]} role="search" onSubmit={form.submit} noValidate>
      <div className={css["three"]}>
        {field("actor", said.actorHint)}
        {field("action", said.actionHint)}
        {field("subject", said.subjectHint)}
        {field("text")}
        {field("from")}
        {field("to")}
      </div>
      <div className={css["buttons"]}>
        <Button type="submit" look="primary">
          {said.search}
        </Button>
        <Button look="quiet" onClick={onClear}>
          {said.clear}
        </Button>
      </div>
    </form>
  );
}
