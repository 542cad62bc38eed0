import PdfKit from "pdfkit";
import { accentColours, hexOf } from "#shared/accent.ts";
import type { StatementDocument } from "./statement-document.ts";
import { randomSalt } from "#server/kernel/platform/random.ts";
import { type Face, faces, hastenFigures } from "./pdf-fonts.ts";

/** The style of a piece of text; sizes are in points. */
export interface Style {
  readonly face: Face;
  readonly size: number;
  readonly colour: string;
}

export const INK = "#171b20";
export const INK_SOFT = "#4a4f56";
export const LINE = "#d5d8db";

/** The size of the paper and its margin, in points. */
interface Form {
  readonly size: "A4" | [width: number, height: number];
  readonly margin: number;
}

/** The paper of statements. */
export const A4: Form = { size: "A4", margin: 42 };
/** The height of the footer, above the lower margin. */
const FOOT = 26;

/** The two figures spare pdfkit from measuring for underlines, which are never used here. */
const ONE_LINE = { lineBreak: false, textWidth: 0, wordCount: 0 };

type Structure = PDFKit.PDFStructureElement;

/** The properties that every document has. */
export type Paper = Pick<
  StatementDocument,
  "title" | "letterhead" | "memberNo" | "language" | "issuedAt"
>;

/**
 * The page that a document is drawn on: pages, text, lines, and the structure that explains it to a
 * screen reader. Everything outside the structure is marked as decoration.
 */
export class Sheet {
  readonly left: number;
  readonly top: number;
  right = 0;
  bottom = 0;
  readonly accent: string;
  /** The place of the next element. */
  y: number;
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: Structure;
  readonly #form: Form;
  #layout: "portrait" | "landscape" = "portrait";
  /** The current style of the page, so that only changes are written. */
  #colour = "";
  readonly #chunks: Uint8Array[] = [];
  readonly #created: Date;

