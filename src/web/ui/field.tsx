import { type InputHTMLAttributes, type ReactElement, type ReactNode, useId } from "react";
import { classes } from "./classes.ts";
import css from "./field.module.css";
import { Icon } from "./icon.tsx";

/** The hint of a field while it has no problem. */
export interface FieldNote {
  readonly kind: "hint" | "ok" | "info";
  readonly text: string;
}

/** The props a form passes to each of its fields. */
export interface FieldBinding {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "autoComplete" | "inputMode" | "autoCapitalize" | "spellCheck" | "onPaste"
>;

export interface FieldProps extends Native {
  readonly label: string;
  readonly bind: FieldBinding;
  readonly note?: FieldNote | undefined;
  /** A control at the end of the field, such as Show. */
  readonly after?: ReactNode;
  readonly className?: string | undefined;
}

/** A label, a control, and next to it the hint or the error, which says what to do. */
export function Field({
  label,
  bind,
  note,
  after,
  className,
  ...native
}: FieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const says = bind.error !== undefined || note !== undefined;
  return (
    <div className={classes(css["field"], bind.error && css["failed"])}>
      <label className={css["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={classes(css["control"], className)}>
        <input
          {...native}
          id={id}
          name={bind.name}
          value={bind.value}
          onChange={(event) => bind.onValue(event.target.value)}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={says ? noteId : undefined}
        />
        {after}
      </div>
      {bind.error ? (
        <p className={css["message"]} id={noteId}>
          <Icon name="stop" />
          <span>{bind.error}</span>
        </p>
      ) : (
        note && <Note note={note} id={noteId} />
      )}
    </div>
  );
}

function Note({ note, id }: { readonly note: FieldNote; readonly id: string }): ReactElement {
  if (note.kind === "hint") {
    return (
      <p className={css["hint"]} id={id}>
        {note.text}
      </p>
    );
  }
  return (
    <p className={classes(css["message"], css[note.kind])} id={id}>
      <Icon name={note.kind === "ok" ? "check" : "info"} />
      <span>{note.text}</span>
    </p>
  );
}
