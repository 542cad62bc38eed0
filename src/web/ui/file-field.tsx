import { type ChangeEvent, type ReactElement, useId } from "react";
import { classes } from "./classes.ts";
import css from "./field.module.css";
import { Icon } from "./icon.tsx";

export interface FileFieldProps {
  readonly label: string;
  /** The file types offered first. */
  readonly accept: string;
  readonly error: string | undefined;
  readonly hint: string;
  readonly onFile: (file: File | null) => void;
  /** Whether a chosen file leaves the field, which then takes the next one. */
  readonly takesNext?: boolean;
}

/** A label and a file input for one file, with the hint or the error below. */
export function FileField(props: FileFieldProps): ReactElement {
  const id = useId();
  const noteId = `${id}-note`;
  const choose = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    props.onFile(target.files?.[0] ?? null);
    if (props.takesNext === true) target.value = "";
  };
  return (
    <div className={classes(css["field"], props.error && css["failed"])}>
      <label className={css["label"]} htmlFor={id}>
        {props.label}
      </label>
      <div className={classes(css["control"], css["file"])}>
        <input
          id={id}
          type="file"
          accept={props.accept}
          onChange={choose}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={noteId}
        />
      </div>
      {props.error ? (
        <p className={css["message"]} id={noteId}>
          <Icon name="stop" />
          <span>{props.error}</span>
        </p>
      ) : (
        <p className={css["hint"]} id={noteId}>
          {props.hint}
        </p>
      )}
    </div>
  );
}
