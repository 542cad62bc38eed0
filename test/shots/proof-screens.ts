import type { Page } from "@playwright/test";
import { abort, type Screen, seen, speakKiswahili } from "./arrange.ts";

/** The account of an entry, opened from the trial balance. */
async function openEntry(page: Page): Promise<void> {
  await page.getByRole("row").getByRole("link").first().click();
  await page.getByRole("heading", { name: /^Entry/ }).waitFor();
}

async function verify(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Verify the chain" }).click();
  await page.getByText("records are intact").waitFor();
}

const books = "/app/Books";
const deposits = `${books}?part=account&account=member-deposits&from=2026-10-01`;

export const proofScreens: Screen[] = [
  { name: "books", path: books, as: "administrator" },
  { name: "books-kiswahili", path: books, as: "administrator", after: speakKiswahili },
  {
    name: "books-failed",
    path: books,
    as: "administrator",
    before: abort("**/books/trial-balance*"),
    after: seen("could not be loaded"),
  },
  { name: "books-account", path: deposits, as: "administrator" },
  { name: "books-entry", path: deposits, as: "administrator", after: openEntry },
  { name: "books-chart", path: `${books}?part=chart`, as: "administrator" },
  {
    name: "books-chart-failed",
    path: `${books}?part=chart`,
    as: "administrator",
    before: abort("**/books/chart*"),
    after: seen("could not be loaded"),
  },
  { name: "books-controls", path: `${books}?part=controls`, as: "administrator" },
  { name: "books-totals", path: `${books}?part=totals&member=MS1001`, as: "administrator" },
  { name: "books-runs", path: `${books}?part=runs`, as: "administrator" },
  { name: "books-months", path: `${books}?part=months`, as: "administrator" },
  { name: "books-exports", path: `${books}?part=exports`, as: "administrator" },
  {
    name: "books-exports-kiswahili",
    path: `${books}?part=exports`,
    as: "administrator",
    after: speakKiswahili,
  },
  { name: "audit-log", path: "/app/Audit", as: "administrator", after: verify },
];
