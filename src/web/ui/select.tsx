import { type ReactElement, useId } from "react";
import { classes } from "./classes.ts";
import field from "./field.module.css";
import type { FieldBinding } from "./field.tsx";
import { Icon } from "./icon.tsx";
import css from "./select.module.css";

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly bind: FieldBinding;
  readonly options: Readonly<Record<Value, string>>;
  /** The meaning of the choice, or the whole of an option that is too long for one line. */
  readonly hint?: string | undefined;
}

/** A choice from a few options, using the browser's own list. */
export function Select<Value extends string>(props: SelectProps<Value>): ReactElement {
  const { label, bind, options, hint } = props;
  const id = useId();
  const described = bind.error ? `${id}-error` : `${id}-hint`;
  const entries = Object.entries(options) as [Value, string][];
  return (
    <div className={classes(field["field"], bind.error && field["failed"])}>
      <label className={field["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={classes(field["control"], css["select"])}>
        <select
          id={id}
          name={bind.name}
          value={bind.value}
          onChange={(event) => bind.onValue(event.target.value)}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={bind.error || hint ? described : undefined}
        >
          {entries.map(([name, said]) => (
            <option key={name} value={name}>
              {said}
            </option>
          ))}
        </select>
        <Icon name="down" small />
      </div>
      {hint && !bind.error && (
        <p className={field["hint"]} id={described}>
          {hint}
        </p>
      )}
      {bind.error && (
        <p className={field["message"]} id={described}>
          <Icon name="stop" />
          <span>{bind.error}</span>
        </p>
      )}
    </div>
  );
}
