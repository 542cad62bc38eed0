import * as fc from "fast-check";
import { expect, it } from "vitest";
import { formatCaseNumber, parseCaseNumber } from "./case-number.ts";

it("a case number is read back as it was written, with or without its prefix", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 999_999_999n }), (id) => {
      const number = formatCaseNumber(id);
      expect(number).toMatch(/^Q-\d{6,}$/);
      for (const written of [number, number.toLowerCase(), ` ${number} `, String(id)]) {
        expect(parseCaseNumber(written)).toBe(id);
      }
    }),
  );
});

it.each(["", "Q-", "Q-0", "LN-1", "Q-1a", "１２", "Q-9999999999999999"])(
  "%j is not a case number",
  (given) => {
    expect(parseCaseNumber(given)).toBeNull();
  },
);
