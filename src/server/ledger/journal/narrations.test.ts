import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monthNames } from "#shared/written-days.ts";
import { narrationsEn } from "#shared/messages/ledger/narrations-en.ts";
import { type NarrationName, readNarration } from "#shared/narrations.ts";
import { narrationInSql, narrationOf } from "./narrations.ts";

const names = Object.keys(narrationsEn) as NarrationName[];
const placesOf = (name: NarrationName) =>
  [...narrationsEn[name].matchAll(/\{(\w+)\}/g)].map(([, place = ""]) => place);

const code = fc.stringMatching(/^[A-Z0-9][A-Z0-9/_-]{0,19}$/);
const year = fc.integer({ min: 2000, max: 2099 }).map(String);
const month = fc.constantFrom(...monthNames.en);
const written = fc.tuple(month, fc.boolean(), year).map(([name, isShort, of]) => {
  return `${isShort ? name.slice(0, 3) : name} ${of}`;
});
const simple = { loanNo: code, memberNo: code, accountNo: code, receiptNo: code, reference: code };
const plain: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...simple,
  year,
  month: written,
  product: fc.constantFrom("Instant", "Development", "School fees"),
  bill: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 /-]{0,18}[A-Za-z0-9]$/),
};

/** The values of a narration; one in another is without one itself. */
function valuesOf(name: NarrationName): fc.Arbitrary<Readonly<Record<string, string>>> {
  const given = placesOf(name).map((place) => [place, plain[place] ?? innermost] as const);
  return fc.record(Object.fromEntries(given));
}

const innermost: fc.Arbitrary<string> = fc
  .constantFrom(...names.filter((name) => !placesOf(name).includes("narration")))
  .chain((name) => valuesOf(name).map((values) => narrationOf(name, values)));

describe("a standard narration", () => {
  it.each(names)("%s is recognised by what it was written from", (name) => {
    fc.assert(
      fc.property(valuesOf(name), (values) => {
        expect(readNarration(narrationOf(name, values))).toEqual({ name, values });
      }),
    );
  });

  it("is written by SQL as by the server", () => {
    const values = { narration: narrationInSql("dividend", { year: "'2025'" }), loanNo: "'LN-1'" };
    expect(narrationInSql("toLoan", values)).toBe(
      "'Dividend for ' || '2025' || ', to loan ' || 'LN-1'",
    );
  });

  it("needs all its values", () => {
    expect(() => narrationOf("loanRepaid")).toThrow(/loanNo/);
    expect(() => narrationInSql("loanRepaid")).toThrow(/loanNo/);
  });

  it("of a reversal may be of words with braces that somebody typed", () => {
    const values = { narration: "Rent of {month}" };
    expect(readNarration(narrationOf("reversed", values))).toEqual({ name: "reversed", values });
  });
});

describe("what a person typed", () => {
  it.each([
    "Cash",
    "Check-off",
    "Check-off, March",
    "Check-off January 2024",
    "Dividend for 2025, to my wife",
    "Rent, paid in cash",
    "Repayment of loan",
    "Withdrawal for fees",
    "repayment of loan LN-1",
    "=HYPERLINK(1)",
    "",
  ])("%j is not a standard narration", (typed) => {
    expect(readNarration(typed)).toBeNull();
  });
});
