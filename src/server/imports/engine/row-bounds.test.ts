import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "#test/processor-time.ts";
import { EvenRows, type FileBounds } from "./row-bounds.ts";

const bounds: FileBounds = { rows: 50_000, columns: 100, cells: 2_000_000 };
const dialect = { bom: true, record_delimiter: ["\r\n", "\n", "\r"] };

/** Evens out a text in pieces of a given size. */
function evened(text: string, size = 1_000_000, within = bounds) {
  const rows = new EvenRows(1_000_000, { bounds: within });
  const bytes = Buffer.from(text);
  const out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    // A copy, so that nothing of a piece is used after the next has come.
    out.push(...rows.push(Buffer.from(bytes.subarray(at, at + size))));
  }
  out.push(...rows.end());
  return { rows, text: Buffer.concat(out).toString() };
}

describe("the rows of a file", () => {
  it.each([
    ["a,b\n1,2\n", "a,b\n1,2\n"],
    ["a,b,c\n1\n1,2\n", "a,b,c\n1,,\n1,2,\n"],
    ["a,b\n1,2,,,\n1,2, ,\t\n", "a,b\n1,2\n1,2\n"],
    ["a,b\n\n \n,,,\n1,2", "a,b\n1,2"],
    ["a,b\r\n\r\n1\r\n\r\n", "a,b\r\n1,\r\n"],
    ["a,b\r\r1\r2,3,\r", "a,b\r1,\r2,3\r"],
    ['a,b\n"1\n,\n",2\n"x"\n', 'a,b\n"1\n,\n",2\n"x",\n'],
    ['a,b\n"say ""1,2"""\n', 'a,b\n"say ""1,2""",\n'],
    ['a,b\n"1","2","",""\n', 'a,b\n"1","2"\n'],
    ["a,b\n1,2,3\n1,2,,4\n", "a,b\n1,2\n1,2\n"],
    ["a\n,2\n3\n", 'a\n""\n3\n'],
    ["", ""],
    ["\n\n\n", ""],
  ])("of %j are %j, however the bytes come", (text, expected) => {
    for (const size of [1, 2, 3, 1000]) expect(evened(text, size).text, `${size}`).toBe(expected);
  });

  it("keep their number in the file when blank rows before them are left out", () => {
    const { rows } = evened("\n\na,b\n1,2\n\n3,4\n5,6\n,\n\n7,8\n");
    expect([1, 2, 3, 4, 5].map((record) => rows.rowOf(record))).toEqual([3, 4, 6, 7, 10]);
    expect([5, 1, 3].map((record) => rows.rowOf(record))).toEqual([10, 3, 6]);
  });

  it("name the cell in which a value was cut off", () => {
    const { rows } = evened('a,b\n1,2,3\n\n1,2, ,"x"\n1,2,"",\n');
    expect([1, 2, 3, 4].map((record) => rows.surplusOf(record))).toEqual([0, 3, 4, 0]);
  });

  it("are only the requested ones, as they were sent", () => {
    const rows = new EvenRows(1_000_000, { only: new Set([3, 5]) });
    const out = [...rows.push(Buffer.from("a,b\n1\n2,2,2\n3\n4\n5\n")), ...rows.end()];
    expect(Buffer.concat(out).toString()).toBe("a,b\n2,2,2\n4,\n");
    expect([2, 3].map((record) => rows.rowOf(record))).toEqual([3, 5]);
  });

  it("keep their content, and no row is uneven, for any table", () => {
    const cell = fc.constantFrom("", " ", "a", "12", '"q"', '""', '"a,b"', '"x\ny"', '"1""2"');
    const row = fc.array(cell, { maxLength: 6 }).map((cells) => cells.join(","));
    const end = fc.constantFrom("\n", "\r\n", "\r");
    const file = fc.tuple(fc.array(row, { maxLength: 12 }), end, fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(file, ([given, lineEnd, size]) => {
        const text = given.join(lineEnd);
        const relaxed = parse(text, { ...dialect, relax_column_count: true });
        const even = evened(text, size);
        const found = parse(even.text, dialect);
        const [{ length: width } = []] = found;
        const numbers = found.map((_, at) => even.rows.rowOf(at + 1));
        for (const [at, cells] of found.entries()) {
          const given = relaxed[(numbers[at] ?? 0) - 1] ?? [];
          const evenly = Array.from({ length: width ?? 0 }, (_, place) => given[place] ?? "");
          expect(cells).toEqual(evenly);
          const surplus = given.findIndex((one, place) => place >= evenly.length && one.trim());
          expect(even.rows.surplusOf(at + 1)).toBe(surplus + 1);
        }
        const dropped = relaxed.filter((_, at) => !numbers.includes(at + 1));
        for (const cells of dropped) expect(cells.join("").trim()).toBe("");
      }),
    );
  });
});

describe("a file that is too much", () => {
  const most = { rows: 3, columns: 4, cells: 12 };
  it.each([
    ["in rows", "a\n1\n2\n3\n4\n", 5, "file.rows"],
    ["in rows, with blank ones between", "a\n\n1\n\n2\n\n3\n\n4\n", 9, "file.rows"],
    ["in columns", "a,b,c,d,e\n", 1, "file.name-row"],
    ["in cells, with those that are left out", "a,b,c,d\n1\n2\n3\n", 4, "file.cells"],
  ])("%s is reported by its row before anything is parsed", (_, text, row, problem) => {
    expect(() => evened(text, 1000, most)).toThrow(expect.objectContaining({ row, problem }));
  });

  it.each([
    ["blank lines", "\n"],
    ["blank lines of Windows", "\r\n"],
    ["rows of blanks", " , \n"],
    ["commas", ","],
    ["open quotes", '"'],
  ])("of 5 MB of %s is passed in well under a second", (_, piece) => {
    const text = `a,b\n${piece.repeat(5_000_000 / piece.length)}`;
    // The best of three: other work on the machine costs processor time here too.
    const times = [1, 2, 3].map(() => {
      const spent = processorTime();
      evened(text);
      return spent();
    });
    expect(Math.min(...times)).toBeLessThan(1000);
  });
});
