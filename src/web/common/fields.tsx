import { type ReactElement, type ReactNode, useId } from "react";
import { useWords } from "#web/lib/language.ts";
import { classes } from "#web/ui/classes.ts";
import type { FieldBinding } from "#web/ui/field.tsx";
import field from "#web/ui/field.module.css";
import { Icon } from "#web/ui/icon.tsx";
import css from "./fields.module.css";

interface FramedProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly note?: ReactNode;
  readonly look?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly noteId?: string }) => ReactNode;
}

/** A label, a control, and its notes below. */
function Framed({ label, error, note, look, children }: FramedProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={classes(field["field"], error && field["failed"])}>
      <label className={field["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={classes(field["control"], look)}>
        {children({ id, ...((error || note) && { noteId }) })}
      </div>
      <Said id={noteId} error={error} note={note} />
    </div>
  );
}

interface SaidProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly note?: ReactNode;
}

function Said({ id, error, note }: SaidProps): ReactNode {
  if (error) {
    return (
      <p className={field["message"]} id={id}>
        <Icon name="stop" />
        <span>{error}</span>
      </p>
    );
  }
  return (
    note && (
      <p className={field["hint"]} id={id}>
        {note}
      </p>
    )
  );
}

interface FixedProps {
  readonly label: string;
  readonly value: string;
  readonly money?: boolean;
  readonly error?: string | undefined;
}

/** A known or calculated value that cannot be edited. */
export function FixedField({ label, value, money = false, error }: FixedProps): ReactElement {
  const { common } = useWords();
  return (
    <Framed label={label} error={error} look={classes(css["fixed"], money && css["money"])}>
      {({ id, noteId }) => (
        <>
          {money && <span className={css["unit"]}>{common.ksh}</span>}
          <input
            id={id}
            value={value}
            readOnly
            aria-invalid={error ? true : undefined}
            aria-describedby={noteId}
          />
        </>
      )}
    </Framed>
  );
}

interface MoneyFieldProps {
  readonly label: string;
  readonly bind: FieldBinding;
  readonly note: ReactNode;
  /** Leaving the field formats the amount; an invalid one stays as it was typed. */
  readonly tidy: (typed: string) => string;
}

/** An amount in shillings, typed with or without thousands separators. */
export function MoneyField({ label, bind, note, tidy }: MoneyFieldProps): ReactElement {
  const { common } = useWords();
  const leave = (): void => {
    const tidied = tidy(bind.value);
    if (tidied !== bind.value) bind.onValue(tidied);
  };
  return (
    <Framed label={label} error={bind.error} note={note} look={css["money"]}>
      {({ id, noteId }) => (
        <>
          <span className={css["unit"]}>{common.ksh}</span>
          <input
            id={id}
            name={bind.name}
            value={bind.value}
            inputMode="decimal"
            autoComplete="off"
            onChange={(event) => bind.onValue(event.target.value)}
            onBlur={leave}
            // Formatting it after Enter has sent it would clear the problem that it has.
            onKeyDown={({ key }) => key === "Enter" && leave()}
            aria-invalid={bind.error ? true : undefined}
            aria-describedby={noteId}
          />
        </>
      )}
    </Framed>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly bind: FieldBinding;
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  readonly note: ReactNode;
}

/** A choice of a few options, from a list. */
export function ChoiceField({ label, bind, choices, note }: ChoiceProps): ReactElement {
  return (
    <Framed label={label} error={bind.error} note={note} look={css["select"]}>
      {({ id, noteId }) => (
        <>
          <select
            id={id}
            name={bind.name}
            value={bind.value}
            onChange={(event) => bind.onValue(event.target.value)}
            aria-invalid={bind.error ? true : undefined}
            aria-describedby={noteId}
          >
            {choices.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="right" />
        </>
      )}
    </Framed>
  );
}

interface PeriodProps {
  readonly label: string;
  readonly months: readonly number[];
  readonly bind: FieldBinding;
}

/** The months, each one press away. */
export function PeriodField({ label, months, bind }: PeriodProps): ReactElement {
  const id = useId();
  return (
    <div
      className={classes(field["field"], bind.error && field["failed"])}
      role="radiogroup"
      aria-labelledby={id}
      aria-describedby={bind.error ? `${id}-note` : undefined}
      aria-invalid={bind.error ? true : undefined}
      tabIndex={-1}
    >
      <span className={field["label"]} id={id}>
        {label}
      </span>
      <div className={css["months"]}>
        {months.map((count) => (
          <label key={count}>
            <input
              type="radio"
              name={bind.name}
              value={count}
              checked={bind.value === String(count)}
              onChange={() => bind.onValue(String(count))}
            />
            {count}
          </label>
        ))}
      </div>
      <Said id={`${id}-note`} error={bind.error} />
    </div>
  );
}
