import type { ReactElement } from "react";
import css from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

const LENGTH = 6;

function digits(typed: string): string {
  return typed.replace(/\D/g, "").slice(0, LENGTH);
}

/** A one-time code; phones offer it from the message, and a pasted one may contain spaces. */
export function OtpField(props: Pick<FieldProps, "label" | "bind" | "note">): ReactElement {
  return (
    <Field
      {...props}
      bind={{ ...props.bind, onValue: (typed) => props.bind.onValue(digits(typed)) }}
      className={css["code"]}
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
    />
  );
}
