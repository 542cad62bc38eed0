import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accentChroma, contrastOf, type Lch } from "#shared/accent.ts";

/** The contrast that WCAG 2.2 AAA requires of text, and Akiba of figures in any size. */
const FIGURE_CONTRAST = 7;

const web = join(import.meta.dirname, "../src/web");
const styleSheets = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".css"),
);
const neutral = ["bg", "surface", "surface-2"];
const soft = ["accent-soft", "ok-soft", "warn-soft", "bad-soft", "info-soft"];

/** The colours of figures, each with the surfaces under it. */
const surfacesOf: Readonly<Record<string, readonly string[]>> = {
  ink: [...neutral, "surface-3", ...soft],
  "ink-2": [...neutral, "surface-3", ...soft],
  // A late, missing or negative figure, on a page, in a row under the pointer, and in its badge.
  ok: [...neutral, "ok-soft"],
  warn: [...neutral, "warn-soft"],
  bad: [...neutral, "bad-soft"],
  info: [...neutral, "info-soft"],
  // A figure that is a link, and one on a button, in the society's own colour.
  "accent-ink": [...neutral, "accent-soft"],
  "on-accent": ["accent", "accent-hover"],
  "on-panel": ["panel"],
  "on-panel-2": ["panel"],
};

interface Accent {
  readonly hue: number;
  readonly chroma: number;
}

const hues = Array.from({ length: 36 }, (_, at) => at * 10);
const chromas = [accentChroma.least, 0.078, 0.1, accentChroma.most];
const accents = hues.flatMap((hue) => chromas.map((chroma): Accent => ({ hue, chroma })));

/** The tokens of each place where a theme is set: light once, dark by system and by switch. */
const themes = readFileSync(join(web, "ui/tokens.css"), "utf8")
  .split(/(?<!prefers-)color-scheme: /)
  .slice(1)
  .filter((block) => !block.includes("--bg: #fff"))
  .map((block) => ({ theme: block.slice(0, block.indexOf(";")), tokens: tokensOf(block) }));

function tokensOf(block: string): ReadonlyMap<string, string> {
  const found = block.matchAll(/--([\w-]+): oklch\((.+?)\);/g);
  return new Map([...found].map(([, name = "", value = ""]) => [name, value]));
}

function colourOf(value: string, { hue, chroma }: Accent): Lch {
  const [lightness = Number.NaN, c = Number.NaN, h = Number.NaN] = value
    .replaceAll(/calc\(var\(--accent-c\) \* ([\d.]+)\)/g, (_, part) => `${chroma * Number(part)}`)
    .replaceAll("var(--accent-c)", String(chroma))
    .replaceAll("var(--accent-h)", String(hue))
    .split(" ")
    .map(Number);
  return [lightness, c, h];
}

function worstOf(tokens: ReadonlyMap<string, string>, front: string, back: string): number {
  const [ink = "", surface = ""] = [tokens.get(front), tokens.get(back)];
  const society = `${ink}${surface}`.includes("accent") ? accents : accents.slice(0, 1);
  return Math.min(...society.map((one) => contrastOf(colourOf(ink, one), colourOf(surface, one))));
}

const pairs = themes.flatMap(({ theme, tokens }) =>
  Object.entries(surfacesOf).flatMap(([front, backs]) =>
    backs.map((back) => ({ theme, front, back, tokens })),
  ),
);

describe("figures", () => {
  it("are computed in light, and in dark by system and by switch", () => {
    expect(themes.map(({ theme }) => theme)).toEqual(["light", "dark", "dark"]);
  });

  it.each(pairs)("keep 7 to 1 in $theme: --$front on --$back", ({ front, back, tokens }) => {
    expect(worstOf(tokens, front, back)).toBeGreaterThanOrEqual(FIGURE_CONTRAST);
  });

  it("have no other colour in any style sheet", () => {
    const ofFigures = /\.(?:money|unit|cents|big|middle|amount|figures?|howMuch|balance|tag)\b/;
    const coloured = styleSheets.flatMap((file) => {
      const rules = readFileSync(join(web, file), "utf8").matchAll(/([^{}]+)\{([^{}]*)\}/g);
      return [...rules].flatMap(([, selector = "", body = ""]) => {
        const colour = /(?:^|[\s;])color: var\(--([\w-]+)\)/.exec(body)?.[1];
        const isLabel = /(?:dt|h2|p|small|svg|::before)$/.test(selector.trim());
        if (colour === undefined || isLabel || !ofFigures.test(selector)) return [];
        return [{ file, selector: selector.trim(), colour }];
      });
    });
    expect(coloured.map(({ file }) => file)).toContain("ui/money.module.css");
    expect(coloured.filter(({ colour }) => !(colour in surfacesOf))).toEqual([]);
  });
});
