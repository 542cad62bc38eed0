import { type ReactElement, type ReactNode, useId } from "react";
import css from "./check-field.module.css";
import field from "./field.module.css";
import type { FieldBinding } from "./field.tsx";
import { Icon } from "./icon.tsx";

/** The form value of a ticked checkbox. */
export const TICKED = "yes";

interface CheckFieldProps {
  readonly bind: FieldBinding;
  readonly children: ReactNode;
}

/** A checkbox with its sentence, and its problem below. */
export function CheckField({ bind, children }: CheckFieldProps): ReactElement {
  const id = useId();
  return (
    <div className={field["field"]}>
      <div className={css["check"]}>
        <input
          id={id}
          type="checkbox"
          name={bind.name}
          checked={bind.value === TICKED}
          onChange={(event) => bind.onValue(event.target.checked ? TICKED : "")}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={bind.error ? `${id}-error` : undefined}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {bind.error && (
        <p className={field["message"]} id={`${id}-error`}>
          <Icon name="stop" />
          <span>{bind.error}</span>
        </p>
      )}
    </div>
  );
}
