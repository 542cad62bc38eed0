import { describe, expect, it } from "vitest";
import { parseDay, parseImportedAmount } from "./cells.ts";

describe("an amount", () => {
  it.each([
    ["1000", 100_000n],
    ["1,000.5", 100_050n],
    ["1 000.50", 100_050n],
    ["KES 1,000.00", 100_000n],
    ["Ksh.1,000", 100_000n],
    ["kshs 1,000/=", 100_000n],
    ["1000/-", 100_000n],
    ["-1,000", -100_000n],
    ["KES -1,000", -100_000n],
    ["(1,000.00)", -100_000n],
    ["−5", -500n],
    ["0", 0n],
  ])("is read from %s", (text, wanted) => {
    expect(parseImportedAmount(text, 9)).toBe(wanted);
  });

  it.each([
    "",
    "KES",
    "1.000,00",
    "1,00",
    "10,00.00",
    "1e3",
    "1.005",
    "USD 5",
    "five",
    "1,000.",
    "--5",
    "-(5)",
    "-KES -5",
    "1234567890",
    "٣",
    "=1+1",
    "5 KES",
  ])("is not read from %j", (text) => {
    expect(parseImportedAmount(text, 9)).toBeNull();
  });
});

describe("a day", () => {
  it.each([
    ["2024-02-29", "2024-02-29"],
    ["29/02/2024", "2024-02-29"],
    ["1-2-2024", "2024-02-01"],
    ["2024-02-29T23:59:59Z", "2024-02-29"],
    ["29/02/2024 8:05", "2024-02-29"],
  ])("is read from %s", (text, wanted) => {
    expect(parseDay(text)).toBe(wanted);
  });

  it.each(["2023-02-29", "31/04/2024", "02/31/2024", "2024", "45351", "29/02/24", "2024-02-29 x"])(
    "is not read from %s",
    (text) => {
      expect(parseDay(text)).toBeNull();
    },
  );
});
