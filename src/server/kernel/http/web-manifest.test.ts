import { expect, it } from "vitest";
import { paths } from "#shared/page-addresses.ts";
import { statementPaths } from "#shared/statement-addresses.ts";
import { webManifest } from "./web-manifest.ts";

interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly theme_color: string;
  readonly icons: readonly { readonly src: string; readonly purpose?: string }[];
  readonly shortcuts: readonly { readonly url: string }[];
}

const society = {
  id: 1,
  organisationName: "Uzima Hospital Staff Sacco",
  shortName: "Uzima",
  legalName: "",
  postalAddress: "",
  phone: "",
  email: "",
  officeHours: "",
  officeHoursSw: "",
  officePlace: "",
  officePlaceSw: "",
  accentHue: 172,
  accentChroma: 0.078,
  logo: "/society/logo/abc.png",
} as const;

const read = (text: string) => JSON.parse(text) as Manifest;

it("a phone installs the portal under the society's name, with its colour and its logo", () => {
  const manifest = read(webManifest(society, "en"));
  expect(manifest.name).toBe("Uzima Hospital Staff Sacco");
  expect(manifest.short_name).toBe("Uzima");
  expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/);
  expect(read(webManifest({ ...society, accentHue: 20 }, "en")).theme_color).not.toBe(
    manifest.theme_color,
  );
  expect(manifest.icons[0]?.src).toBe("/society/logo/abc.png");
});

it("a phone that cuts icons cuts the society's, or the portal's if it has none", () => {
  const maskable = (text: string) =>
    read(text).icons.flatMap(({ src, purpose }) => (purpose === "maskable" ? [src] : []));
  expect(maskable(webManifest(society, "en"))).toEqual(["/society/icon/abc.png.svg"]);
  expect(maskable(webManifest({ ...society, logo: "" }, "en"))).toEqual(["/icon-512-maskable.png"]);
});

it("a long press on its icon offers a loan, the savings and a payment", () => {
  const { shortcuts } = read(webManifest(society, "en"));
  const urls = [paths.addLoanForm, statementPaths.shareStatement, paths.payIn];
  expect(shortcuts.map(({ url }) => url)).toEqual(urls);
});

it("before the society is set up it has the portal's own name and icons", () => {
  const manifest = read(webManifest(null, "en"));
  expect(manifest.name).toBe("Akiba");
  expect(manifest.icons[0]?.src).toBe("/icon.svg");
});
