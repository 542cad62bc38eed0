/** A society's colour: a hue in degrees and a strength, the chroma of OKLCH. Lightness is ours. */
export interface Accent {
  readonly hue: number;
  readonly chroma: number;
}

/**
 * The permitted strength of an accent: below it colours are grey, above it screens show them
 * differently.
 */
export const accentChroma = { least: 0.06, most: 0.13 } as const;

export type Theme = "light" | "dark";

export type Lch = readonly [lightness: number, chroma: number, hue: number];

/**
 * Every colour that contains the accent or has it as background, as in ui/tokens.css. A test keeps
 * the two the same.
 */
export function accentColours({ hue: h, chroma: c }: Accent, theme: Theme) {
  const light = {
    bg: [0.982, 0.002, 250],
    surface: [1, 0, 0],
    "surface-2": [0.969, 0.003, 250],
    ink: [0.23, 0.012, 255],
    accent: [0.42, c, h],
    "accent-hover": [0.365, c, h],
    "on-accent": [0.99, 0.005, h],
    "accent-ink": [0.395, c, h],
    "accent-soft": [0.955, c * 0.24, h],
    panel: [0.33, c * 0.78, h],
    "on-panel": [0.985, 0.008, h],
    "on-panel-2": [0.865, 0.035, h],
  } as const satisfies Record<string, Lch>;
  const dark = {
    bg: [0.176, 0.006, 255],
    surface: [0.212, 0.007, 255],
    "surface-2": [0.244, 0.008, 255],
    ink: [0.952, 0.004, 255],
    accent: [0.8, c, h],
    "accent-hover": [0.86, c, h],
    "on-accent": [0.205, 0.03, h],
    "accent-ink": [0.83, c, h],
    "accent-soft": [0.282, c * 0.42, h],
    panel: [0.3, c * 0.6, h],
    "on-panel": [0.965, 0.012, h],
    "on-panel-2": [0.85, 0.035, h],
  } as const satisfies Record<string, Lch>;
  return (theme === "light" ? light : dark) satisfies Record<string, Lch>;
}

type ColourName = keyof ReturnType<typeof accentColours>;

/** Pairs of text and background colours, wherever the accent is in use. */
const readUpon: readonly (readonly [front: ColourName, back: ColourName])[] = [
  ["accent-ink", "bg"],
  ["accent-ink", "surface"],
  ["accent-ink", "surface-2"],
  ["accent-ink", "accent-soft"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  ["accent", "bg"],
  ["accent", "surface"],
  ["accent", "surface-2"],
  ["accent", "accent-soft"],
  ["ink", "accent-soft"],
  ["on-panel", "panel"],
  ["on-panel-2", "panel"],
];

/** The least contrast that WCAG 2.2 AA requires of text. */
export const MIN_CONTRAST = 4.5;

/** The worst contrast of all uses of an accent in both themes, by WCAG's formula. */
export function worstContrast(accent: Accent): number {
  const found = (["light", "dark"] as const).flatMap((theme) => {
    const colours = accentColours(accent, theme);
    return readUpon.map(([front, back]) => contrastOf(colours[front], colours[back]));
  });
  return Math.min(...found);
}

/**
 * The contrast of two colours of OKLCH by WCAG's formula, on the screen that shows the least
 * contrast.
 */
export function contrastOf(front: Lch, back: Lch): number {
  // Screens that are limited to sRGB clip a strong colour; better ones do not.
  const found = [clipped, unclipped].map((shown) =>
    contrast(luminance(shown(front)), luminance(shown(back))),
  );
  return Math.min(...found);
}

function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function luminance([red, green, blue]: Linear): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Linear = readonly [number, number, number];

/** Linear sRGB; parts below zero or above one are outside sRGB. */
function unclipped([lightness, chroma, hue]: Lch): Linear {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  // The matrices are those of Björn Ottosson's Oklab, as adopted by CSS Color 4.
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function clipped(colour: Lch): Linear {
  const [red, green, blue] = unclipped(colour).map((part) => Math.min(1, Math.max(0, part)));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

/** A colour of the accent's family as sRGB, such as #1a5c4b. */
export function hexOf(colour: readonly [number, number, number]): string {
  const parts = clipped(colour).map((part) =>
    Math.round(encoded(part) * 255)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${parts.join("")}`;
}

function encoded(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function decoded(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Below this a colour is grey, and its hue results only from rounding. */
const GREYEST = 0.02;

export interface FittedAccent extends Accent {
  /** The changes made to the colour's strength. */
  readonly made: "as-is" | "stronger" | "weaker";
}

/**
 * Turns a society's own colour, such as #006b3f, into an accent: its hue unchanged, its strength as
 * near as allowed. Null for an invalid colour or a grey, which has no hue.
 */
export function fitAccent(hex: string): FittedAccent | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (digits === undefined) return null;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) =>
    decoded(Number.parseInt(digits.slice(at, at + 2), 16) / 255),
  );
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const chroma = Math.hypot(a, b);
  if (chroma < GREYEST) return null;
  const hue = Math.round((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
  const { least, most } = accentChroma;
  const fitted = Math.round(Math.min(most, Math.max(least, chroma)) * 1000) / 1000;
  return { hue, chroma: fitted, made: madeOf(chroma) };
}

function madeOf(chroma: number): FittedAccent["made"] {
  if (chroma < accentChroma.least - 0.0005) return "stronger";
  return chroma > accentChroma.most + 0.0005 ? "weaker" : "as-is";
}
