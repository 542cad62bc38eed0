import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import { type ReactElement, useState } from "react";
import {
  type ChosenReading,
  chosenReading,
  encodings,
  type FileReading,
  separators,
} from "#shared/contract/kernel/file-reading.ts";
import { WORKBOOK_TYPE } from "#shared/contract/kernel/endpoint.ts";
import { fill } from "#shared/language.ts";
import type { FileReadingWords } from "#shared/messages/kernel/file-reading-en.ts";
import { contractProblems, useForm } from "#web/lib/form.ts";
import { useWords } from "#web/lib/language.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import text from "#web/ui/text.module.css";
import { Tip } from "#web/ui/tip.tsx";
import { letterOf } from "./column-choice.tsx";
import css from "./file-reading.module.css";

/** The file types that the browser offers for a table. */
export const TABLE_FILES = `.csv,.txt,.tsv,.xlsx,text/csv,${WORKBOOK_TYPE}`;

/** A previewed file. */
export interface SeenTable {
  readonly reading: FileReading;
  readonly header: readonly string[];
  readonly samples: readonly (readonly string[])[];
}

interface PanelProps {
  readonly file: SeenTable;
  /** Reads the file again; left out where it may not be changed. */
  readonly onRead?: ((chosen: ChosenReading) => Promise<void>) | undefined;
}

/** Shows how a file is read and its first rows, and lets the user change the reading options. */
export function ReadingPanel({ file, onRead }: PanelProps): ReactElement {
  const words = useMessages(fileReadingMessages);
  const [open, setOpen] = useState(false);
  const { reading } = file;
  return (
    <section className={css["panel"]} aria-label={words.title}>
      <h3>{words.title}</h3>
      <p>{formatReading(words, reading)}</p>
      {!reading.isCertain && <Tip meaning="warn">{words.unsure}</Tip>}
      <Preview file={file} />
      <Skipped reading={reading} />
      {onRead && !open && (
        <div className={css["actions"]}>
          <Button small onClick={() => setOpen(true)}>
            {words.change}
          </Button>
        </div>
      )}
      {onRead && open && (
        <ReadingForm
          reading={reading}
          onRead={async (chosen) => {
            await onRead(chosen);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      )}
    </section>
  );
}

function formatReading(words: FileReadingWords, reading: FileReading): string {
  const { format, separator, encoding, sheet, headerRow: row } = reading;
  if (format === "xlsx") return fill(words.xlsx, { sheet, row });
  return fill(words.csv, {
    separator: words.separators[separator],
    encoding: words.encodings[encoding],
    row,
  });
}

function Preview({ file: { header, samples } }: { readonly file: SeenTable }): ReactElement {
  const words = useMessages(fileReadingMessages);
  const columns = header.map((name, place) => ({ letter: letterOf(place), name }));
  return (
    <div className={css["preview"]} tabIndex={0} role="region" aria-label={words.preview}>
      <table>
        <caption className={text["hidden"]}>{words.preview}</caption>
        <thead>
          <tr>
            {columns.map(({ letter, name }) => (
              <th key={letter} scope="col">
                {name || letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {samples.map((row, at) => (
            <tr key={letterOf(at)}>
              {columns.map(({ letter }, place) => (
                <td key={letter}>{row[place]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Lists the rows that are skipped, each with the reason. */
export function Skipped({
  reading,
}: {
  readonly reading: Pick<FileReading, "skipped">;
}): ReactElement | null {
  const words = useMessages(fileReadingMessages);
  const { skipped } = reading;
  if (skipped.length === 0) return null;
  return (
    <details className={css["skipped"]}>
      <summary>{fill(words.skipped, { count: skipped.length })}</summary>
      <ul>
        {skipped.map(({ row, why, text: said }) => (
          <li key={row}>
            {fill(words.skippedRow, { row, why: words.reasons[why] })}
            {said && ` (${said})`}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface FormProps {
  readonly reading: FileReading;
  readonly onRead: (chosen: ChosenReading) => Promise<void>;
  readonly onCancel: () => void;
}

function ReadingForm({ reading, onRead, onCancel }: FormProps): ReactElement {
  const words = useMessages(fileReadingMessages);
  const all = useWords();
  const isWorkbook = reading.format === "xlsx";
  const names = [...(isWorkbook ? ["sheet"] : ["separator", "encoding"]), "headerRow"];
  const form = useForm<string>({
    names,
    starting: {
      sheet: reading.sheet,
      separator: reading.separator,
      encoding: reading.encoding,
      headerRow: String(reading.headerRow),
    },
    check: (values) => contractProblems(chosenReading, chosenOf(names, values), all),
    send: (values) => onRead(chosenReading.parse(chosenOf(names, values))),
  });
  const sheets = Object.fromEntries(reading.sheets.map((name) => [name, name]));
  return (
    <form className={css["form"]} onSubmit={form.submit} noValidate>
      <div className={css["choices"]}>
        {isWorkbook ? (
          <Select label={words.sheet} bind={form.bind("sheet")} options={sheets} />
        ) : (
          <>
            <Select
              label={words.separator}
              bind={form.bind("separator")}
              options={optionsOf(separators, words.separators)}
            />
            <Select
              label={words.encoding}
              bind={form.bind("encoding")}
              options={optionsOf(encodings, words.encodings)}
            />
          </>
        )}
        <Field
          label={words.headerRow}
          bind={form.bind("headerRow")}
          inputMode="numeric"
          autoComplete="off"
          note={{ kind: "hint", text: words.headerRowHint }}
        />
      </div>
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button type="submit" blocked={form.busy}>
          {form.busy ? words.busy : words.submit}
        </Button>
        <Button look="quiet" blocked={form.busy} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}

function optionsOf<Name extends string>(
  names: readonly Name[],
  words: Readonly<Record<Name, string>>,
): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, words[name]]));
}

function chosenOf(names: readonly string[], values: Readonly<Record<string, string>>) {
  const chosen = Object.fromEntries(names.map((name) => [name, values[name]]));
  return { ...chosen, headerRow: Number(values["headerRow"]) };
}
