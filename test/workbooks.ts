import { crc32, deflateRawSync } from "node:zlib";

type Content = string | Uint8Array;

interface ZipOptions {
  /** A false size that a part claims. */
  readonly declared?: Readonly<Record<string, number>>;
  /** Parts that appear twice. */
  readonly twice?: readonly string[];
  /** Bit 0 marks a part as encrypted. */
  readonly flags?: number;
}

/** Writes a zip file, an honest one or a hostile one. */
export function zipOf(parts: Readonly<Record<string, Content>>, options: ZipOptions = {}): Buffer {
  const { declared = {}, twice = [], flags = 0 } = options;
  const names = [...Object.keys(parts), ...twice];
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const content = Buffer.from(parts[name] ?? "");
    const packed = deflateRawSync(content);
    const size = declared[name] ?? content.length;
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(size, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), about, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    const made = Buffer.from([20, 0]);
    central.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002"), made, about, tail, Buffer.from(name)]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(names.length, 4);
  end.writeUInt16LE(names.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\u0005\u0006"), end]);
}

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook; each may be replaced by a hostile one. */
export interface BookParts {
  readonly sheets?: Readonly<Record<string, string>>;
  readonly strings?: string;
  readonly styles?: string;
  /** The content of the workbook element, such as its day system. */
  readonly properties?: string;
  readonly more?: Readonly<Record<string, Content>>;
}

/** The parts of a workbook with these sheets; each is the XML of its rows. */
export function bookParts(parts: BookParts): Record<string, Content> {
  const { sheets = {}, strings = "", styles = "", properties = "", more = {} } = parts;
  const names = Object.keys(sheets);
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at}" r:id="s${at}"/>`);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const relations = [
    ...names.map((_, at) => relation(`s${at}`, "worksheet", `worksheets/sheet${at}.xml`)),
    relation("strings", "sharedStrings", "sharedStrings.xml"),
    relation("styles", "styles", "styles.xml"),
  ];
  return {
    "xl/workbook.xml":
      `<workbook xmlns:r="${RELATIONS}">${properties}` +
      `<sheets>${listed.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `<worksheet><sheetData>${sheets[name] ?? ""}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  };
}

/** A workbook with these sheets. */
export function workbookOf(parts: BookParts, options: ZipOptions = {}): Buffer {
  return zipOf(bookParts(parts), options);
}

/** A row of texts, in the form of a program without shared strings. */
export function textRow(row: number, cells: readonly string[]): string {
  const texts = cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`);
  return `<row r="${row}">${texts.join("")}</row>`;
}
