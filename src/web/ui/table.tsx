import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import css from "./table.module.css";
import text from "./text.module.css";

/** Where a column's cell stands on the card that a row becomes on a phone. */
export type CardPlace = "what" | "howMuch" | "when" | "balance" | "reference" | "more" | "noPhone";

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly place: CardPlace;
  readonly number?: boolean;
  /** Says on the card what the head says in the table, where the cell alone is not clear. */
  readonly cardLabel?: string;
}

export interface TableProps<Row> {
  /** Names the table for those who hear it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The last row: its words, and its sum under the last column. */
  readonly total?: {
    readonly label: string;
    readonly figure: ReactNode;
    readonly checked: boolean;
  };
}

/**
 * A table that re-flows into cards on phones. The roles are written out because CSS that changes
 * `display` takes the table's meaning away from screen readers.
 */
export function Table<Row>(props: TableProps<Row>): ReactElement {
  const { caption, columns, rows, rowKey, total } = props;
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]} role="table">
        <caption className={text["hidden"]}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
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
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {columns.map((column) => (
                <Cell key={column.head} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot role="rowgroup">
            <tr role="row">
              <td role="cell" className={css["what"]} colSpan={columns.length - 1}>
                {total.label}
              </td>
              <td role="cell" className={classes(css["number"], css["howMuch"])}>
                <span className={classes(total.checked && css["checked"])}>{total.figure}</span>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function Cell<Row>({
  column,
  row,
}: {
  readonly column: Column<Row>;
  readonly row: Row;
}): ReactElement {
  return (
    <td
      role="cell"
      className={classes(css[column.place], column.number && css["number"])}
      data-label={column.cardLabel}
    >
      {column.cell(row)}
    </td>
  );
}
