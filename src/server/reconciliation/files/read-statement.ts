import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  type ChosenReading,
  type DayOrder,
  type DayRule,
  orderOfDays,
} from "#shared/contract/kernel/file-reading.ts";
import {
  type ReconciledAccount,
  type StatementColumn,
  statementColumns,
} from "#shared/contract/reconciliation/files.ts";
import { type Cents, cents, formatMoney } from "#shared/money.ts";
import { faultsIn, previewSent, rejectFaults } from "#server/imports/engine/file-faults.ts";
import { placesOf } from "#server/imports/engine/header.ts";
import type { FilePreview } from "#server/imports/engine/preview-file.ts";
import type { FileReadingQueue } from "#server/imports/engine/file-reading-queue.ts";
import type { TableFault } from "#server/imports/engine/read-table.ts";
import { type FieldError, fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { sha256Hex } from "#server/kernel/platform/random.ts";
import { chainOf } from "./line-order.ts";
import { accountNamedIn } from "./named-account.ts";
import { fileColumns, hasAmounts } from "./statement-columns.ts";
import { readRow, type RowRules, type StatementLine } from "./statement-row.ts";

/** A statement as it was sent, with the answers about reading it. */
export interface SentStatement extends ChosenReading {
  readonly account: ReconciledAccount;
  readonly fileName: string;
  readonly content: Uint8Array;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly opening?: Cents | undefined;
  readonly closing?: Cents | undefined;
  readonly order?: DayOrder | undefined;
  /** The place of each column by its name; without answers, the headings must be known. */
  readonly columns?: Readonly<Record<string, number>> | undefined;
}

/** A statement that was read and whose balances agree with its lines. */
export interface ReadStatement {
  readonly sha256: string;
  readonly header: readonly string[];
  readonly places: readonly number[];
  /** The digits of the account that it names above its table; empty if it names none. */
  readonly accountNamed: string;
  /** In order of time. */
  readonly lines: readonly StatementLine[];
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly opening: Cents;
  readonly closing: Cents;
  readonly skipped: number;
}

/** Reads a statement before a connection is held; rejects one with any error, and names its row. */
export async function readStatement(
  sender: string,
  sent: SentStatement,
  reading: FileReadingQueue,
): Promise<ReadStatement> {
  const { content, columns, headerRow, encoding, separator, sheet } = sent;
  const known = withoutNone({ headerRow, encoding, separator, sheet });
  const seen = await previewSent(sender, content, known, reading);
  const places = placesIn(seen.header, columns);
  const rules = rulesOf(sent, seen, places);
  const found = { lines: [] as StatementLine[], faults: [] as TableFault[], skipped: 0 };
  const skippedRows = seen.reading.skipped;
  const reread = { ...known, skipped: skippedRows };
  const table = { content, columns: fileColumns, places, known: reread };
  const done = await reading.readRows(sender, table, (rows) => {
    for (const row of rows) {
      const read = readRow(row, rules);
      if (read === null) found.skipped += 1;
      else if ("row" in read) found.lines.push(read);
      else found.faults.push(...read);
    }
  });
  rejectFaults([...done.faults, ...found.faults]);
  if (found.lines.length === 0) rejectFaults([wholeFile("file.empty")]);
  const { header } = seen;
  const balanced = balancedLines(sent, found.lines, rules);
  const period = periodOf(sent, balanced.lines);
  return {
    sha256: sha256Hex(content),
    header,
    places,
    accountNamed: accountNamedIn(skippedRows),
    ...balanced,
    ...period,
    skipped: found.skipped,
  };
}

/** The place of each column in a header; rejects a mapping without a day or without amounts. */
function placesIn(
  header: readonly string[],
  columns: Readonly<Record<string, number>> | undefined,
): number[] {
  const places =
    columns === undefined
      ? placesOf(fileColumns, header)
      : statementColumns.map((name) => columns[name] ?? -1);
  const isTwice = (place: number, at: number) => place !== -1 && places.indexOf(place) !== at;
  const fields: FieldError[] = statementColumns.flatMap((field, at): FieldError[] => {
    const place = places[at] ?? -1;
    if (place >= header.length) return [{ field, problem: "field.invalid" }];
    return isTwice(place, at) ? [{ field, problem: "column.twice" }] : [];
  });
  if (places[0] === -1) fields.push({ field: "day", problem: "column.needed" });
  if (!hasAmounts(places)) fields.push({ field: "amount", problem: "column.amounts" });
  if (fields.length > 0) throw new Problem("invalid", { fields });
  return places;
}

function rulesOf(
  { account, order: chosen }: SentStatement,
  { reading }: FilePreview,
  places: readonly number[],
): RowRules {
  const placeOf = (name: StatementColumn) => places[statementColumns.indexOf(name)] ?? -1;
  const told = reading.days.find(({ place }) => place === placeOf("day"));
  const order = chosen ?? (told === undefined ? "day-first" : orderOfDays(told));
  if (order === null) throw fieldProblem("order", "days.order");
  const days: DayRule = { order, system: reading.daySystem };
  return { days, isMpesa: account === "mobile-money", hasBalance: placeOf("balance") !== -1 };
}

interface Balanced {
  readonly lines: readonly StatementLine[];
  readonly opening: Cents;
  readonly closing: Cents;
}

/** Returns lines in order of time with their balances; rejects balances that do not agree. */
function balancedLines(
  sent: SentStatement,
  given: readonly StatementLine[],
  { hasBalance }: RowRules,
): Balanced {
  const chain = hasBalance ? chainOf(given) : null;
  if (chain !== null && "brokenAt" in chain) {
    throw faultsIn([{ row: chain.brokenAt, column: "balance", problem: "row.chain" }]);
  }
  rejectFaults(chain === null ? [] : daysOutOfOrder(chain.lines));
  const opening = sent.opening ?? chain?.opening;
  const closing = sent.closing ?? chain?.closing;
  if (opening === undefined) throw fieldProblem("opening", "field.required");
  if (closing === undefined) throw fieldProblem("closing", "field.required");
  const total = cents(given.reduce((sum, { amount }) => sum + amount, 0n));
  const isOther = chain !== null && (opening !== chain.opening || closing !== chain.closing);
  if (isOther || opening + total !== closing) {
    const values = {
      opening: formatMoney(chain?.opening ?? opening),
      lines: formatMoney(total),
      sum: formatMoney(cents((chain?.opening ?? opening) + total)),
      closing: formatMoney(closing),
    };
    throw new Problem("statement-sum", { values });
  }
  const lines =
    chain?.lines ?? given.toSorted((a, b) => (a.day < b.day ? -1 : Number(a.day > b.day)));
  return { lines, opening, closing };
}

/** The rows whose day is before that of the line that their balance follows. */
function daysOutOfOrder(lines: readonly StatementLine[]): TableFault[] {
  return lines.flatMap(({ row, day }, at) =>
    day < (lines[at - 1]?.day ?? day) ? [{ row, column: "day", problem: "row.day-order" }] : [],
  );
}

function periodOf(sent: SentStatement, lines: readonly StatementLine[]) {
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a statement has lines");
  const from = sent.from ?? first.day;
  const to = sent.to ?? last.day;
  if (from > first.day || to < last.day) {
    throw new Problem("statement-period", { values: { first: first.day, last: last.day } });
  }
  return { from, to };
}

const wholeFile = (problem: TableFault["problem"]): TableFault => ({ row: 0, column: "", problem });

function withoutNone(chosen: {
  readonly [Name in keyof ChosenReading]: ChosenReading[Name] | undefined;
}) {
  return Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined),
  ) as ChosenReading;
}
