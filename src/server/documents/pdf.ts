import { fill } from "#shared/language.ts";
import { documentWords } from "#shared/messages/documents.ts";
import { formatMoney } from "#shared/money.ts";
import { fold, needsLandscape, onOneLine, placeColumns, wantedWidths } from "./pdf-columns.ts";
import { INK, INK_SOFT, LINE, Sheet, type Style } from "./pdf-sheet.ts";
import { CELL, drawTable } from "./pdf-table.ts";
import { qrCode } from "./qr.ts";
import type { Letterhead, StatementDocument, Verification } from "./statement-document.ts";

const A4_WIDTH = 595;
const SMALL: Style = { face: "regular", size: 8, colour: INK_SOFT };
const BODY: Style = { face: "regular", size: 8.75, colour: INK_SOFT };
const NAME: Style = { face: "semibold", size: 12.5, colour: INK };
const TITLE: Style = { face: "semibold", size: 13.5, colour: INK };
const VALUE: Style = { face: "semibold", size: 8.75, colour: INK };
const CODE: Style = { face: "semibold", size: 12.5, colour: INK };

const MARK = 36;
const QR = 62;
const VERIFICATION_HEIGHT = 84;

/**
 * Draws a statement as a tagged PDF on A4: text as text, nothing active in it. The same document
 * gives the same bytes.
 */
export async function drawPdf(document: StatementDocument): Promise<Uint8Array> {
  const { language, table, verification } = document;
  const { columns } = table;
  const sheet = new Sheet(document);
  const wanted = wantedWidths(language, table, (text) => sheet.widthOf(text, CELL));
  const wide = needsLandscape(columns, wanted, A4_WIDTH - 2 * sheet.left);
  sheet.begin(wide ? "landscape" : "portrait");
  const placed = placeColumns(columns, wanted, sheet.left, sheet.width);
  drawLetterhead(sheet, document.letterhead);
  drawTitle(sheet, document);
  drawMember(sheet, document);
  drawTable({ sheet, language, table, placed, headPage: () => headPage(sheet, document) });
  drawProof(sheet, document);
  if (verification !== null) {
    if (sheet.y + VERIFICATION_HEIGHT > sheet.bottom) {
      sheet.newPage();
      headPage(sheet, document);
    }
    drawVerification(sheet, document, verification);
  }
  const words = documentWords(language);
  return sheet.finish((page, pages) => {
    const y = sheet.bottom + 14;
    sheet.write(words.foot, sheet.left, y, SMALL);
    sheet.writeRight(fill(words.page, { page, pages }), sheet.right, y, SMALL);
  });
}

function drawLetterhead(sheet: Sheet, letterhead: Letterhead): void {
  const { organisationName, address, phone, email } = letterhead;
  const { left, right, top } = sheet;
  const beside = left + MARK + 11;
  const contacts = Math.max(sheet.widthOf(phone, BODY), sheet.widthOf(email, BODY));
  const room = right - contacts - 20 - beside;
  sheet.decoration(() => drawMark(sheet));
  sheet.part("P", () => {
    sheet.write(fitted(sheet, organisationName, room, NAME), beside, top + 4, NAME);
    sheet.write(fitted(sheet, address, room, BODY), beside, top + 20.5, BODY);
    sheet.writeRight(phone, right, top + 6.5, BODY);
    sheet.writeRight(email, right, top + 20.5, BODY);
  });
  sheet.y = top + MARK + 12;
  sheet.decoration(() => sheet.line(sheet.y, sheet.accent, 1.5));
}

/** The sign of the portal, drawn in the society's colour. */
function drawMark(sheet: Sheet): void {
  sheet.shape((pdf) => {
    pdf.translate(sheet.left, sheet.top).scale(MARK / 32);
    pdf.roundedRect(0, 0, 32, 32, 8).fill(sheet.accent);
    pdf.lineCap("round").strokeColor("#ffffff");
    pdf.lineWidth(2.6).path("M9 8.5v8.2a7 7 0 0 0 14 0V8.5").stroke();
    pdf.lineWidth(2).path("M9 25.5h14").stroke();
  });
}

