import { fill } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { formatMoney } from "#shared/money.ts";
import { fold, onOneLine } from "./pdf-columns.ts";
import { BODY, CODE, drawParagraph, drawQr, SMALL, VALUE } from "./pdf-heading.ts";
import { INK, LINE, Sheet, type Style } from "./pdf-sheet.ts";
import type { ReceiptPaper, StatementDocument, Verification } from "./statement-document.ts";

const NAME: Style = { face: "semibold", size: 11, colour: INK };
const AMOUNT: Style = { face: "semibold", size: 15, colour: INK };
const QR = 70;

/** In points. A roll is cut below its last line; a sheet grows only if its texts do not fit. */
const papers = {
  a6: { width: 297.64, height: 419.53, margin: 24 },
  roll: { width: 226.77, height: 0, margin: 11.34 },
} as const;

/** Longer than any receipt, so that it is measured on one page. */
const ENDLESS = 4000;

/** Draws a receipt as a tagged PDF of one page. */
export function drawReceipt(document: StatementDocument, paper: ReceiptPaper): Promise<Uint8Array> {
  const { width, height, margin } = papers[paper];
  const measured = new Sheet(document, { size: [width, ENDLESS], margin });
  draw(measured, document);
  const length = Math.max(height, measured.y + margin);
  const sheet = new Sheet(document, { size: [width, length], margin });
  draw(sheet, document);
  if (document.bound) sheet.embed(document.bound);
  return sheet.finish(() => {});
}

function draw(sheet: Sheet, document: StatementDocument): void {
  sheet.begin("portrait");
  const { letterhead, verification } = document;
  const { organisationName, address, phone, email } = letterhead;
  drawParagraph(sheet, organisationName, NAME);
  sheet.y += 2;
  for (const line of [address, phone, email]) {
    if (line !== "") drawParagraph(sheet, line, SMALL);
  }
  rule(sheet, sheet.accent);
  sheet.part("H1", () => sheet.write(document.title, sheet.left, sheet.y, NAME));
  sheet.y += 20;
  for (const [label, value] of document.header) drawFact(sheet, label, value);
  if (verification === null) return;
  drawAmount(sheet, document, verification);
  for (const note of document.notes) drawParagraph(sheet, note, BODY);
  drawCode(sheet, document, verification);
}

function rule(sheet: Sheet, colour: string): void {
  sheet.y += 5;
  sheet.decoration(() => sheet.line(sheet.y, colour, 0.8));
  sheet.y += 8;
}

/** Draws a label, and beside it a value on as many lines as it needs. */
function drawFact(sheet: Sheet, label: string, value: string): void {
  const beside = sheet.left + sheet.width * 0.36;
  const room = sheet.right - beside;
  const lines = fold(onOneLine(value), room, (text) => sheet.widthOf(text, VALUE));
  sheet.part("P", () => {
    sheet.write(label, sheet.left, sheet.y, SMALL);
    lines.forEach((line, index) => sheet.write(line, beside, sheet.y + index * 12, VALUE));
  });
  sheet.y += Math.max(1, lines.length) * 12 + 2;
}

function drawAmount(sheet: Sheet, { language }: StatementDocument, { closing }: Verification) {
  const words = documentWords(language).receipt;
  rule(sheet, LINE);
  sheet.part("P", () => {
    sheet.write(words.amount, sheet.left, sheet.y + 5, SMALL);
    sheet.writeRight(`Ksh ${formatMoney(closing)}`, sheet.right, sheet.y, AMOUNT);
  });
  sheet.y += 18;
}

function drawCode(
  sheet: Sheet,
  { language }: StatementDocument,
  { code, rowsKey, page, address, holder, closing }: Verification,
): void {
  const words = documentWords(language);
  rule(sheet, LINE);
  const { left, y } = sheet;
  const alt = fill(words.verification.picture, { address });
  sheet.picture(alt, [left, y, left + QR, y + QR], () =>
    drawQr(sheet, address, { x: left, y, side: QR }),
  );
  const beside = left + QR + 10;
  sheet.part("P", () => {
    sheet.write(words.verification.heading, beside, y + 6, SMALL);
    sheet.write(code, beside, y + 17, CODE);
    sheet.write(words.verification.rowsKey, beside, y + 38, SMALL);
    sheet.write(rowsKey, beside, y + 49, CODE);
  });
  sheet.y += QR + 8;
  const how = { address: page, name: holder, closing: formatMoney(closing) };
  drawParagraph(sheet, fill(words.receipt.how, how), BODY);
}
