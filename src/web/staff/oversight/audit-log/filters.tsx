import { auditLogMessages } from "#shared/messages/oversight/audit-log-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import { search } from "#shared/contract/oversight/audit-log.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import {
  everything,
  type FilterName,
  filterNames,
  type Filters,
  queryOf,
} from "./filters-in-address.ts";
import css from "./audit.module.css";

interface FilterFormProps {
  readonly filters: Filters;
  readonly onSearch: (filters: Filters) => void;
  readonly onClear: () => void;
}

/** The filters by actor, action, subject and time. */
export function FilterForm({ filters, onSearch, onClear }: FilterFormProps): ReactElement {
  const words = useWords();
  const texts = useMessages(auditLogMessages);
  const form = useForm<FilterName>({
    names: filterNames,
    starting: filters,
    check: (values) =>
      contractProblems(search.query, queryOf({ kind: "", filters: values }), words),
    send: async (values) => onSearch(values),
  });
  // The address can change from outside, for example by the menu; its filters then replace the
  // input.
  const asked = JSON.stringify(filters);
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    form.put(filters);
  }
  const clear = (): void => {
    form.put(everything.filters);
    onClear();
  };
  const field = (name: FilterName, hint?: string): ReactElement => (
    <Field
      label={texts[name]}
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
        {field("actor", texts.actorHint)}
        {field("action", texts.actionHint)}
        {field("subject", texts.subjectHint)}
        {field("text")}
        {field("from")}
        {field("to")}
      </div>
      <div className={css["buttons"]}>
        <Button type="submit" look="primary">
          {texts.search}
        </Button>
        <Button look="quiet" onClick={clear}>
          {texts.clear}
        </Button>
      </div>
    </form>
  );
}
