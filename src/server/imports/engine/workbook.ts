import type { DaySystem } from "#shared/contract/kernel/file-reading.ts";
import type { FileBounds } from "./row-bounds.ts";
import { dateStylesOf, type SheetContext, sheetCsv, sharedStringsOf } from "./sheet-rows.ts";
import { readXml } from "./xml-parts.ts";
import { WorkbookFault, ZipParts } from "./zip-parts.ts";

/** A sheet of a workbook as CSV in UTF-8; its rows keep their numbers. */
export interface ReadSheet {
  readonly sheets: readonly string[];
  readonly sheet: string;
  readonly bytes: Uint8Array;
  readonly daySystem: DaySystem;
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** Compound files: workbooks of Excel before 2007, and workbooks with a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (content: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => content[at] === byte);

/** Whether a file is a workbook, under any name: one that can be read, or an older one. */
export function isWorkbook(content: Uint8Array): boolean {
  return beginsWith(content, ZIP) || beginsWith(content, COMPOUND);
}

/** Reads a sheet, the first visible one unless one is named; throws WorkbookFault. */
export async function readWorkbook(
  content: Uint8Array,
  bounds: FileBounds,
  wanted?: string,
): Promise<ReadSheet> {
  if (beginsWith(content, COMPOUND)) throw new WorkbookFault(compoundProblem(content));
  const parts = await ZipParts.open(content);
  if (parts.names.some((name) => /vbaProject/i.test(name))) throw new WorkbookFault("file.macros");
  const book = await bookOf(parts);
  const [first] = book.sheets;
  const sheet = wanted ? book.sheets.find(({ name }) => name === wanted) : first;
  if (sheet === undefined) throw new WorkbookFault(wanted ? "file.sheet" : "file.workbook");
  const context: SheetContext = {
    bounds,
    daySystem: book.daySystem,
    strings: await sharedStringsOf(await parts.read(book.strings)),
    dateStyles: await dateStylesOf(await parts.read(book.styles)),
  };
  const rows = await parts.read(sheet.path);
  if (rows === null) throw new WorkbookFault("file.workbook");
  const bytes = await sheetCsv(rows, context);
  const names = book.sheets.map(({ name }) => name);
  return { sheets: names, sheet: sheet.name, bytes, daySystem: book.daySystem };
}

function compoundProblem(content: Uint8Array): "file.locked" | "file.xls" {
  const marks = Buffer.from("EncryptedPackage", "utf16le");
  return Buffer.from(content).includes(marks) ? "file.locked" : "file.xls";
}

interface Book {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly strings: string;
  readonly styles: string;
  readonly daySystem: DaySystem;
}

const HOME = "xl/workbook.xml";

async function bookOf(parts: ZipParts): Promise<Book> {
  const [home, relations] = [
    await parts.read(HOME),
    await parts.read(`xl/_rels/workbook.xml.rels`),
  ];
  if (home === null || relations === null) throw new WorkbookFault("file.workbook");
  const found: { name: string; id: string }[] = [];
  let daySystem: DaySystem = "1900";
  await readXml(home, {
    open(name, attributes) {
      if (name === "workbookPr") daySystem = isTrue(attributes["date1904"]) ? "1904" : "1900";
      if (name !== "sheet" || /hidden/i.test(attributes["state"] ?? "")) return;
      const id = Object.entries(attributes).find(([key]) => /(^|:)id$/.test(key))?.[1] ?? "";
      found.push({ name: attributes["name"] ?? "", id });
    },
  });
  const targets = new Map<string, string>();
  const byType = new Map<string, string>();
  await readXml(relations, {
    open(name, { Id: id = "", Type: type = "", Target: target = "", TargetMode: mode }) {
      if (name !== "Relationship" || mode === "External") return;
      const path = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
      targets.set(id, path);
      byType.set(type.slice(type.lastIndexOf("/") + 1), path);
    },
  });
  return {
    sheets: found.map(({ name, id }) => ({ name, path: targets.get(id) ?? "" })),
    strings: byType.get("sharedStrings") ?? "",
    styles: byType.get("styles") ?? "",
    daySystem,
  };
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
