import { fold, onOneLine } from "./pdf-columns.ts";
import { INK, INK_SOFT, LINE, type Paper, type Sheet, type Style } from "./pdf-sheet.ts";
import { qrCode } from "./qr.ts";
import type { Letterhead, StatementDocument } from "./statement-document.ts";

export const SMALL: Style = { face: "regular", size: 8, colour: INK_SOFT };
export const BODY: Style = { face: "regular", size: 8.75, colour: INK_SOFT };
export const VALUE: Style = { face: "semibold", size: 8.75, colour: INK };
export const CODE: Style = { face: "semibold", size: 12.5, colour: INK };
export const SUBTITLE: Style = { face: "semibold", size: 10.5, colour: INK };
const NAME: Style = { face: "semibold", size: 12.5, colour: INK };
const TITLE: Style = { face: "semibold", size: 13.5, colour: INK };

const MARK = 36;

/** Draws the issuing society, and begins the page with it. */
export function drawLetterhead(sheet: Sheet, letterhead: Letterhead): void {
  const { organisationName, address, phone, email } = letterhead;
  const { left, right, top } = sheet;
  const beside = left + MARK + 11;
  const contacts = Math.max(sheet.widthOf(phone, BODY), sheet.widthOf(email, BODY));
  const room = right - contacts - 20 - beside;
  sheet.decoration(() => (letterhead.logo ? drawLogo(sheet, letterhead.logo) : drawMark(sheet)));
  sheet.part("P", () => {
    sheet.write(fitted(sheet, organisationName, room, NAME), beside, top + 4, NAME);
    sheet.write(fitted(sheet, address, room, BODY), beside, top + 20.5, BODY);
    sheet.writeRight(phone, right, top + 6.5, BODY);
    sheet.writeRight(email, right, top + 20.5, BODY);
  });
  sheet.y = top + MARK + 12;
  sheet.decoration(() => sheet.line(sheet.y, sheet.accent, 1.5));
}

type ImageOption = PDFKit.Mixins.ImageOption;

function drawLogo(sheet: Sheet, logo: Uint8Array): void {
  sheet.shape((pdf) => {
    const box = { fit: [MARK, MARK], align: "center", valign: "center" } satisfies ImageOption;
    pdf.image(Buffer.from(logo), sheet.left, sheet.top, box);
  });
}

/** The portal's logo, drawn in the society's colour. */
function drawMark(sheet: Sheet): void {
  sheet.shape((pdf) => {
    pdf.translate(sheet.left, sheet.top).scale(MARK / 32);
    pdf.roundedRect(0, 0, 32, 32, 8).fill(sheet.accent);
    pdf.lineCap("round").strokeColor("#ffffff");
    pdf.lineWidth(2.6).path("M9 8.5v8.2a7 7 0 0 0 14 0V8.5").stroke();
    pdf.lineWidth(2).path("M9 25.5h14").stroke();
  });
}

/** Draws the title of the document and its subject. */
export function drawTitle(
  sheet: Sheet,
  { title, notes }: Pick<StatementDocument, "title" | "notes">,
): void {
  sheet.y += 19;
  sheet.part("H1", () => sheet.write(title, sheet.left, sheet.y, TITLE));
  sheet.y += 19;
  for (const note of notes) drawParagraph(sheet, note, BODY);
  sheet.y += 10;
}

/** Draws the member's details, as pairs of a label and a value. */
export function drawMember(sheet: Sheet, header: StatementDocument["header"]): void {
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

/** Begins a page after the first, with a short header. */
export function headPage(sheet: Sheet, { title, memberNo, letterhead }: Paper): void {
  sheet.decoration(() => {
    sheet.write(`${title}, ${memberNo}`, sheet.left, sheet.y, SMALL);
    sheet.writeRight(letterhead.organisationName, sheet.right, sheet.y, SMALL);
    sheet.line(sheet.y + 14, sheet.accent, 1);
  });
  sheet.y += 22;
}

/** Draws a paragraph on as many lines as it needs. */
export function drawParagraph(sheet: Sheet, text: string, style: Style): void {
  const lines = fold(onOneLine(text), sheet.width, (part) => sheet.widthOf(part, style));
  sheet.part("P", () => {
    lines.forEach((line, index) => sheet.write(line, sheet.left, sheet.y + index * 12, style));
  });
  sheet.y += lines.length * 12;
}

/** Draws the footer of each page. */
export function drawFoot(sheet: Sheet, words: string, page: string): void {
  const y = sheet.bottom + 14;
  sheet.write(words, sheet.left, y, SMALL);
  sheet.writeRight(page, sheet.right, y, SMALL);
}

/** Cuts a line with dots before it would run into the text next to it. */
function fitted(sheet: Sheet, text: string, room: number, style: Style): string {
  const line = onOneLine(text);
  if (sheet.widthOf(line, style) <= room) return line;
  const [head = ""] = fold(line.replaceAll(" ", "\u00a0"), room - 10, (part) =>
    sheet.widthOf(part, style),
  );
  return `${head.replaceAll("\u00a0", " ").trimEnd()}…`;
}

interface Square {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Draws the QR code of a text. */
export function drawQr(sheet: Sheet, text: string, { x, y, side }: Square): void {
  const { size, bars } = qrCode(text);
  const dot = side / size;
  sheet.shape((pdf) => {
    for (const [column, row, length] of bars) {
      pdf.rect(x + column * dot, y + row * dot, length * dot, dot);
    }
    pdf.fill("#000000");
  });
}