function drawTitle(sheet: Sheet, { title, notes }: StatementDocument): void {
  sheet.y += 19;
  sheet.part("H1", () => sheet.write(title, sheet.left, sheet.y, TITLE));
  sheet.y += 19;
  for (const note of notes) drawParagraph(sheet, note, BODY);
  sheet.y += 10;
}

function drawMember(sheet: Sheet, { header }: StatementDocument): void {
  sheet.decoration(() => sheet.line(sheet.y, LINE, 0.6));
  sheet.y += 12;
  const room = sheet.width / 3;
  header.forEach(([label, value], index) => {
    const x = sheet.left + (index % 3) * room;
    const y = sheet.y + Math.floor(index / 3) * 31;
    sheet.part("P", () => {
      sheet.write(label, x, y, SMALL);
      sheet.write(fitted(sheet, value, room - 10, VALUE), x, y + 10.5, VALUE);
    });
  });
  sheet.y += Math.ceil(header.length / 3) * 31 + 1;
  sheet.decoration(() => sheet.line(sheet.y, LINE, 0.6));
  sheet.y += 12;
}

/** What a page begins with that is not the first: whose statement goes on. */
function headPage(sheet: Sheet, { title, memberNo, letterhead }: StatementDocument): void {
  sheet.decoration(() => {
    sheet.write(`${title}, ${memberNo}`, sheet.left, sheet.y, SMALL);
    sheet.writeRight(letterhead.organisationName, sheet.right, sheet.y, SMALL);
    sheet.line(sheet.y + 14, sheet.accent, 1);
  });
  sheet.y += 22;
}

function drawProof(sheet: Sheet, { table: { proof } }: StatementDocument): void {
  if (proof === null) return;
  sheet.y += 8;
  if (sheet.y + 12 > sheet.bottom) sheet.newPage();
  drawParagraph(sheet, proof, BODY);
}

/** The code stands at the foot of the last page, where one looks for it. */
function drawVerification(
  sheet: Sheet,
  { language }: StatementDocument,
  { code, page, address, holder, closing }: Verification,
): void {
  const words = documentWords(language).verification;
  const top = sheet.bottom - VERIFICATION_HEIGHT + 12;
  sheet.decoration(() => sheet.line(top - 12, LINE, 0.6));
  const box: [number, number, number, number] = [sheet.left, top, sheet.left + QR, top + QR];
  const alt = fill(words.picture, { address });
  sheet.picture(alt, box, () => drawQr(sheet, address, sheet.left, top));
  const beside = sheet.left + QR + 13;
  sheet.part("P", () => sheet.write(words.heading, beside, top + 1, SMALL));
  sheet.part("P", () => sheet.write(code, beside, top + 12, CODE));
  const how = fill(words.how, { address: page, name: holder, closing: formatMoney(closing) });
  const lines = fold(onOneLine(how), sheet.right - beside, (text) => sheet.widthOf(text, BODY));
  sheet.part("P", () => {
    lines.forEach((line, index) => sheet.write(line, beside, top + 30 + index * 12, BODY));
  });
}

function drawQr(sheet: Sheet, text: string, x: number, y: number): void {
  const { size, bars } = qrCode(text);
  const side = QR / size;
  sheet.shape((pdf) => {
    for (const [column, row, length] of bars) {
      pdf.rect(x + column * side, y + row * side, length * side, side);
    }
    pdf.fill("#000000");
  });
}

function drawParagraph(sheet: Sheet, text: string, style: Style): void {
  const lines = fold(onOneLine(text), sheet.width, (part) => sheet.widthOf(part, style));
  sheet.part("P", () => {
    lines.forEach((line, index) => sheet.write(line, sheet.left, sheet.y + index * 12, style));
  });
  sheet.y += lines.length * 12;
}

/** A line that would run into what is beside it ends in dots. */
function fitted(sheet: Sheet, text: string, room: number, style: Style): string {
  const line = onOneLine(text);
  if (sheet.widthOf(line, style) <= room) return line;
  const [head = ""] = fold(line.replaceAll(" ", "\u00a0"), room - 10, (part) =>
    sheet.widthOf(part, style),
  );
  return `${head.replaceAll("\u00a0", " ").trimEnd()}…`;
}
