import { describe, expect, it } from "vitest";
import { parseMemberNo } from "#shared/member-number.ts";
import { parseTypedAmount } from "#shared/money.ts";
import type { CalendarDate } from "#shared/calendar-date.ts";
import { processorTime } from "#test/processor-time.ts";
import {
  amountCell,
  CellFault,
  memberNoCell,
  mobileCell,
  parseImportedAmount,
  textCell,
} from "./cells.ts";
import { parseDay } from "./days.ts";
import { importFormats } from "./formats.ts";

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
    ["29.02.2024", "2024-02-29"],
    ["29 Feb 2024", "2024-02-29"],
    ["29-February-24", "2024-02-29"],
    ["2 Sept 2024", "2024-09-02"],
    ["7 Machi 2024", "2024-03-07"],
    ["29/02/24", "2024-02-29"],
    ["31/12/49", "2049-12-31"],
    ["31/12/50", "1950-12-31"],
  ])("is read from %s", (text, wanted) => {
    expect(parseDay(text)).toBe(wanted);
  });

  it.each([
    "2023-02-29",
    "31/04/2024",
    "02/31/2024",
    "2024",
    "45351",
    "29/02/23",
    "2024-02-29 x",
    "1 Mai 2024",
  ])("is not read from %s", (text) => {
    expect(parseDay(text)).toBeNull();
  });
});

describe("a text", () => {
  const read = textCell(100);
  const today = "2026-04-14" as CalendarDate;

  it.each([
    ["a bidi control", "Achieng\u202eohdO"],
    ["an isolate", "Achieng\u2066x"],
    ["a zero-width space", "Ach\u200bieng"],
    ["a byte-order mark in the middle", "Ach\ufeffieng"],
    ["a soft hyphen", "Ach\u00adieng"],
    ["a control", "Ach\u0007ieng"],
    ["full-width digits", "\uff11\uff12\uff13"],
    ["Arabic digits", "\u0661\u0662"],
  ])("with %s is an error of its row that names it", (_, text) => {
    const fault = read(text, today);
    expect(fault).toMatchObject({ reason: { code: "cell.unprintable" } });
    expect(JSON.stringify(fault)).not.toMatch(/[\u200b\u202e\u2066\ufeff\u00ad]/u);
  });

  it.each(["Wanjirũ Ng'ang'a", "Zoë", "Box 12, Thika", "أحمد", "O\u2019Brien"])(
    "of letters and plain digits stays unchanged: %s",
    (text) => {
      expect(read(text, today)).toBe(text);
    },
  );

  it("of full-width digits is not a member number, phone or amount either", () => {
    for (const cell of [memberNoCell, mobileCell, amountCell()]) {
      expect(
        cell("\uff10\uff17\uff11\uff12\uff10\uff10\uff10\uff14\uff18\uff12", today),
      ).toBeInstanceOf(CellFault);
    }
  });
});

describe("a cell of a megabyte", () => {
  const long = 1_000_000;
  const hostile = [
    ..." \t\u00a0.,-/()=09aA@'\"\u0301\ufdfa".split("").map((sign) => sign.repeat(long)),
    `1${" ".repeat(long)}x`,
    `KES${" ".repeat(long)}/x`,
    `a@${".".repeat(long)}`,
    `a@${"a.".repeat(long / 2)}@`,
    `1${",000".repeat(long / 4)}.`,
    `${"- ".repeat(long / 2)}x`,
  ];
  const today = "2026-04-14" as CalendarDate;

  it.each(importFormats.map((format) => [format.kind, format] as const))(
    "is judged at once by each column of %s",
    (_, { columns }) => {
      for (const { name, read } of columns) {
        for (const text of hostile) {
          const spent = processorTime();
          read(text, today);
          const about = `${name} ${JSON.stringify(text.slice(0, 8))}`;
          expect(spent(), about).toBeLessThan(1000);
        }
      }
    },
  );

  it("is judged at once as a member number and an amount of a check-off file", () => {
    for (const text of hostile) {
      const spent = processorTime();
      parseMemberNo(text);
      parseTypedAmount(text);
      expect(spent(), JSON.stringify(text.slice(0, 8))).toBeLessThan(1000);
    }
  });
});
