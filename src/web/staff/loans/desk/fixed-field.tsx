import { type ReactElement, useId } from "react";
import { classes } from "#web/ui/classes.ts";
import field from "#web/ui/field.module.css";
import css from "./application.module.css";

/** A figure or name that this form does not change. */
export function Fixed({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
}): ReactElement {
  const id = useId();
  return (
    <div className={field["field"]}>
      <label className={field["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={classes(field["control"], css["fixed"])}>
        <input id={id} value={value} readOnly />
      </div>
    </div>
  );
}
