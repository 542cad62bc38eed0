import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smsLength } from "./sms-length.ts";

describe("the length of a text message", () => {
  it.each([
    ["", "gsm-7", 0, 1],
    ["a".repeat(160), "gsm-7", 160, 1],
    ["a".repeat(161), "gsm-7", 161, 2],
    ["a".repeat(306), "gsm-7", 306, 2],
    ["a".repeat(307), "gsm-7", 307, 3],
    ["€".repeat(80), "gsm-7", 160, 1],
    ["€".repeat(81), "gsm-7", 162, 2],
    ["’".repeat(70), "ucs-2", 70, 1],
    ["’".repeat(71), "ucs-2", 71, 2],
    ["’".repeat(134), "ucs-2", 134, 2],
    ["’".repeat(135), "ucs-2", 135, 3],
    ["😀".repeat(35), "ucs-2", 70, 1],
    ["😀".repeat(36), "ucs-2", 72, 2],
  ] as const)("of %j is counted as the network does", (text, alphabet, units, parts) => {
    expect(smsLength(text)).toMatchObject({ alphabet, units, parts });
  });

  it("never cuts an escape or a pair in half at the end of a part", () => {
    // 76 euros are 152 septets; the 77th does not fit into the last septet of the first part.
    expect(smsLength(`${"€".repeat(76)}${"€".repeat(77)}`).parts).toBe(3);
    expect(smsLength("😀".repeat(67)).parts).toBe(3);
  });

  it("has room for all of a text in its parts, and in no fewer", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "€", "’", "😀", "\n"), maxLength: 700 });
    fc.assert(
      fc.property(texts, (text) => {
        const { alphabet, units, parts, left } = smsLength(text);
        const [alone, joined] = alphabet === "gsm-7" ? [160, 153] : [70, 67];
        expect(alphabet).toBe(/[’😀]/u.test(text) ? "ucs-2" : "gsm-7");
        expect(left).toBeGreaterThanOrEqual(0);
        if (parts === 1) expect(units).toBeLessThanOrEqual(alone);
        else {
          expect(units).toBeGreaterThan(alone);
          expect(units + left).toBeLessThanOrEqual(parts * joined);
          // At most one unit of each full part is lost to a character that cannot be split.
          expect(units).toBeGreaterThan((parts - 1) * (joined - 1));
        }
      }),
    );
  });

  it("grows with every letter that is added", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.string({ maxLength: 40 }), (text, more) => {
        expect(smsLength(text + more).parts).toBeGreaterThanOrEqual(smsLength(text).parts);
      }),
    );
  });
});
