import type { ReactNode } from "react";
import type { Language } from "#shared/language.ts";
import type { StatementWords } from "#shared/messages/statements/statements-en.ts";
import { addCents, formatMoney, fromWireAmount } from "#shared/money.ts";
import {
  hasText,
  type ListStatement,
  listStatementColumns,
  type ListValue,
  type StatementColumn,
  type StatementColumnKind,
} from "#shared/statement-columns.ts";
import { formatDay } from "#web/lib/day.ts";
import { money } from "#web/lib/figures.ts";
import { Link } from "#web/lib/router.tsx";
import { type CardPlace, type Column, Tie } from "#web/ui/table.tsx";

/** How a value is read from a row, and its place on a phone's card. */
export interface Reading<Row> {
  readonly place: CardPlace;
  readonly of: (row: Row) => string | number;
  /** The address to which the cell links. */
  readonly link?: (row: Row) => string;
  readonly quiet?: boolean;
  readonly cardLabel?: string;
}

/** A reading of every value that the statement shows. */
export type Readings<Statement extends ListStatement, Row> = Readonly<
  Record<ListValue<Statement>, Reading<Row>>
>;

/** The columns of a list statement on the page and on a phone's cards. */
export function listColumns<Statement extends ListStatement, Row>(
  statement: Statement,
  readings: Readings<Statement, Row>,
  rows: readonly Row[],
  { heads }: StatementWords,
  language: Language,
): Column<Row>[] {
  return columnsOf(statement).map(({ value, head, kind, total }) => {
    const { of, link, ...shown }: Reading<Row> = readings[value];
    return {
      ...shown,
      head: heads[head],
      number: isNumber(kind),
      cell: (row) => linked(written(kind, of(row), language), link?.(row)),
      ...(total && { total: totalled(total, sumOf(rows.map((row) => Number(of(row))))) }),
      ...(total && shown.cardLabel !== undefined && { totalLabel: shown.cardLabel }),
    };
  });
}

/** The rows in which a search finds a text, as the server finds them for a document. */
export function foundRows<Statement extends ListStatement, Row>(
  statement: Statement,
  readings: Readings<Statement, Row>,
  rows: readonly Row[],
  search: string,
): readonly Row[] {
  const texts = columnsOf(statement).filter(({ kind }) => kind === "text");
  return rows.filter((row) =>
    hasText(
      texts.map(({ value }) => String(readings[value].of(row))),
      search,
    ),
  );
}

function columnsOf<Statement extends ListStatement>(
  statement: Statement,
): readonly StatementColumn<ListValue<Statement>>[] {
  return listStatementColumns[statement];
}

/** Whether a column is aligned as figures are. */
export function isNumber(kind: StatementColumnKind): boolean {
  return kind === "money" || kind === "number";
}

function written(kind: StatementColumnKind, value: string | number, language: Language): string {
  switch (kind) {
    case "date":
      return formatDay(String(value), language);
    case "month":
      return formatDay(String(value), language, "monthYear");
    case "money":
      return money(Number(value));
    case "text":
    case "number":
      return String(value);
  }
}

function linked(text: string, address: string | undefined): ReactNode {
  return address === undefined ? text : <Link to={address}>{text}</Link>;
}

function totalled(total: "sum" | "confirmed", sum: string): ReactNode {
  return total === "confirmed" ? <Tie>{sum}</Tie> : sum;
}

/** Formats the sum of amounts from the wire. */
export function sumOf(amounts: readonly number[]): string {
  return formatMoney(addCents(...amounts.map(fromWireAmount)));
}
