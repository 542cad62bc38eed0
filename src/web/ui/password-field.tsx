import { type ReactElement, useState } from "react";
import { useWords } from "#web/lib/language.ts";
import css from "./field.module.css";
import { Field, type FieldProps } from "./field.tsx";

export type PasswordFieldProps = Pick<FieldProps, "label" | "bind" | "note" | "inputMode"> & {
  readonly autoComplete: "current-password" | "new-password" | "off";
};

/** A password that can be shown, because a member on a small keyboard has to see it. */
export function PasswordField(props: PasswordFieldProps): ReactElement {
  const { common } = useWords();
  const [shown, setShown] = useState(false);
  const word = shown ? common.hide : common.show;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <button
          type="button"
          className={css["after"]}
          aria-label={`${word}: ${props.label}`}
          onClick={() => setShown(!shown)}
        >
          {word}
        </button>
      }
    />
  );
}
