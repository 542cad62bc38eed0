import type { ReactElement } from "react";
import { PasswordField, type PasswordFieldProps } from "#web/ui/password-field.tsx";
import { digitsOf } from "./pin-strength.ts";

/** A PIN, hidden unless the user shows it, typed on a numeric keyboard. */
export function PinField({ bind, ...props }: PasswordFieldProps): ReactElement {
  return (
    <PasswordField
      {...props}
      bind={{ ...bind, onValue: (typed) => bind.onValue(digitsOf(typed)) }}
      inputMode="numeric"
    />
  );
}
