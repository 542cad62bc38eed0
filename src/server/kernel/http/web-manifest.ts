import type * as z from "zod/mini";
import { accentColours, hexOf } from "#shared/accent.ts";
import type { header } from "#shared/contract/office/society.ts";
import { paths } from "#shared/page-addresses.ts";
import { statementPaths } from "#shared/statement-addresses.ts";

export type SocietyOnPage = z.output<typeof header.answer>;

const shortcutIcons = [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }];

/**
 * Returns the web app manifest, by which a phone installs the portal: under the society's name, in
 * its colour and with its logo, or the portal's own icons where the society has none.
 */
export function webManifest(society: SocietyOnPage | null): string {
  const { organisationName, shortName } = namesOf(society);
  return JSON.stringify({
    id: "/",
    name: organisationName,
    short_name: shortName,
    description: `See your savings and loans with ${organisationName}`,
    lang: "en-KE",
    start_url: paths.app,
    scope: "/",
    display: "standalone",
    background_color: "#f8f9fa",
    theme_color: society === null ? "#0f5e4a" : accentOf(society),
    icons: [...logoOf(society), ...ownIcons],
    shortcuts: [
      shortcut("Apply Instant Loan", "Loan", paths.addLoanForm),
      shortcut("Deposits/Savings Statement", "Savings", statementPaths.shareStatement),
      shortcut("Pay in", "Pay in", paths.payIn),
    ],
  });
}

/** Returns the society's names, or the portal's own where there is no society yet. */
export function namesOf(society: SocietyOnPage | null) {
  const organisationName = society?.organisationName ?? "Akiba";
  return { organisationName, shortName: society?.shortName || organisationName };
}

const ownIcons = [
  { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-512-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

function accentOf({ accentHue: hue, accentChroma: chroma }: SocietyOnPage): string {
  return hexOf(accentColours({ hue, chroma }, "light").accent);
}

function logoOf(society: SocietyOnPage | null) {
  if (!society?.logo) return [];
  const type = society.logo.endsWith(".png") ? "image/png" : "image/jpeg";
  return [{ src: society.logo, sizes: "any", type }];
}

function shortcut(name: string, short: string, url: string) {
  return { name, short_name: short, url, icons: shortcutIcons };
}
