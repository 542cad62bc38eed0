import { fill } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { formatMoney } from "#shared/money.ts";
import { fold, needsLandscape, onOneLine, placeColumns, wantedWidths } from "./pdf-columns.ts";
import {
  BODY,
  CODE,
  drawFoot,
  drawLetterhead,
  drawMember,
  drawParagraph,
  drawQr,
  drawTitle,
  headPage,
  SMALL,
  SUBTITLE,
} from "./pdf-heading.ts";
import { A4, LINE, Sheet } from "./pdf-sheet.ts";
import { CELL, drawTable } from "./pdf-table.ts";
import { drawReceipt } from "./pdf-receipt.ts";
import type { StatementDocument, Verification } from "./statement-document.ts";

const A4_WIDTH = 595;

const QR = 62;
const VERIFICATION_HEIGHT = 84;
const FURTHER_HEIGHT = 76;

/**
 * Draws a document as a tagged PDF: a statement on A4, a receipt on its own paper. It holds real
 * text and no active content. The same document gives the same bytes, unless a passphrase locks it.
 */
export async function drawPdf(
  document: StatementDocument,
  passphrase?: string,
): Promise<Uint8Array> {
  const { language, table, verification, paper } = document;
  if (paper !== undefined) return drawReceipt(document, paper);
  const { columns } = table;
  const sheet = new Sheet(document, A4, passphrase);
  const wanted = wantedWidths(language, table, (text) => sheet.widthOf(text, CELL));
  const wide = needsLandscape(columns, wanted, A4_WIDTH - 2 * sheet.left);
  sheet.begin(wide ? "landscape" : "portrait");
  const placed = placeColumns(columns, wanted, sheet.left, sheet.width);
  drawLetterhead(sheet, document.letterhead);
  drawTitle(sheet, document);
  drawMember(sheet, document.header);
  drawTable({ sheet, language, table, placed, headPage: () => headPage(sheet, document) });
  drawProof(sheet, document);
  drawFurther(sheet, document);
  if (verification !== null) {
    if (sheet.y + VERIFICATION_HEIGHT > sheet.bottom) {
      sheet.newPage();
      headPage(sheet, document);
    }
    drawVerification(sheet, document, verification);
  }
  if (document.bound) sheet.embed(document.bound);
  return sheet.finish((page, pages) => {
    drawFoot(sheet, documentWords(language).foot, placeOf(document, page, pages));
  });
}

/**
 * The page number, with the code if there are several pages, so that pages of two documents cannot
 * be confused.
 */
function placeOf(
  { language, verification }: StatementDocument,
  page: number,
  pages: number,
): string {
  const place = fill(documentWords(language).page, { page, pages });
  return verification === null || pages === 1 ? place : `${verification.code} · ${place}`;
}

function drawProof(sheet: Sheet, { table: { proof } }: StatementDocument): void {
  if (proof === null) return;
  sheet.y += 8;
  if (sheet.y + 12 > sheet.bottom) sheet.newPage();
  drawParagraph(sheet, proof, BODY);
}

/** The second table, with its title above at least its headings and one row. */
function drawFurther(sheet: Sheet, document: StatementDocument): void {
  const { language, further } = document;
  if (further === undefined) return;
  const { title, table } = further;
  if (sheet.y + FURTHER_HEIGHT > sheet.bottom) {
    sheet.newPage();
    headPage(sheet, document);
  }
  sheet.y += 16;
  sheet.part("H2", () => sheet.write(title, sheet.left, sheet.y, SUBTITLE));
  sheet.y += 18;
  const wanted = wantedWidths(language, table, (text) => sheet.widthOf(text, CELL));
  const placed = placeColumns(table.columns, wanted, sheet.left, sheet.width);
  drawTable({ sheet, language, table, placed, headPage: () => headPage(sheet, document) });
}

/** The code, its key and the QR code are at the foot of the last page, where people look. */
function drawVerification(
  sheet: Sheet,
  { language }: StatementDocument,
  { code, rowsKey, page, address, holder, closing }: Verification,
): void {
  const words = documentWords(language).verification;
  const top = sheet.bottom - VERIFICATION_HEIGHT + 12;
  sheet.decoration(() => sheet.line(top - 12, LINE, 0.6));
  const box: [number, number, number, number] = [sheet.left, top, sheet.left + QR, top + QR];
  const alt = fill(words.picture, { address });
  sheet.picture(alt, box, () => drawQr(sheet, address, { x: sheet.left, y: top, side: QR }));
  const beside = sheet.left + QR + 13;
  const key = beside + 150;
  sheet.part("P", () => sheet.write(words.heading, beside, top + 1, SMALL));
  sheet.part("P", () => sheet.write(code, beside, top + 12, CODE));
  sheet.part("P", () => sheet.write(words.rowsKey, key, top + 1, SMALL));
  sheet.part("P", () => sheet.write(rowsKey, key, top + 12, CODE));
  const how = fill(words.how, { address: page, name: holder, closing: formatMoney(closing) });
  const lines = fold(onOneLine(how), sheet.right - beside, (text) => sheet.widthOf(text, BODY));
  sheet.part("P", () => {
    lines.forEach((line, index) => sheet.write(line, beside, top + 30 + index * 12, BODY));
  });
}
