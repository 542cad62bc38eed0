import type * as z from "zod/mini";
import { accentColours, hexOf } from "#shared/accent.ts";
import type { header } from "#shared/contract/office/society.ts";
import { fill, type InBothLanguages, type Language } from "#shared/language.ts";
import { signedInEn } from "#shared/messages/members/signed-in-en.ts";
import { signedInSw } from "#shared/messages/members/signed-in-sw.ts";
import { ownPayInsEn } from "#shared/messages/pay-ins/own-en.ts";
import { ownPayInsSw } from "#shared/messages/pay-ins/own-sw.ts";
import { statementsEn } from "#shared/messages/statements/statements-en.ts";
import { statementsSw } from "#shared/messages/statements/statements-sw.ts";
import { paths } from "#shared/page-addresses.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { iconAddress } from "#server/kernel/documents/society-icon.ts";

export type SocietyOnPage = z.output<typeof header.answer>;

/** The words of the page that a shortcut opens. */
const words = {
  en: { ...signedInEn.menu, savings: statementsEn.titles.savings, payIn: ownPayInsEn.link },
  sw: { ...signedInSw.menu, savings: statementsSw.titles.savings, payIn: ownPayInsSw.link },
};

const descriptions: InBothLanguages<string> = {
  en: "See your savings and loans with {organisationName}",
  sw: "Ona akiba na mikopo yako katika {organisationName}",
};

const shortcutIcons = [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }];

/**
 * Returns the web app manifest, by which a phone installs the portal under the society's name, in
 * its colour and with its logo (or the portal's own icons if it has no logo). The names of its
 * shortcuts are in the language that the phone asks for.
 */
export function webManifest(society: SocietyOnPage | null, language: Language): string {
  const { organisationName, shortName } = namesOf(society);
  const { applyLoan, savings, payIn, short } = words[language];
  return JSON.stringify({
    id: "/",
    name: organisationName,
    short_name: shortName,
    description: fill(descriptions[language], { organisationName }),
    lang: `${language}-KE`,
    start_url: paths.app,
    scope: "/",
    display: "standalone",
    background_color: "#f8f9fa",
    theme_color: society === null ? "#0f5e4a" : accentOf(society),
    icons: iconsOf(society),
    shortcuts: [
      shortcut(applyLoan, short.loan, paths.addLoanForm),
      shortcut(savings, short.savings, statementPaths.shareStatement),
      shortcut(payIn, payIn, paths.payIn),
    ],
  });
}

/** Returns the society's names, or the portal's own if there is no society yet. */
export function namesOf(society: SocietyOnPage | null) {
  const organisationName = society?.organisationName ?? "Akiba";
  return { organisationName, shortName: society?.shortName || organisationName };
}

const ownIcons = [
  { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
];

const ownMaskable = {
  src: "/icon-512-maskable.png",
  sizes: "512x512",
  type: "image/png",
  purpose: "maskable",
};

function accentOf({ accentHue: hue, accentChroma: chroma }: SocietyOnPage): string {
  return hexOf(accentColours({ hue, chroma }, "light").accent);
}

/** A phone that cuts icons into a shape uses the maskable one, whatever its position. */
function iconsOf(society: SocietyOnPage | null) {
  if (!society?.logo) return [...ownIcons, ownMaskable];
  const type = society.logo.endsWith(".png") ? "image/png" : "image/jpeg";
  const logo = { src: society.logo, sizes: "any", type };
  const src = iconAddress(society.logo);
  return [logo, { src, sizes: "any", type: "image/svg+xml", purpose: "maskable" }, ...ownIcons];
}

function shortcut(name: string, short: string, url: string) {
  return { name, short_name: short, url, icons: shortcutIcons };
}
