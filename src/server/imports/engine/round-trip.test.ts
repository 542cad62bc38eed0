import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { type Separator, separators } from "#shared/contract/kernel/file-reading.ts";
import { drawCsvRows } from "#server/kernel/documents/csv.ts";
import type { FileBounds } from "./row-bounds.ts";
import { separatorCharacters } from "./separator-and-header-row.ts";
import type { KnownReading } from "./open-file.ts";
import { readTable, type TableRow } from "./read-table.ts";

const bounds: FileBounds = { rows: 1000, columns: 100, cells: 20_000 };
const columns = ["member_no", "full_name", "amount"].map((name) => {
  return { name, aliases: [], needed: true };
});
const header = columns.map(({ name }) => name);

/** Rows of texts that contain every separator, quote and line end. */
const cell = fc
  .string({
    unit: fc.constantFrom("a", "ü", "'", ",", ";", "|", '"', "\n", " ", "7"),
    maxLength: 8,
  })
  .map((text) => `x${text}x`);
const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 12 });

async function read(content: Uint8Array, known: KnownReading): Promise<string[][]> {
  const found: TableRow[] = [];
  const done = await readTable({ content, columns, known }, bounds, async (part) => {
    found.push(...part);
  });
  expect(done.faults).toEqual([]);
  return found.map(({ cells }) => [...cells]);
}

/** The same rows with any separator, every cell in quotes. */
function separated(table: readonly (readonly string[])[], separator: Separator): string {
  const delimiter = separatorCharacters[separator];
  return stringify([...table], { delimiter, quoted: true, record_delimiter: "\r\n" });
}

const encoders = {
  "utf-8": (text: string) => Buffer.from(text, "utf8"),
  "utf-16le": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le"),
  "utf-16be": (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16(),
  "windows-1252": (text: string) => Buffer.from(text, "latin1"),
} as const;

describe("rows that were written", () => {
  it.each(Object.keys(encoders) as (keyof typeof encoders)[])(
    "in %s with any separator read back the same",
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(rows, fc.constantFrom(...separators), async (table, separator) => {
          const content = encoders[encoding](separated([header, ...table], separator));
          expect(await read(content, {})).toEqual(table);
        }),
        { numRuns: 40 },
      );
    },
  );

  it("by our own CSV export read back the same", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        expect(await read(drawCsvRows([header, ...table]), {})).toEqual(table);
      }),
      { numRuns: 40 },
    );
  });

  it("to a workbook read back the same", async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (table) => {
        const cells = [header, ...table].map((one) => one.map((value) => ({ value })));
        const book = await writeExcelFile(cells as never).toBuffer();
        expect(await read(book, {})).toEqual(table);
      }),
      { numRuns: 15 },
    );
  });

  it("in UTF-16 with an odd number of bytes, or cut in a character, are not text", async () => {
    const content = encoders["utf-16le"](separated([header, ["M1", "Zoë", "5"]], "comma"));
    const done = await readTable(
      { content: content.subarray(0, -1), columns },
      bounds,
      async () => {},
    );
    expect(done.faults).toMatchObject([{ row: 0, problem: "file.encoding" }]);
  });
});
