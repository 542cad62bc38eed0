import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** Roboto: its figures all have one width, and it has every letter of Kenyan names. */
const read = (file: string) => readFileSync(resolve(`@expo-google-fonts/roboto/${file}`));

/** The two typefaces of a document, read once from their package. */
export const faces = {
  regular: read("400Regular/Roboto_400Regular.ttf"),
  semibold: read("600SemiBold/Roboto_600SemiBold.ttf"),
} as const;

export type Face = keyof typeof faces;

interface Glyph {
  readonly advanceWidth: number;
}

interface Run {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly object[];
  readonly advanceWidth: number;
}

/** The part of pdfkit's embedded font that lays out text, which is missing from its types. */
interface LaidOut {
  readonly scale: number;
  readonly font: { glyphForCodePoint(point: number): Glyph };
  layoutCached(text: string): Run;
}

/**
 * Lays out words with figures character by character. They are many and all different, so caching
 * each one, as pdfkit does, fills the memory; figures have no kerning pairs anyway.
 */
export function hastenFigures(font: unknown): void {
  const laidOut = font as LaidOut;
  const whole = laidOut.layoutCached.bind(laidOut);
  const signs = new Map<string, { glyph: Glyph; position: object; width: number }>();
  const signOf = (sign: string) => {
    const known = signs.get(sign);
    if (known) return known;
    const glyph = laidOut.font.glyphForCodePoint(sign.codePointAt(0) ?? 0);
    const width = glyph.advanceWidth * laidOut.scale;
    const position = { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };
    const made = { glyph, position, width };
    signs.set(sign, made);
    return made;
  };
  laidOut.layoutCached = (text) => {
    if (!/^[\x20-\x7e−]*\d[\x20-\x7e−]*$/.test(text)) return whole(text);
    const found = [...text].map(signOf);
    return {
      glyphs: found.map(({ glyph }) => glyph),
      positions: found.map(({ position }) => position),
      advanceWidth: found.reduce((sum, { width }) => sum + width, 0),
    };
  };
}