  constructor(paper: Paper, form: Form = A4, passphrase?: string) {
    this.#form = form;
    this.left = this.top = this.y = form.margin;
    const { title, letterhead, memberNo, language, issuedAt } = paper;
    const created = (this.#created = new Date(issuedAt));
    this.#pdf = new PdfKit({
      size: form.size,
      margin: 0,
      autoFirstPage: false,
      // The number of pages is known only once all rows are drawn.
      bufferPages: true,
      ...(passphrase === undefined ? { pdfVersion: "1.7" } : lockedBy(passphrase)),
      subset: "PDF/UA" as never,
      tagged: true,
      displayTitle: true,
      lang: language === "sw" ? "sw-KE" : "en-KE",
      info: {
        Title: `${title}, ${memberNo}`,
        Author: letterhead.organisationName,
        Creator: "Akiba",
        Producer: "Akiba",
        CreationDate: created,
        ModDate: created,
      },
    });
    this.#pdf.on("data", (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#registerFaces();
    const { accentHue: hue, accentChroma: chroma } = letterhead;
    this.accent = hexOf(accentColours({ hue, chroma }, "light").accent);
    this.#root = this.#pdf.struct("Document");
    this.#pdf.addStructure(this.#root);
  }

  /** Lays out the first page; text can be measured before. */
  begin(layout: "portrait" | "landscape"): void {
    this.#layout = layout;
    this.newPage();
    this.right = this.#pdf.page.width - this.#form.margin;
    this.bottom = this.#pdf.page.height - this.#form.margin - FOOT;
  }

  get width(): number {
    return this.right - this.left;
  }

  widthOf(text: string, style: Style): number {
    this.#use(style);
    return this.#pdf.widthOfString(text);
  }

  /** Writes one line of text with its upper edge at `y`. */
  write(text: string, x: number, y: number, style: Style): void {
    this.#use(style);
    if (this.#colour !== style.colour) this.#pdf.fillColor(style.colour);
    this.#colour = style.colour;
    this.#pdf.text(text, x, y, ONE_LINE);
  }

  /** Writes one line of text that ends at `right`. */
  writeRight(text: string, right: number, y: number, style: Style): void {
    this.write(text, right - this.widthOf(text, style), y, style);
  }

  line(y: number, colour: string, width: number, from = this.left, to = this.right): void {
    this.#pdf.moveTo(from, y).lineTo(to, y).lineWidth(width).stroke(colour);
  }

  /** Draws with pdfkit itself, for shapes. */
  shape(paint: (pdf: PDFKit.PDFDocument) => void): void {
    this.#pdf.save();
    paint(this.#pdf);
    this.#pdf.restore();
    this.#colour = "";
  }

  /** Draws decoration, such as a rule. */
  decoration(paint: () => void): void {
    this.#pdf.markContent("Artifact", { type: "Layout" });
    paint();
    this.#pdf.endMarkedContent();
  }

  /** Draws a part of the document under the name of its role. */
  part(kind: "H1" | "H2" | "P", paint: () => void): void {
    this.#root.add(this.#pdf.struct(kind, {}, paint));
  }

  picture(alt: string, box: [number, number, number, number], paint: () => void): void {
    this.#root.add(this.#pdf.struct("Figure", { alt, bbox: box } as never, paint));
  }

  /** Opens the table; its rows may continue over many pages. */
  table(): TableStructure {
    const table = this.#pdf.struct("Table");
    this.#root.add(table);
    return {
      row: (cells) => {
        const row = this.#pdf.struct("TR");
        table.add(row);
        for (const { head, paint } of cells) {
          const options = head ? { scope: head } : {};
          const cell = this.#pdf.struct(head ? "TH" : "TD", options as never);
          row.add(cell);
          if (paint) cell.add(paint);
          cell.end();
        }
        row.end();
      },
      end: () => table.end(),
    };
  }

  newPage(): void {
    this.#pdf.addPage({ size: this.#form.size, margin: 0, layout: this.#layout });
    this.y = this.top;
    this.#colour = "";
  }

  /** Embeds the record of what is drawn, with its signature, where programs keep their own data. */
  embed({ record, signature }: { readonly record: string; readonly signature: string }): void {
    // The types of pdfkit know neither the catalogue nor the data of an application.
    const pdf = this.#pdf as unknown as Embedding;
    const stored = pdf.ref({ Type: "AkibaRecord", Signature: Object(signature) as string });
    stored.end(Buffer.from(record));
    const LastModified = this.#created;
    pdf["_root"].data["PieceInfo"] = { Akiba: { LastModified, Private: stored } };
  }

  /** Draws the footers, now that the number of pages is known, and returns the file. */
  async finish(onPage: (page: number, pages: number) => void): Promise<Uint8Array> {
    this.#root.end();
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.#colour = "";
      this.decoration(() => onPage(page + 1, count));
    }
    const ended = new Promise((resolve, reject) => {
      this.#pdf.on("end", resolve).on("error", reject);
    });
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #registerFaces(): void {
    for (const [face, file] of Object.entries(faces)) {
      this.#pdf.registerFont(face, file);
      this.#pdf.font(face);
      hastenFigures((this.#pdf as unknown as Record<string, unknown>)["_font"]);
    }
  }

  #use({ face, size }: Style): void {
    this.#pdf.font(face).fontSize(size);
  }
}

/**
 * AES-256, opened by the passphrase. There is no owner password; screen readers may read the file,
 * and it may be printed and copied.
 */
function lockedBy(passphrase: string) {
  return {
    pdfVersion: "1.7ext3",
    userPassword: passphrase,
    ownerPassword: Buffer.from(randomSalt()).toString("hex"),
    permissions: { printing: "highResolution", copying: true, contentAccessibility: true },
  } as const;
}

interface Embedding {
  ref(data: Readonly<Record<string, unknown>>): { end(content: Buffer): void };
  readonly _root: { readonly data: Record<string, unknown> };
}

/** A cell of a table: a heading names its scope, and a blank cell draws nothing. */
export interface TableCell {
  readonly head?: "Column" | "Row";
  readonly paint?: (() => void) | null;
}

export interface TableStructure {
  row(cells: readonly TableCell[]): void;
  end(): void;
}
