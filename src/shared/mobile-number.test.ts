import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMobileNumber, parseMobileNumber } from "./mobile-number.ts";

describe("mobile number", () => {
  it("is the same number however it is written", () => {
    const written = [
      "0712000482",
      "712000482",
      "254712000482",
      "+254712000482",
      "+254 712-000 482",
    ];
    for (const given of written) expect(parseMobileNumber(given)).toBe("+254712000482");
    expect(parseMobileNumber("0110 000 482")).toBe("+254110000482");
  });

  it("rejects landlines, foreign numbers and the wrong count of digits", () => {
    const refused = [
      "",
      "0202000482",
      "+255712000482",
      "071200048",
      "07120004821",
      "abc",
      "+0712000482",
    ];
    for (const given of refused) expect(parseMobileNumber(given)).toBeNull();
  });

  it("reads back what it prints", () => {
    const digits = fc.tuple(fc.constantFrom("7", "1"), fc.integer({ min: 0, max: 99_999_999 }));
    fc.assert(
      fc.property(digits, ([first, rest]) => {
        const mobile = `+254${first}${String(rest).padStart(8, "0")}`;
        return parseMobileNumber(formatMobileNumber(mobile)) === mobile;
      }),
    );
  });
});
