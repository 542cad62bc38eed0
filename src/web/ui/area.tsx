import { type ReactElement, useId } from "react";
import css from "./area.module.css";
import { classes } from "./classes.ts";
import type { FieldBinding } from "./field.tsx";
import field from "./field.module.css";
import { Icon } from "./icon.tsx";

interface AreaProps {
  readonly id?: string;
  readonly label: string;
  /** Shown on the right of its label. */
  readonly aside?: string;
  readonly hint?: string;
  readonly bind: FieldBinding;
  /** The number of visible lines. */
  readonly rows?: number;
  /** The hint shown below while there is no problem. */
  readonly note?: string | undefined;
}

/** A multi-line text field, such as for a reason. */
export function Area({ id, label, aside, hint, bind, rows = 3, note }: AreaProps): ReactElement {
  const own = useId();
  const named = id ?? own;
  return (
    <div className={classes(field["field"], bind.error && field["failed"])}>
      <label className={classes(field["label"], css["label"])} htmlFor={named}>
        {label}
        {aside && <span>{aside}</span>}
      </label>
      <div className={field["control"]}>
        <textarea
          id={named}
          className={css["area"]}
          name={bind.name}
          rows={rows}
          value={bind.value}
          placeholder={hint}
          onChange={(event) => bind.onValue(event.target.value)}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={bind.error || note ? `${named}-note` : undefined}
        />
      </div>
      {bind.error && (
        <p className={field["message"]} id={`${named}-note`}>
          <Icon name="stop" />
          <span>{bind.error}</span>
        </p>
      )}
      {note && !bind.error && (
        <p className={field["hint"]} id={`${named}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}
