import type { Page } from "@playwright/test";
import { type OwnSociety, test as societyTest } from "./own-society.ts";
import { expect, test } from "./portal.ts";
import { expectGolden, golden, spoken } from "./spoken-page.ts";

type Language = "en" | "sw";

interface SpokenPlace {
  readonly name: string;
  readonly address: string;
  /** Whether the form is submitted empty, so that each error is read beside its field. */
  readonly isSubmitted?: boolean;
  /** The person who opens it. */
  readonly who?: string;
}

const logInPlace: SpokenPlace = { name: "log-in", address: "/Login" };
const places: readonly SpokenPlace[] = [
  logInPlace,
  { name: "log-in-errors", address: "/Login", isSubmitted: true },
  { name: "sign-up-errors", address: "/SignUp", isSubmitted: true },
  { name: "verify", address: "/Verify" },
];

/** At a phone's width alone: a desk shows the same with more in the menu. */
const once = { tag: "@narrow" };

// The reader is a script that the portal's policy would not allow.
test.use({ bypassCSP: true });
societyTest.use({ bypassCSP: true });

for (const language of ["en", "sw"] as const) {
  for (const place of places) {
    test(`${place.name} is spoken in ${language} as written down`, once, async ({ page }) => {
      await open(page, place, language);
      expectGolden(`${place.name}.${language}`, await spoken(page));
    });
  }
}

/** Pages of a member on which no day and no figure changes what there is to say. */
const memberPlaces: readonly SpokenPlace[] = [
  { who: "MS1001", name: "apply", address: "/app/AddLoanForm" },
  { who: "MS1001", name: "pay-in", address: "/app/PayIn" },
  { who: "MS1001", name: "questions", address: "/app/Questions" },
  { who: "MS1001", name: "settings", address: "/app/MySettings" },
  { who: "MS1001", name: "notes", address: "/app/Notes" },
  { who: "MS1003", name: "no-guarantees", address: "/app/GurantorList" },
];

/** The same at a desk. */
const deskPlaces: readonly SpokenPlace[] = [
  { who: "ST9003", name: "desk-staff", address: "/app/Staff" },
  { who: "ST9003", name: "desk-settings", address: "/app/Settings" },
  { who: "ST9003", name: "desk-notices", address: "/app/Notices" },
];

for (const language of ["en", "sw"] as const) {
  const said = `are spoken in ${language} as written down`;
  societyTest(`the pages of a member ${said}`, once, async ({ society }) => {
    await walk(society, memberPlaces, language);
  });
  societyTest(`the pages of the office ${said}`, { tag: "@wide" }, async ({ society }) => {
    await walk(society, deskPlaces, language, withoutMenu);
  });
}

/** Compares each place with its file, in one window for each person. */
async function walk(
  society: OwnSociety,
  walked: readonly SpokenPlace[],
  language: Language,
  part = (phrases: readonly string[]) => phrases,
): Promise<void> {
  const windows = new Map<string, Page>();
  for (const place of walked) {
    const { who = "" } = place;
    const page = windows.get(who) ?? (await society.open(who));
    windows.set(who, page);
    await open(page, place, language);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    expectGolden(`${place.name}.${language}`, masked(part(await spoken(page))));
  }
}

/** Leaves out the menu of the office, whose counts of waiting work come and go with the day. */
function withoutMenu(phrases: readonly string[]): string[] {
  const begin = phrases.findIndex((phrase) => phrase.startsWith("navigation, "));
  const end = phrases.findIndex((phrase) => phrase.startsWith("end of navigation, "));
  return phrases.toSpliced(begin, end - begin + 1);
}

const MONTH = /\b(Jan|Feb|Mar|Apr|May|Mei|Jun|Jul|Aug|Ago|Sep|Oct|Okt|Nov|Dec|Des)\b/g;
/** Figures, but not those of a heading's level and an item's place. */
const FIGURE = /(?<!\b(?:level|position|size) )(?<!\d)\d(?:[\d,.:]*\d)?/g;

/** Puts a place for each figure and each month, which change from day to day. */
function masked(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => phrase.replace(FIGURE, "#").replace(MONTH, "{month}"));
}

test("a field that loses its label is spoken differently", once, async ({ page }) => {
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
