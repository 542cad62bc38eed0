import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { LongRows } from "./long-rows.tsx";
import css from "./table.module.css";
import text from "./text.module.css";

/** The position of a column's cell on the card that a row becomes on a phone. */
export type CardPlace = "what" | "howMuch" | "when" | "balance" | "reference" | "more" | "noPhone";

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly place: CardPlace;
  readonly number?: boolean;
  /** Less prominent than its neighbours, as references are. */
  readonly quiet?: boolean;
  /** Repeats the column's heading on the card, where the cell alone is not clear. */
  readonly cardLabel?: string;
  /** Whether a row's card shows it; a zero next to the amount that moved would only be noise. */
  readonly onCard?: (row: Row) => boolean;
  /** The cell in the first row, which shows the opening balance. */
  readonly opening?: ReactNode;
  /** The cell in the last row. */
  readonly total?: ReactNode;
  readonly totalLabel?: string;
  readonly totalPlace?: CardPlace;
}

export interface TableProps<Row> {
  /** The table's name for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Whether the address of a page may name a row by its key. */
  readonly named?: boolean;
  /** The label of the row of totals, if there is one. */
  readonly total?: string;
  /** Shows the rows in reverse, and the opening balance after them. */
  readonly newestFirst?: boolean;
  /** May be wider than its page, so that the keyboard must be able to scroll it. */
  readonly scrolls?: boolean;
}

/** Up to this many rows are all rendered; of longer tables, only the visible part. */
const WHOLE = 200;

/**
 * A table that turns into cards on phones. The roles are explicit because CSS that changes
 * `display` removes the table's semantics for screen readers.
 */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { caption, columns, rowKey, named, total, newestFirst = false, scrolls } = props;
  const rows = newestFirst ? props.rows.toReversed() : props.rows;
  const opens = columns.some(({ opening }) => opening !== undefined);
  const long = rows.length > WHOLE;
  const first = opens && !newestFirst ? 3 : 2;
  const opening = opens && (
    <tbody role="rowgroup">
      <Opening columns={columns} at={!long ? undefined : newestFirst ? rows.length + 2 : 2} />
    </tbody>
  );
  const count = rows.length + (opens ? 2 : 1);
  const row = (of: Row, at: number): ReactElement => (
    <tr
      key={rowKey(of)}
      id={named ? rowKey(of) : undefined}
      role="row"
      aria-rowindex={long ? first + at : undefined}
    >
      {columns.map((column) => (
        <Cell key={column.head} column={column} row={of} />
      ))}
    </tr>
  );
  return (
    <div
      className={css["scroll"]}
      {...(scrolls && { tabIndex: 0, role: "group", "aria-label": caption })}
    >
      <table
        className={classes(css["table"], long && css["long"])}
        role="table"
        aria-rowcount={long ? count + (total ? 1 : 0) : undefined}
      >
        <caption className={text["hidden"]}>{caption}</caption>
        {long && <Widths columns={columns} />}
        <Heads columns={columns} numbered={long} />
        {!newestFirst && opening}
        {long ? (
          <LongRows rows={rows} row={row} columns={columns.length} />
        ) : (
          <tbody role="rowgroup">{rows.map(row)}</tbody>
        )}
        {newestFirst && opening}
        {total && (
          <tfoot role="rowgroup">
            <TotalRow columns={columns} label={total} at={long ? count + 1 : undefined} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

interface Columns {
  // The type of a row does not matter to the components around it.
  readonly columns: readonly Omit<Column<never>, "cell" | "onCard">[];
}

/**
 * Rows that are added and removed must not change the widths, so a long table has fixed columns.
 */
function Widths({ columns }: Columns): ReactElement {
  return (
    <colgroup>
      {columns.map((column) => (
        <col key={column.head} className={css[`${column.place}Width`]} />
      ))}
    </colgroup>
  );
}

function Heads({ columns, numbered }: Columns & { readonly numbered: boolean }): ReactElement {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={numbered ? 1 : undefined}>
        {columns.map((column) => (
          <th
            key={column.head}
            role="columnheader"
            scope="col"
            className={classes(column.number && css["number"])}
          >
            {column.head}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Opening({ columns, at }: Columns & { readonly at: number | undefined }): ReactElement {
  const place = (given: CardPlace): CardPlace => (given === "balance" ? "howMuch" : given);
  return (
    <tr role="row" className={css["opening"]} aria-rowindex={at}>
      {columns.map((column) => (
        <td
          key={column.head}
          role="cell"
          className={classes(css[place(column.place)], column.number && css["number"])}
        >
          {column.opening}
        </td>
      ))}
    </tr>
  );
}

interface TotalRowProps extends Columns {
  readonly label: string;
  readonly at: number | undefined;
}

function TotalRow({ columns, label, at }: TotalRowProps): ReactElement {
  const first = columns.findIndex(({ total }) => total !== undefined);
  return (
    <tr role="row" aria-rowindex={at}>
      <td role="cell" className={css["what"]} colSpan={first}>
        {label}
      </td>
      {columns.slice(first).map((column) => (
        <td
          key={column.head}
          role="cell"
          className={classes(css[column.totalPlace ?? column.place], css["number"])}
          data-label={column.totalLabel}
        >
          {column.total}
        </td>
      ))}
    </tr>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
}

function Cell<Row>({ column, row }: CellProps<Row>): ReactElement {
  const onCard = column.onCard?.(row) ?? true;
  return (
    <td
      role="cell"
      className={classes(
        css[onCard ? column.place : "noPhone"],
        column.number && css["number"],
        column.quiet && css["quiet"],
      )}
      data-label={column.cardLabel}
    >
      {column.cell(row)}
    </td>
  );
}

/** A sum that the books confirm, over the ledger's double rule. */
export function Tie({ children }: { readonly children: ReactNode }): ReactElement {
  return <span className={css["checked"]}>{children}</span>;
}
