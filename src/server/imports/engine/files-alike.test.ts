import { describe, expect, test } from "vitest";
import { fewestRowsAlike, looksLike, RowDigests, rowsInBoth } from "./files-alike.ts";

type Row = readonly (string | null)[];

function rowSet(rows: readonly Row[], scope: readonly string[] = ["entries"]) {
  const digests = new RowDigests(scope);
  for (const row of rows) digests.add(row);
  return digests.finish();
}

const members = Array.from({ length: 100 }, (_, at): Row => [`M${at}`, "300000", null]);

describe("a set of rows", () => {
  test("is the same in another order, with other capitals, widths and blanks", () => {
    const one = rowSet([
      ["M1", "Wanjiru  Kamau", null],
      ["M2", "Otieno", ""],
    ]);
    const other = rowSet([
      ["M2", " OTIENO ", ""],
      ["Ｍ1", "wanjiru kamau", null],
    ]);
    expect(other).toEqual(one);
  });

  test("differs by a value, a missing value, a repeated row and its scope", () => {
    const { digest } = rowSet([["M1", "3000", null]]);
    const others = [
      rowSet([["M1", "3001", null]]),
      rowSet([["M1", "3000", ""]]),
      rowSet([["M1,3000", null]]),
      rowSet([
        ["M1", "3000", null],
        ["M1", "3000", null],
      ]),
      rowSet([["M1", "3000", null]], ["check-off", "2026-11"]),
    ];
    expect(others.map((other) => other.digest)).not.toContain(digest);
    expect(new Set(others.map((other) => other.digest)).size).toBe(others.length);
  });

  test("looks like an earlier one of any length that has nine in ten of its rows", () => {
    const earlier = rowSet(members).packed;
    const changed = (many: number) =>
      rowSet(members.map((row, at): Row => (at < many ? [row[0] ?? null, "1", null] : row)));
    expect(rowsInBoth(changed(10).packed, earlier)).toBe(90);
    expect(looksLike(changed(10).packed, earlier)).toBe(true);
    expect(looksLike(changed(11).packed, earlier)).toBe(false);
    expect(looksLike(rowSet(members.slice(0, 3)).packed, earlier)).toBe(true);
    expect(fewestRowsAlike(100)).toBe(90);
  });

  test("never looks like one of another month, nor does an empty one", () => {
    const november = rowSet(members, ["check-off", "2026-11"]).packed;
    const december = rowSet(members, ["check-off", "2026-12"]).packed;
    expect(rowsInBoth(december, november)).toBe(0);
    expect(looksLike(rowSet([]).packed, november)).toBe(false);
  });

  test("counts a repeated row as often as the earlier file has it", () => {
    const twice = rowSet([["M1"], ["M1"], ["M2"]]).packed;
    expect(rowsInBoth(twice, rowSet([["M1"], ["M2"]]).packed)).toBe(2);
    expect(rowsInBoth(twice, twice)).toBe(3);
  });
});
