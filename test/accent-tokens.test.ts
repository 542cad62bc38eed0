import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { accentColours, hexOf } from "#shared/accent.ts";

const css = readFileSync(join(import.meta.dirname, "../src/web/ui/tokens.css"), "utf8");

/** The colours of each place where a theme is set: light once, dark by system and by switch. */
const blocks = css
  .split(/(?<!prefers-)color-scheme: /)
  .slice(1)
  .filter((block) => !block.includes("--bg: #fff"));

const accent = { hue: 201, chroma: 0.1 };

function drawn(block: string, name: string): readonly [number, number, number] {
  const value = new RegExp(`--${name}: oklch\\((.+?)\\);`).exec(block)?.[1] ?? "";
  const [lightness = 0, chroma = 0, hue = 0] = value
    .replaceAll(/calc\(var\(--accent-c\) \* ([\d.]+)\)/g, (_, part: string) =>
      String(accent.chroma * Number(part)),
    )
    .replaceAll("var(--accent-c)", String(accent.chroma))
    .replaceAll("var(--accent-h)", String(accent.hue))
    .split(" ")
    .map(Number);
  // White has no hue, and the file writes none.
  return [lightness, chroma, hue];
}

it("the colours whose contrast is proven are those the page is drawn with", () => {
  expect(blocks.map((block) => block.slice(0, 5).trim())).toEqual(["light", "dark;", "dark;"]);
  for (const block of blocks) {
    const theme = block.startsWith("light") ? "light" : "dark";
    for (const [name, colour] of Object.entries(accentColours(accent, theme))) {
      expect(drawn(block, name), `${theme} --${name}`).toEqual(colour);
      expect(hexOf(drawn(block, name))).toBe(hexOf(colour));
    }
  }
});
