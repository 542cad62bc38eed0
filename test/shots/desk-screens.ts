import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";

const seenLoans = (page: Page) => page.locator("a[data-loan]").first().waitFor();

const openLoan = (stage: string) => async (page: Page) => {
  await page.goto(`/app/LoanQueue?stage=${stage}`, { waitUntil: "networkidle" });
  await page.locator("a[data-loan]").first().click();
  await page.getByRole("heading", { name: /Progress|Maendeleo/ }).waitFor();
};

async function openGuaranteed(page: Page): Promise<void> {
  await page.goto("/app/LoanQueue?search=MS1009", { waitUntil: "networkidle" });
  await page.locator("a[data-loan]").first().click();
  await page.getByRole("heading", { name: /Guarantors of this loan|Wadhamini wa/ }).waitFor();
}

async function amendLoan(page: Page): Promise<void> {
  await openLoan("to-approve")(page);
  await page.getByRole("link", { name: "Amend the amount" }).click();
  await page.getByLabel("Amount", { exact: true }).fill("10,000");
}

/** The staff's loan desk. */
export const deskScreens: readonly Screen[] = [
  { name: "desk-queue", path: "/app/LoanQueue", as: "officer", after: seenLoans },
  {
    name: "desk-queue-walked",
    path: "/app/LoanQueue",
    as: "officer",
    after: async (page) => {
      await seenLoans(page);
      await page.keyboard.press("j");
    },
  },
  { name: "desk-queue-kiswahili", path: "/app/LoanQueue", as: "officer", after: speakKiswahili },
  { name: "desk-queue-empty", path: "/app/LoanQueue?stage=withdrawn", as: "clerk" },
  { name: "desk-queue-declined", path: "/app/LoanQueue?stage=declined", as: "clerk" },
  { name: "desk-queue-none", path: "/app/LoanQueue?search=nobody", as: "clerk" },
  {
    name: "desk-queue-loading",
    path: "/app/LoanQueue",
    as: "officer",
    after: keepLoading("**/api/v1/instant-loans"),
  },
  {
    name: "desk-queue-failed",
    path: "/app/LoanQueue",
    as: "officer",
    before: abort("**/api/v1/instant-loans"),
    after: seen("The queue could not be loaded"),
  },
  {
    name: "desk-application",
    path: "/app/LoanQueue",
    as: "officer",
    after: openLoan("to-approve"),
  },
  {
    name: "desk-application-guarantors",
    path: "/app/LoanQueue",
    as: "officer",
    after: openGuaranteed,
  },
  {
    name: "desk-application-guarantors-kiswahili",
    path: "/app/LoanQueue",
    as: "officer",
    after: async (page) => {
      await openGuaranteed(page);
      await speakKiswahili(page);
    },
  },
  {
    name: "desk-application-disburse",
    path: "/app/LoanQueue",
    as: "administrator",
    after: openLoan("to-disburse"),
  },
  {
    name: "desk-application-approver",
    path: "/app/LoanQueue",
    as: "officer",
    after: openLoan("to-disburse"),
  },
  {
    name: "desk-application-kiswahili",
    path: "/app/LoanQueue",
    as: "officer",
    after: async (page) => {
      await openLoan("to-approve")(page);
      await speakKiswahili(page);
    },
  },
  {
    name: "desk-application-declined",
    path: "/app/LoanQueue",
    as: "clerk",
    after: openLoan("declined"),
  },
  { name: "desk-repayment-waits", path: "/app/LoanApplication?loan=DL0251", as: "treasurer" },
  { name: "desk-application-unknown", path: "/app/LoanApplication?loan=NONE", as: "clerk" },
  { name: "desk-update-find", path: "/app/UpdateLoanData", as: "clerk" },
  { name: "desk-update", path: "/app/LoanQueue", as: "clerk", after: amendLoan },
];
