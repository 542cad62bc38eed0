import { fileReadingMessages } from "#shared/messages/kernel/file-reading-sw.ts";
import { useMessages } from "#web/lib/words.ts";
import type { ReactElement } from "react";
import {
  type ColumnDays,
  dayOrders,
  daySystems,
  orderOfDays,
} from "#shared/contract/kernel/file-reading.ts";
import { fill } from "#shared/language.ts";
import { formatDay } from "#web/lib/day.ts";
import type { Form } from "#web/lib/form.ts";
import { useSpoken } from "#web/lib/language.ts";
import { Select } from "#web/ui/select.tsx";
import css from "./file-reading.module.css";

/** The names of the form fields that hold the date format of each column. */
export function dayNames(column: string) {
  return { order: `days.${column}.order`, system: `days.${column}.system` } as const;
}

type Example = NonNullable<ColumnDays["either"]>;

interface DayProps {
  readonly column: string;
  readonly form: Form<string>;
  /** The date formats that fit the cells of the chosen column. */
  readonly told: ColumnDays | undefined;
}

/** Asks for the date format where the file leaves it open, and otherwise shows it. */
export function DayChoice({ column, form, told }: DayProps): ReactElement | null {
  const words = useMessages(fileReadingMessages);
  const { language } = useSpoken();
  if (told === undefined) return null;
  const names = dayNames(column);
  const order = orderOfDays(told);
  const say = (day: string) => (day === "" ? words.noDay : formatDay(day, language));
  const offered = (values: readonly string[], { readings }: Example) =>
    Object.fromEntries(values.map((value, at) => [value, say(readings[at] ?? "")]));
  const ask = ({ row, text }: Example) => fill(words.whichDay, { row, text });
  const { either, serial, shortYear } = told;
  const asksOrder = order === null && either !== null;
  const read = order ?? form.values[names.order];
  return (
    <>
      {asksOrder && (
        <Select
          label={ask(either)}
          bind={form.bind(names.order)}
          options={{ "": words.choose, ...offered(dayOrders, either) }}
        />
      )}
      {!asksOrder && told.dayFirst + told.monthFirst > 0 && (
        <p className={css["samples"]}>{words.orders[order ?? "day-first"]}</p>
      )}
      {serial && (
        <Select
          label={ask(serial)}
          bind={form.bind(names.system)}
          options={offered(daySystems, serial)}
        />
      )}
      {shortYear && read && (
        <p className={css["samples"]}>
          {fill(words.shortYear, {
            row: shortYear.row,
            text: shortYear.text,
            day: say(shortYear.readings[read === "day-first" ? 0 : 1]),
          })}
        </p>
      )}
    </>
  );
}
