import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keysOf, type Named, readAccount, runsOf } from "./match-account-number.ts";

const member = (memberId: bigint, memberNo: string): Named[] => {
  const digits = memberNo.replace(/[^0-9]/g, "");
  return [
    { key: memberNo, by: "number", memberId, loanId: null },
    { key: digits, by: "digits", memberId, loanId: null },
  ];
};
const loan = (memberId: bigint, loanId: bigint, key: string): Named => ({
  key,
  by: "number",
  memberId,
  loanId,
});

const register = [
  ...member(1n, "MS1001"),
  ...member(2n, "MS1002"),
  ...member(3n, "KH1002"),
  ...member(4n, "S1007"),
  ...member(5n, "MS1007"),
  loan(1n, 71n, "IL202600417"),
  loan(2n, 72n, "IL202600418"),
];

/** Reads a text as the server does: only the numbers that are keys of the text are found. */
function read(text: string, register_ = register) {
  const runs = runsOf(text);
  const keys = new Set(keysOf(runs));
  return readAccount(
    runs,
    register_.filter(({ key }) => keys.has(key)),
  );
}

describe("an account number", () => {
  it("is read whatever its case, spaces and signs", () => {
    for (const text of ["MS1001", "ms 1001", "Ms-1001", " ms/1001. ", "1001", "ＭＳ１００１"]) {
      expect(read(text), text).toEqual({ memberId: 1n, purpose: null, loanId: null });
    }
  });

  it("is read with the letter O typed for a zero between digits", () => {
    expect(read("MS1OO1")).toMatchObject({ memberId: 1n });
  });

  it("may name a purpose, before or after the number", () => {
    const purposes = {
      "MS1001 S": "share-capital",
      ms1001shares: "share-capital",
      "HISA 1001": "share-capital",
      "1001 amana": "deposits",
      "D MS1001": "deposits",
      MS1001W: "withdrawable",
      "1001 loan": "loan",
    };
    for (const [text, purpose] of Object.entries(purposes)) {
      expect(read(text), text).toEqual({ memberId: 1n, purpose, loanId: null });
    }
  });

  it("may be a loan number, alone or beside its member's", () => {
    const expected = { memberId: 1n, purpose: "loan", loanId: 71n };
    for (const text of ["IL-2026-00417", "il202600417", "MS1001 IL-2026-00417"]) {
      expect(read(text), text).toEqual(expected);
    }
    expect(read("IL-2026-00417 1001")).toEqual(expected);
  });

  it("is unknown with a loan of another member", () => {
    expect(read("MS1001 IL-2026-00418")).toBe("unknown");
  });

  it("is ambiguous if its digits are those of two members", () => {
    expect(read("1002")).toBe("ambiguous");
    expect(read("KH1002")).toMatchObject({ memberId: 3n });
  });

  it("is that of a member before it is one with a purpose", () => {
    expect(read("S1007")).toEqual({ memberId: 4n, purpose: null, loanId: null });
    expect(read("S MS1007")).toEqual({ memberId: 5n, purpose: "share-capital", loanId: null });
  });

  it("is unknown if it contains none of our numbers, or only a part of one", () => {
    for (const text of ["", "...", "WANJIKU", "MS9999", "MS1001 EXTRA", "MS10011", "1"]) {
      expect(read(text), text).toBe("unknown");
    }
    expect(read("A1".repeat(20))).toBe("unknown");
  });

  it("names only a member whose number is written in it", () => {
    const pieces = fc.constantFrom(
      "MS",
      "KH",
      "S",
      "W",
      " ",
      "-",
      "1001",
      "1002",
      "10",
      "LOAN",
      "O",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 6 }), (typed) => {
        const reading = read(typed.join(""));
        if (typeof reading === "string") return;
        const digits = { 1: "1001", 2: "1002", 3: "1002", 4: "1007", 5: "1007" }[
          Number(reading.memberId)
        ];
        expect(
          typed
            .join("")
            .replace(/[^0-9O]/g, "")
            .replaceAll("O", "0"),
        ).toContain(digits);
      }),
    );
  });
});
