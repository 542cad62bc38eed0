import type { Snapshot } from "#server/kernel/platform/database.ts";
import { logoAt, logoPath } from "./society-logo.ts";

/** The address of the society's icon; it contains the digest of the logo that is in it. */
export const iconPath = "/society/icon/:file";

const folderOf = (path: string): string => path.replace(":file", "");

/** The address of the icon with a logo, by the address of the logo. */
export function iconAddress(logo: string): string {
  return `${logo.replace(folderOf(logoPath), folderOf(iconPath))}.svg`;
}

/** The icon at an address; null if there is no such logo. */
export async function iconAt(snapshot: Snapshot, file: string) {
  const logo = file.endsWith(".svg") ? await logoAt(snapshot, file.slice(0, -".svg".length)) : null;
  return logo && { mediaType: "image/svg+xml", content: Buffer.from(iconWith(logo)) };
}

type Logo = NonNullable<Awaited<ReturnType<typeof logoAt>>>;

const SIDE = 512;
/** A phone cuts an icon into any shape that has in it the circle of four fifths of its width. */
const LOGO_SIDE = 2 * Math.floor((SIDE * 0.4) / Math.SQRT2);

function iconWith({ mediaType, content }: Logo): string {
  const from = (SIDE - LOGO_SIDE) / 2;
  const logo = `data:${mediaType};base64,${content.toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">
  <rect width="${SIDE}" height="${SIDE}" fill="#fff"/>
  <image x="${from}" y="${from}" width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="${logo}"/>
</svg>
`;
}
