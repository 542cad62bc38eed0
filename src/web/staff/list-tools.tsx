import { type ReactElement, type RefObject, useEffect, useRef, useState } from "react";
import type { Endpoint } from "#shared/contract/kernel/endpoint.ts";
import { useAction } from "#web/lib/action.ts";
import { callForFile } from "#web/lib/api.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Icon } from "#web/ui/icon.tsx";
import { showToast } from "#web/ui/toast.tsx";
import text from "#web/ui/text.module.css";
import css from "#web/ui/queue.module.css";

/** The request is sent after a pause in typing, not at every letter. */
const PAUSE_MS = 300;

interface SearchProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onSearch: (given: string) => void;
  /** For a shortcut that focuses it. */
  readonly input?: RefObject<HTMLInputElement | null>;
}

/** Filters a list by a text. */
export function Search({ label, hint, value, onSearch, input }: SearchProps): ReactElement {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  useEffect(() => {
    if (typed.trim() === value.trim()) return undefined;
    const timer = setTimeout(() => latest.current(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value]);
  // The filter can also be cleared from below the list.
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    if (value === "") setTyped("");
  }
  return (
    <label className={classes(css["tool"], css["search"])}>
      <Icon name="search" small />
      <span className={text["hidden"]}>{label}</span>
      <input
        ref={input}
        type="search"
        value={typed}
        placeholder={hint}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  readonly options: Readonly<Record<Value, string>>;
}

/** Filters or orders a list by one of a few options. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
  const { label, value, onChoose, options } = props;
  const entries = Object.entries(options) as [Value, string][];
  return (
    <label className={css["tool"]}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value as Value)}>
        {entries.map(([name, said]) => (
          <option key={name} value={name}>
            {said}
          </option>
        ))}
      </select>
      <Icon name="down" small />
    </label>
  );
}

interface CsvProps {
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, string>>;
  readonly words: { readonly csv: string; readonly csvWait: string; readonly csvFailed: string };
}

/** The list as a file, as it is shown. */
export function Csv({ endpoint, query, words }: CsvProps): ReactElement {
  const { busy, run } = useAction(async () => saveFile(await callForFile(endpoint, { query })), {
    onFailure: (detail) => showToast({ kind: "failure", text: words.csvFailed, detail }),
  });
  return (
    <span className={css["csv"]}>
      <Button small blocked={busy} onClick={() => run()}>
        <Icon name="tray" small />
        {busy ? words.csvWait : words.csv}
      </Button>
    </span>
  );
}
