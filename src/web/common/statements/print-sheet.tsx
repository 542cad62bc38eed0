import { createElement, type ReactElement, type Ref, useLayoutEffect } from "react";
import { createPortal } from "react-dom";
import type { PrintedDocument } from "#shared/contract/statements/printed-document.ts";
import type { RecordedTable } from "#shared/issued-record.ts";
import { languageTag } from "#web/lib/language.ts";
import { classes } from "#web/ui/classes.ts";
import { Mark } from "#web/ui/top-bar.tsx";
import css from "./print-sheet.module.css";

interface PrintSheetProps {
  readonly issued: PrintedDocument;
  readonly ref: Ref<HTMLElement>;
}

/** An issued document as it is printed, instead of the page; the screen does not show it. */
export function PrintSheet({ issued, ref }: PrintSheetProps): ReactElement {
  useLayoutEffect(() => {
    const { classList } = document.body;
    classList.add(css["printing"] ?? "");
    return () => classList.remove(css["printing"] ?? "");
  }, []);
  const { language, letterhead, record, proof, verification, foot } = issued;
  const { heading, keyHeading, rowsKey, how, picture } = verification;
  return createPortal(
    <article ref={ref} className={css["sheet"]} lang={languageTag(language)}>
      <header>
        <Mark />
        <p>
          <b>{letterhead.name}</b>
          {letterhead.address}
        </p>
        <p>
          {letterhead.phone}
          <br />
          {letterhead.email}
        </p>
      </header>
      <h1>{record.title}</h1>
      {record.notes.map((note) => note !== proof && <p key={note}>{note}</p>)}
      <dl>
        {record.facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <PrintedTable issued={issued} table={record} at={0} />
      {proof && <p>{proof}</p>}
      {record.further && (
        <>
          <h2>{record.further.title}</h2>
          <PrintedTable issued={issued} table={record.further} at={1} />
        </>
      )}
      <footer>
        <svg viewBox={`0 0 ${picture.size} ${picture.size}`} role="img" aria-label={picture.alt}>
          <path d={picture.path} />
        </svg>
        <p>
          {heading}
          <b>{record.code}</b>
        </p>
        <p>
          {keyHeading}
          <b>{rowsKey}</b>
        </p>
        <p>{how}</p>
      </footer>
      <p>{foot}</p>
    </article>,
    document.body,
  );
}

interface PrintedTableProps {
  readonly issued: PrintedDocument;
  readonly table: RecordedTable;
  /** Its place among the tables of the document. */
  readonly at: number;
}

/** A reference, a number or a word, which a browser would break at its hyphens. */
const ONE_LINE = /^\S{1,20}$/;

/** A table whose head, with the code of the document, is repeated on each page. */
function PrintedTable({ issued, table, at }: PrintedTableProps): ReactElement {
  const { record, memberNo, tied, noEntries } = issued;
  const { heads, figures, rows, total } = table;
  const line = (cells: readonly string[], Cell: "th" | "td"): ReactElement => (
    <tr>
      {heads.map((head, column) => (
        <Cell
          key={head}
          className={classes(
            figures[column] && css["figure"],
            column === tied[at] && css["tied"],
            ONE_LINE.test(cells[column] ?? "") && css["line"],
          )}
        >
          {cells[column]}
        </Cell>
      ))}
    </tr>
  );
  const across = (text: string): ReactElement => (
    <tr>
      <td colSpan={heads.length}>{text}</td>
    </tr>
  );
  return (
    <table>
      <thead>
        {across(`${record.title}, ${memberNo}, ${record.code}`)}
        {line(heads, "th")}
      </thead>
      {/* The rows never change, so they need no stable keys. */}
      {createElement("tbody", null, ...rows.map((cells) => line(cells, "td")))}
      {rows.length === 0 && <tbody>{across(noEntries)}</tbody>}
      <tfoot>{line(total, "td")}</tfoot>
    </table>
  );
}
