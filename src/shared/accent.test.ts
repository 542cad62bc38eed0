import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  accentChroma,
  accentColours,
  fitAccent,
  hexOf,
  MIN_CONTRAST,
  worstContrast,
} from "./accent.ts";

const accents = fc.record({
  hue: fc.integer({ min: 0, max: 360 }),
  chroma: fc
    .integer({ min: accentChroma.least * 1000, max: accentChroma.most * 1000 })
    .map((thousandths) => thousandths / 1000),
});

describe("the society's accent", () => {
  it("keeps WCAG AA on every use in light and dark, whatever colour a society chooses", () => {
    fc.assert(
      fc.property(accents, (accent) => {
        expect(worstContrast(accent)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
      { numRuns: 2000 },
    );
  });

  it("is as strong as allowed whatever colour is typed, and reports what it changed", () => {
    const typed = fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(6, "0"));
    fc.assert(
      fc.property(typed, (hex) => {
        const fitted = fitAccent(`#${hex}`);
        if (fitted === null) return;
        expect(fitted.chroma).toBeGreaterThanOrEqual(accentChroma.least);
        expect(fitted.chroma).toBeLessThanOrEqual(accentChroma.most);
        expect(fitted.hue).toBeGreaterThanOrEqual(0);
        expect(fitted.hue).toBeLessThan(360);
        expect(worstContrast(fitted)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      }),
      { numRuns: 2000 },
    );
  });

  it("is read back from its own colour unchanged", () => {
    fc.assert(
      fc.property(accents, (accent) => {
        const colour = hexOf(accentColours(accent, "light").accent);
        const fitted = fitAccent(colour);
        // A colour that sRGB does not have was clipped, and comes back as the one that was shown.
        if (fitted === null || hexOf(accentColours(fitted, "light").accent) !== colour) return;
        expect(Math.abs(((fitted.hue - accent.hue + 540) % 360) - 180)).toBeLessThanOrEqual(30);
      }),
    );
  });

  it.each([
    ["#000000", null],
    ["#ffffff", null],
    ["#7f8080", null],
    ["green", null],
    ["#0a6", null],
  ])("accepts no hue from %s", (typed, expected) => {
    expect(fitAccent(typed)).toBe(expected);
  });

  it.each([
    ["#006b3f", "as-is"],
    ["#e30613", "weaker"],
    ["#5f6b66", null],
    ["#4a6659", "stronger"],
  ] as const)("takes %s over %s", (typed, made) => {
    expect(fitAccent(typed)?.made ?? null).toBe(made);
  });
});
