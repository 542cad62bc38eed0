import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useId } from "react";
import { fill } from "#shared/language.ts";
import { classes } from "#web/ui/classes.ts";
import field from "#web/ui/field.module.css";
import type { FieldBinding } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import select from "#web/ui/select.module.css";
import css from "./file-reading.module.css";
import type { SeenTable } from "./reading-panel.tsx";

/** Returns the letters of a column as in a spreadsheet: A, B, …, AA. */
export function letterOf(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

/** Returns the values of the first rows in a column. */
export function samplesOf({ samples }: Pick<SeenTable, "samples">, place: number): string {
  return samples
    .map((row) => row[place] ?? "")
    .filter(Boolean)
    .join(" · ");
}

/** The option for a column that is not in the file. */
export const NONE = "-1";

interface ChoiceProps {
  readonly label: string;
  readonly needed: boolean;
  readonly bind: FieldBinding;
  readonly file: SeenTable;
}

/** One of our columns and the file's columns to choose from, with the first rows of the choice. */
export function ColumnChoice({ label, needed, bind, file }: ChoiceProps): ReactElement {
  const words = useMessages(fileReadingMessages);
  const id = useId();
  const noteId = `${id}-note`;
  const values = bind.value === NONE ? "" : samplesOf(file, Number(bind.value));
  const beside = values ? fill(words.samples, { values }) : words.noSamples;
  return (
    <div className={classes(field["field"], bind.error && field["failed"])}>
      <label className={field["label"]} htmlFor={id}>
        {label}
        {needed && <small className={css["needed"]}>{words.needed}</small>}
      </label>
      <div className={classes(field["control"], select["select"])}>
        <select
          id={id}
          name={bind.name}
          value={bind.value}
          onChange={(event) => bind.onValue(event.target.value)}
          aria-invalid={bind.error ? true : undefined}
          aria-describedby={noteId}
        >
          <option value={NONE}>{words.none}</option>
          {file.header.map((name, place) => (
            <option key={letterOf(place)} value={String(place)}>
              {fill(words.option, { letter: letterOf(place), name: name || words.nameless })}
            </option>
          ))}
        </select>
        <Icon name="down" small />
      </div>
      {bind.error ? (
        <p className={field["message"]} id={noteId}>
          <Icon name="stop" />
          <span>{bind.error}</span>
        </p>
      ) : (
        <p className={classes(field["hint"], css["samples"])} id={noteId}>
          {bind.value !== NONE && beside}
        </p>
      )}
    </div>
  );
}
