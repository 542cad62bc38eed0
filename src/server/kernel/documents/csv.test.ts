import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asWritten } from "#server/kernel/platform/formula-cells.ts";
import { drawCsvRows, drawMoreCsvRows } from "./csv.ts";

const hostile = fc.constantFrom("'", "=", "-", "@", "＝", "\t", "\r", "\n", ",", '"', " ", "a", "");
const cell = fc.string({ unit: fc.oneof(hostile, fc.string({ maxLength: 1 })), maxLength: 8 });
const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 6 });

describe("rows written as CSV", () => {
  it("read back the same, with a mark of their bytes at the beginning only", () => {
    fc.assert(
      fc.property(rows, rows, (first, more) => {
        const head = ["a", "b", "c"];
        const file = Buffer.concat([drawCsvRows([head, ...first]), drawMoreCsvRows(more)]);
        const found: string[][] = parse(file, { bom: true, record_delimiter: "\r\n" });
        expect(file.toString("utf8")).toMatch(/^\uFEFFa,b,c\r\n/);
        const read = found.map((row) => row.map(asWritten));
        expect(read).toEqual([head, ...first, ...more]);
      }),
    );
  });

  it("quote every kind of line end", () => {
    const text = Buffer.from(drawMoreCsvRows([["a\rb", "a\nb", "a\r\nb"]])).toString();
    expect(text).toBe('"a\rb","a\nb","a\r\nb"\r\n');
  });
});
