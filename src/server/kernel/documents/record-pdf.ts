import { nairobiDate } from "#shared/calendar-date.ts";
import { fill, type Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { plainDay } from "#shared/written-days.ts";
import { wordOfPersonalCode } from "#shared/messages/privacy/personal-codes.ts";
import { personalDataMessages } from "#shared/messages/privacy/personal-data-sw.ts";
import { fold, placeColumns, wantedWidths, writtenCell } from "./pdf-columns.ts";
import {
  BODY,
  drawFoot,
  drawLetterhead,
  drawMember,
  drawParagraph,
  drawTitle,
  headPage,
  SMALL,
  SUBTITLE,
  VALUE,
} from "./pdf-heading.ts";
import { LINE, Sheet } from "./pdf-sheet.ts";
import { CELL, drawTable } from "./pdf-table.ts";
import type { RecordCell, RecordColumn, RecordDocument, RecordPart } from "./record-document.ts";
import type { Cell, TableRows } from "./statement-document.ts";

const PART_HEIGHT = 34;
/** A part with more columns than this is written as pairs of a label and a value. */
const SIDE_BY_SIDE = 7;
const PAIRS_ABREAST = 4;
const LINE_HEIGHT = 11;
const PAIR_GAP = 14;

/** Draws all data held on a member as a tagged PDF: every row of every part, nothing cut. */
export async function drawRecordPdf(record: RecordDocument): Promise<Uint8Array> {
  const { language } = record;
  const sheet = new Sheet(record);
  sheet.begin("landscape");
  drawLetterhead(sheet, record.letterhead);
  drawTitle(sheet, record);
  drawMember(sheet, record.header);
  for (const part of record.parts) drawPart(sheet, record, part);
  const words = personalDataMessages[language];
  return sheet.finish((page, pages) =>
    drawFoot(sheet, words.foot, fill(documentWords(language).page, { page, pages })),
  );
}

function drawPart(sheet: Sheet, record: RecordDocument, part: RecordPart): void {
  const { title, rows, columns } = part;
  const words = personalDataMessages[record.language];
  const counted = fill(rows.length === 1 ? words.rows.one : words.rows.many, {
    count: rows.length,
  });
  const turn = () => {
    sheet.newPage();
    headPage(sheet, record);
  };
  if (sheet.y + PART_HEIGHT + 2 * LINE_HEIGHT > sheet.bottom) turn();
  sheet.y += 10;
  sheet.part("H2", () => sheet.write(title, sheet.left, sheet.y, SUBTITLE));
  const beside = sheet.left + sheet.widthOf(title, SUBTITLE) + 8;
  if (rows.length > 0) sheet.part("P", () => sheet.write(counted, beside, sheet.y + 2, SMALL));
  sheet.y += 18;
  if (rows.length === 0) {
    drawParagraph(sheet, words.none, BODY);
  } else if (columns.length > SIDE_BY_SIDE) {
    for (const row of rows) drawPairs(sheet, record.language, columns, row, turn);
  } else {
    const table = tableOf(record.language, part);
    const wanted = wantedWidths(record.language, table, (text) => sheet.widthOf(text, CELL));
    const placed = placeColumns(table.columns, wanted, sheet.left, sheet.width);
    const headed = () => headPage(sheet, record);
    drawTable({ sheet, language: record.language, table, placed, headPage: headed });
  }
}

/** A part as a table: instants and yes/no are written out, and every text may be wrapped. */
function tableOf(language: Language, { columns, rows }: RecordPart): TableRows {
  return {
    columns: columns.map(({ head, kind, code }) => {
      if (code !== undefined) return { head, kind: "text", grows: true };
      if (kind === "date" || kind === "money" || kind === "number") return { head, kind };
      return kind === "moment" ? { head, kind: "text" } : { head, kind: "text", grows: true };
    }),
    broughtForward: null,
    rows: rows.map((row) =>
      columns.map((column, index): Cell => {
        const cell = row[index] ?? null;
        const { kind, code } = column;
        const isWritten = code !== undefined || kind === "moment" || kind === "flag";
        return isWritten ? writtenRecordCell(language, column, cell) : (cell as Cell);
      }),
    ),
    total: null,
  };
}

/** Formats a cell as a person reads it on paper. */
export function writtenRecordCell(
  language: Language,
  { kind, code }: Pick<RecordColumn, "kind" | "code">,
  cell: RecordCell,
): string {
  if (cell === null) return "";
  if (code !== undefined) return wordOfPersonalCode(code, String(cell), language);
  if (kind === "moment") {
    const instant = new Date(String(cell));
    const shifted = new Date(instant.getTime() + 10_800_000).toISOString();
    return `${plainDay(language, nairobiDate(instant))}, ${shifted.slice(11, 16)}`;
  }
  const words = personalDataMessages[language];
  if (kind === "flag") return cell === true ? words.yes : words.no;
  return writtenCell(language, { head: "", kind }, cell as Cell);
}

/** Draws one row as pairs, four side by side, each value on as many lines as it needs. */
function drawPairs(
  sheet: Sheet,
  language: Language,
  columns: readonly RecordColumn[],
  row: readonly RecordCell[],
  turn: () => void,
): void {
  const room = sheet.width / PAIRS_ABREAST;
  const pairs = columns.map((column, index) => {
    const { head } = column;
    const value = writtenRecordCell(language, column, row[index] ?? null);
    const lines = fold(value, room - PAIR_GAP, (text) => sheet.widthOf(text, VALUE));
    return { head, lines };
  });
  for (let from = 0; from < pairs.length; from += PAIRS_ABREAST) {
    const abreast = pairs.slice(from, from + PAIRS_ABREAST);
    const height = (1 + Math.max(...abreast.map(({ lines }) => lines.length))) * LINE_HEIGHT;
    if (sheet.y + height > sheet.bottom) turn();
    abreast.forEach(({ head, lines }, index) => {
      const x = sheet.left + index * room;
      sheet.part("P", () => {
        sheet.write(head, x, sheet.y, SMALL);
        lines.forEach((line, number) =>
          sheet.write(line, x, sheet.y + (number + 1) * LINE_HEIGHT, VALUE),
        );
      });
    });
    sheet.y += height + 5;
  }
  sheet.decoration(() => sheet.line(sheet.y, LINE, 0.5));
  sheet.y += 7;
}
