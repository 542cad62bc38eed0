import { importsMessages } from "#shared/messages/imports/imports-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  type ChosenDays,
  chosenDays,
  type ColumnDays,
  orderOfDays,
} from "#shared/contract/kernel/file-reading.ts";
import { map, reread } from "#shared/contract/imports/desk.ts";
import { fill } from "#shared/language.ts";
import { formatMoney, fromWireAmount } from "#shared/money.ts";
import { call } from "#web/lib/api.ts";
import { type Form, useForm, type Values } from "#web/lib/form.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Tip } from "#web/ui/tip.tsx";
import { ColumnChoice, NONE } from "#web/staff/imports/file-reading/column-choice.tsx";
import { DayChoice, dayNames } from "#web/staff/imports/file-reading/day-choice.tsx";
import { ReadingPanel } from "#web/staff/imports/file-reading/reading-panel.tsx";
import { columnWords, type ImportFile, useRenewImports } from "./import-data.ts";
import css from "./imports.module.css";

interface MappingProps {
  readonly importId: string;
  readonly file: ImportFile;
  readonly onDone: () => void;
  readonly onCancel: (() => void) | undefined;
}

/** Shows how a file is read, and lets the user map its columns. */
export function MappingForm(props: MappingProps): ReactElement {
  const { importId, file } = props;
  const renew = useRenewImports();
  return (
    <div className={css["mapping"]}>
      <ReadingPanel
        file={file}
        onRead={async (chosen) => {
          await call(reread, { params: { importId, file: file.id }, body: chosen });
          await renew();
        }}
      />
      <ColumnsForm key={JSON.stringify([file.reading, file.header])} {...props} />
    </div>
  );
}

/** Lets a person map the columns and enter the expected totals, and starts the check. */
function ColumnsForm({ importId, file, onDone, onCancel }: MappingProps): ReactElement {
  const words = useMessages(importsMessages);
  const { mapping: texts } = words;
  const form = useForm<string>({
    names: Object.keys(startingOf(file)),
    starting: startingOf(file),
    check: () => ({}),
    async send(values) {
      const params = { importId, file: file.id };
      await call(map, { params, body: bodyOf(file, values) });
      onDone();
    },
  });
  return (
    <form className={css["columnsForm"]} onSubmit={form.submit} noValidate>
      <h3>{texts.title}</h3>
      <p className={css["note"]}>{texts.proposals[file.mapping]}</p>
      <div className={css["choices"]}>
        {file.columns.map(({ name, needed, isDay }) => (
          <div key={name} className={css["columnsForm"]}>
            <ColumnChoice
              label={columnWords(words, name)}
              needed={needed}
              bind={form.bind(name)}
              file={file}
            />
            {isDay && (
              <DayChoice column={name} form={form} told={daysOf(file, form.values[name])} />
            )}
          </div>
        ))}
      </div>
      <Expected form={form} file={file} />
      {form.alert && <Tip meaning="bad">{form.alert}</Tip>}
      <div className={css["actions"]}>
        <Button type="submit" look="primary" width="full-on-phones" blocked={form.busy}>
          {form.busy ? texts.busy : texts.submit}
        </Button>
        {onCancel && (
          <Button look="quiet" blocked={form.busy} onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function startingOf(file: ImportFile): Values<string> {
  const places = file.columns.map(({ name, place }) => [name, String(place)] as const);
  const days = file.columns.flatMap(({ name, days: chosen }) => {
    const { order, system } = dayNames(name);
    return [
      [order, chosen?.order ?? ""],
      [system, chosen?.system ?? file.reading.daySystem],
    ] as const;
  });
  const amount = file.declaredAmount;
  return {
    ...Object.fromEntries([...places, ...days]),
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
    days: daysIn(file, values),
    expectedRows: typed("expectedRows"),
    expectedAmount: typed("expectedAmount"),
    ...(values["asOf"] && { asOf: values["asOf"] }),
  };
}

/** Returns the date formats that fit the cells of a chosen column. */
function daysOf({ reading }: ImportFile, place: string | undefined): ColumnDays | undefined {
  return reading.days.find((told) => String(told.place) === place);
}

/** The date format of each column that was asked about. */
function daysIn(file: ImportFile, values: Values<string>): Record<string, ChosenDays> {
  const asked = file.columns.filter(({ name, isDay }) => isDay && daysOf(file, values[name]));
  return Object.fromEntries(
    asked.map(({ name }) => {
      const told = daysOf(file, values[name]);
      const names = dayNames(name);
      const order =
        told && orderOfDays(told) === null ? values[names.order] || undefined : undefined;
      const system = told?.serial ? values[names.system] : undefined;
      return [name, chosenDays.parse({ order, system })];
    }),
  );
}

interface ExpectedProps {
  readonly form: Form<string>;
  readonly file: ImportFile;
}

function Expected({ form, file }: ExpectedProps): ReactElement {
  const words = useMessages(importsMessages);
  const { mapping: texts } = words;
  const note = { kind: "hint", text: texts.expectHint } as const;
  return (
    <div className={css["choices"]}>
      {file.asOf !== null && (
        <Field
          label={texts.asOf}
          bind={form.bind("asOf")}
          type="date"
          note={{ kind: "hint", text: texts.asOfHint }}
        />
      )}
      <Field
        label={texts.rows}
        bind={form.bind("expectedRows")}
        inputMode="numeric"
        autoComplete="off"
        note={note}
      />
      {file.declares && (
        <Field
          label={fill(texts.amount, { column: columnWords(words, file.declares) })}
          bind={form.bind("expectedAmount")}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </div>
  );
}
