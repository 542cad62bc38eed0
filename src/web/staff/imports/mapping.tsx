import { type ReactElement, useId } from "react";
import { map } from "#shared/contract/imports.ts";
import { fill } from "#shared/language.ts";
import type { ImportsWords } from "#shared/messages/imports-en.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { type Form, useForm, type Values } from "#web/lib/form.ts";
import { useImportWords } from "#web/lib/import-words.ts";
import { Button } from "#web/ui/button.tsx";
import { classes } from "#web/ui/classes.ts";
import { Field, type FieldBinding } from "#web/ui/field.tsx";
import field from "#web/ui/field.module.css";
import { Icon } from "#web/ui/icon.tsx";
import select from "#web/ui/select.module.css";
import { Tip } from "#web/ui/tip.tsx";
import css from "./imports.module.css";
import type { ImportFile } from "./one.tsx";

/** What a column of ours is called. */
export function columnWords({ columns }: ImportsWords, name: string): string {
  return (columns as Readonly<Record<string, string>>)[name] ?? name;
}

/** A column as a spreadsheet calls it: A, B, …, AA. */
export function letterOf(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26));
  return place < 26 ? letter : letterOf(Math.floor(place / 26) - 1) + letter;
}

/** What the first rows have in a column. */
export function samplesOf({ samples }: ImportFile, place: number): string {
  return samples
    .map((row) => row[place] ?? "")
    .filter(Boolean)
    .join(" · ");
}

const NONE = "-1";

interface MappingProps {
  readonly importId: string;
  readonly file: ImportFile;
  readonly onDone: () => void;
  readonly onCancel: (() => void) | undefined;
}

/** Lets somebody say which column is which and what the file should come to, and has it checked. */
export function MappingForm({ importId, file, onDone, onCancel }: MappingProps): ReactElement {
  const words = useImportWords();
  const { mapping: said } = words;
  const form = useForm<string>({
    names: [...file.columns.map(({ name }) => name), "expectedRows", "expectedAmount", "asOf"],
    starting: startingOf(file),
    check: () => ({}),
    async send(values) {
      const params = { importId, file: file.id };
      await call(map, { params, body: bodyOf(file, values) });
      onDone();
    },
  });
  return (
    <form className={css["mapping"]} onSubmit={form.submit} noValidate>
      <h3>{said.title}</h3>
      <p className={css["note"]}>{said.proposals[file.mapping]}</p>
      <div className={css["choices"]}>
        {file.columns.map(({ name, needed }) => (
          <ColumnChoice
            key={name}
            label={columnWords(words, name)}
            needed={needed}
            bind={form.bind(name)}
            file={file}
          />
        ))}
      </div>
      <Expected form={form} file={file} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? said.busy : said.submit}
        </Button>
        {onCancel && (
          <Button look="quiet" blocked={form.busy} onClick={onCancel}>
            {said.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function startingOf(file: ImportFile): Values<string> {
  const places = file.columns.map(({ name, place }) => [name, String(place)] as const);
  const amount = file.declaredAmount;
  return {
    ...Object.fromEntries(places),
    expectedRows: file.declaredRows === -1 ? "" : String(file.declaredRows),
    asOf: file.asOf ?? "",
    expectedAmount: amount === -1 ? "" : formatMoney(fromWireAmount(amount)),
  };
}

function bodyOf(file: ImportFile, values: Values<string>) {
  const chosen = file.columns.filter(({ name }) => values[name] !== NONE);
  const typed = (name: string) => values[name]?.replaceAll(/[\s,]/g, "") || undefined;
  return {
    places: Object.fromEntries(chosen.map(({ name }) => [name, Number(values[name])])),
    expectedRows: typed("expectedRows"),
    expectedAmount: typed("expectedAmount"),
    ...(values["asOf"] && { asOf: values["asOf"] }),
  };
}

interface ChoiceProps {
  readonly label: string;
  readonly needed: boolean;
  readonly bind: FieldBinding;
  readonly file: ImportFile;
}

/** A column of ours and those of the file to choose from, with the first rows of the chosen. */
function ColumnChoice({ label, needed, bind, file }: ChoiceProps): ReactElement {
  const { mapping: said } = useImportWords();
  const id = useId();
  const noteId = `${id}-note`;
  const values = bind.value === NONE ? "" : samplesOf(file, Number(bind.value));
  const beside = values ? fill(said.samples, { values }) : said.noSamples;
  return (
    <div className={classes(field["field"], bind.error && field["failed"])}>
      <label className={field["label"]} htmlFor={id}>
        {label}
        {needed && <small className={css["needed"]}>{said.needed}</small>}
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
          <option value={NONE}>{said.none}</option>
          {file.header.map((name, place) => (
            <option key={letterOf(place)} value={String(place)}>
              {fill(said.option, { letter: letterOf(place), name: name || said.nameless })}
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

interface ExpectedProps {
  readonly form: Form<string>;
  readonly file: ImportFile;
}

function Expected({ form, file }: ExpectedProps): ReactElement {
  const words = useImportWords();
  const { mapping: said } = words;
  const note = { kind: "hint", text: said.expectHint } as const;
  return (
    <div className={css["choices"]}>
      {file.asOf !== null && (
        <Field
          label={said.asOf}
          bind={form.bind("asOf")}
          type="date"
          note={{ kind: "hint", text: said.asOfHint }}
        />
      )}
      <Field
        label={said.rows}
        bind={form.bind("expectedRows")}
        inputMode="numeric"
        autoComplete="off"
        note={note}
      />
      {file.declares && (
        <Field
          label={fill(said.amount, { column: columnWords(words, file.declares) })}
          bind={form.bind("expectedAmount")}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </div>
  );
}
