import type { Page } from "@playwright/test";
import { expect, test } from "./portal.ts";
import { expectGolden, golden, spoken } from "./spoken-page.ts";

type Language = "en" | "sw";

interface SpokenPlace {
  readonly name: string;
  readonly address: string;
  /** Whether the form is submitted empty, so that each error is read beside its field. */
  readonly isSubmitted?: boolean;
}

const logInPlace: SpokenPlace = { name: "log-in", address: "/Login" };
const places: readonly SpokenPlace[] = [
  logInPlace,
  { name: "log-in-errors", address: "/Login", isSubmitted: true },
  { name: "sign-up-errors", address: "/SignUp", isSubmitted: true },
  { name: "verify", address: "/Verify" },
];

// The reader is a script that the portal's policy would not allow.
test.use({ bypassCSP: true });

for (const language of ["en", "sw"] as const) {
  for (const place of places) {
    test(`${place.name} is spoken in ${language} as written down @narrow`, async ({ page }) => {
      await open(page, place, language);
      expectGolden(`${place.name}.${language}`, await spoken(page));
    });
  }
}

test("a field that loses its label is spoken differently @narrow", async ({ page }) => {
  await open(page, logInPlace, "en");
  const label = page.locator("main label").first();
  await label.evaluate((element) => element.remove());
  const phrases = await spoken(page);
  expect(golden("log-in.en")).toContain("textbox, Member No");
  expect(phrases).not.toContain("textbox, Member No");
});

async function open(page: Page, place: SpokenPlace, language: Language): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.addInitScript((chosen) => localStorage.setItem("language", chosen), language);
  await page.goto(place.address);
  await page.getByRole("heading", { level: 1 }).waitFor();
  if (!place.isSubmitted) return;
  await page.locator("main form [type=submit]").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}
