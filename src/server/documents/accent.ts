const LIGHTNESS = 0.43;

/** The society's accent as the page draws it, as sRGB: a hue in degrees and a chroma of OKLCH. */
export function accentColour(hue: number, chroma: number): string {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  // The matrices are of Björn Ottosson's Oklab, as CSS Color 4 takes them over.
  const l = (LIGHTNESS + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (LIGHTNESS - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (LIGHTNESS - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linear.map((part) => hexOf(encoded(part))).join("")}`;
}

function encoded(linear: number): number {
  const part = Math.min(1, Math.max(0, linear));
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055;
}

function hexOf(part: number): string {
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, "0");
}
