import type { Page } from "@playwright/test";
import { type OwnSociety, test as societyTest } from "./own-society.ts";
import { expect, test } from "./portal.ts";
import {
  expectSpoken,
  expectWhole,
  golden,
  type Language,
  once,
  openSpoken,
  spoken,
  speaking,
} from "./spoken-page.ts";

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
  { name: "change-password-errors", address: "/ChangePassword", isSubmitted: true },
  { name: "verify", address: "/Verify" },
];

test.use({ bypassCSP: speaking.bypassCSP });
societyTest.use(speaking);

for (const language of ["en", "sw"] as const) {
  for (const place of places) {
    test(`${place.name} is spoken in ${language} as written down`, once, async ({ page }) => {
      await open(page, place, language);
      await expectSpoken(page, `${place.name}.${language}`);
    });
  }
}

const [reader, staff] = ["MS1001", "ST9003"];

/** Pages of a member, in groups that take as long as one test may. */
const memberPlaces: Readonly<Record<string, readonly SpokenPlace[]>> = {
  overview: [
    { who: reader, name: "profile", address: "/app" },
    { who: reader, name: "notes", address: "/app/Notes" },
    { who: reader, name: "questions", address: "/app/Questions" },
    { who: reader, name: "privacy", address: "/app/Privacy" },
  ],
  savings: [
    { who: reader, name: "savings", address: "/app/ShareStatement" },
    { who: reader, name: "share-capital", address: "/app/ShareCapital" },
    { who: reader, name: "withdrawable", address: "/app/WithdrawableStatement" },
    { who: reader, name: "contributions", address: "/app/Contributions" },
    { who: reader, name: "pay-in", address: "/app/PayIn" },
    { who: reader, name: "transfer", address: "/app/Transfer" },
    { who: reader, name: "withdraw", address: "/app/Withdraw" },
  ],
  loan: [
    { who: reader, name: "loans", address: "/app/LoanStatement" },
    { who: reader, name: "loan", address: "/app/LoanStatement?loan=DL0318" },
    { who: "MS1009", name: "loan-late", address: "/app/LoanStatement?loan=IL1987" },
    { who: reader, name: "loan-list", address: "/app/LoanList" },
    { who: reader, name: "apply", address: "/app/AddLoanForm" },
  ],
  guarantee: [
    { who: reader, name: "guarantees", address: "/app/GurantorList" },
    { who: reader, name: "guarantee-requests", address: "/app/GuaranteeRequests" },
    { who: "MS1003", name: "no-guarantees", address: "/app/GurantorList" },
  ],
  dividend: [
    { who: reader, name: "dividends", address: "/app/DividendList" },
    { who: reader, name: "split", address: "/app/SplitDividend" },
  ],
  settings: [
    { who: reader, name: "settings", address: "/app/MySettings" },
    { who: reader, name: "monthly-contribution", address: "/app/MySettings?part=contribution" },
    { who: reader, name: "nominees", address: "/app/MySettings?part=nominees" },
    { who: reader, name: "leaving", address: "/app/MySettings?part=leaving" },
    { who: "MS1002", name: "bank-account", address: "/app/BankAccount" },
  ],
};

/** Pages at a desk, with the menu. */
const deskPlaces: readonly SpokenPlace[] = [
  { who: staff, name: "desk-staff", address: "/app/Staff" },
  { who: staff, name: "desk-settings", address: "/app/Settings" },
  { who: staff, name: "desk-notices", address: "/app/Notices" },
];

for (const language of ["en", "sw"] as const) {
  const said = `are spoken in ${language} as written down`;
  for (const [group, walked] of Object.entries(memberPlaces)) {
    societyTest(`the ${group} pages of a member ${said}`, once, async ({ society }) => {
      await walk(society, walked, language);
    });
  }
  societyTest(`the pages of the office ${said}`, { tag: "@wide" }, async ({ society }) => {
    await walk(society, deskPlaces, language);
  });
}

/** Compares each place with its file, in one window for each person. */
async function walk(
  society: OwnSociety,
  walked: readonly SpokenPlace[],
  language: Language,
): Promise<void> {
  const windows = new Map<string, Page>();
  for (const place of walked) {
    const { who = "" } = place;
    const page = windows.get(who) ?? (await society.open(who));
    windows.set(who, page);
    await open(page, place, language);
    await expectSpoken(page, `${place.name}.${language}`);
  }
}

test("a field that loses its label is spoken differently", once, async ({ page }) => {
  await open(page, logInPlace, "en");
  const label = page.locator("main label").first();
  await label.evaluate((element) => element.remove());
  const phrases = await spoken(page);
  expectWhole(phrases);
  expect(golden("log-in.en")).toContain("textbox, Member No");
  expect(phrases).not.toContain("textbox, Member No");
});

async function open(page: Page, place: SpokenPlace, language: Language): Promise<void> {
  await openSpoken(page, place.address, language);
  if (!place.isSubmitted) return;
  await page.locator("main form [type=submit]").click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}
