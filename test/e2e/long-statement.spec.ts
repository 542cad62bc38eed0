import type { Page } from "@playwright/test";
import { expect, signedInTest as test } from "./portal.ts";

const COUNT = 20_000;

/** Thirty years of weekly rows, many times over; no member of the demo has so many. */
async function openLong(page: Page, rows = COUNT): Promise<void> {
  await page.route("**/statements/savings?**", async (route) => {
    const movements = Array.from({ length: rows }, (_, index) => ({
      id: String(index),
      date: "2026-01-02",
      narration: `Check-off, week ${index + 1}`,
      reference: `PCO-${index + 1}`,
      receipt: "",
      amount: 100,
      balance: (index + 1) * 100,
    }));
    const closing = rows * 100;
    const json = { asAt: "2026-01-03", from: "1996-01-01", to: "2026-01-03", broughtForward: 0 };
    await route.fulfill({ json: { ...json, movements, totalIn: closing, totalOut: 0, closing } });
  });
  await page.goto("/app/ShareStatement?from=1996-01-01");
  // A phone begins with the latest.
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const first = `Check-off, week ${isPhone ? rows : 1}`;
  await expect(page.getByText(first, { exact: true })).toBeVisible();
}

test("20,000 rows can be scrolled, and each knows its position", async ({ page, isMobile }) => {
  await openLong(page);
  await expect(page.getByRole("table")).toHaveAttribute("aria-rowcount", String(COUNT + 3));
  expect(await page.locator("main tbody tr").count()).toBeLessThan(1000);
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
  const middle = page.getByText(/^Check-off, week 1[01]\d{3}$/).first();
  await expect(middle).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const end = isMobile ? 1 : COUNT;
  await expect(page.getByText(`Check-off, week ${end}`, { exact: true })).toBeVisible();
  const index = isMobile ? COUNT + 1 : COUNT + 2;
  await expect(page.locator(`tr[aria-rowindex="${index}"]`)).toContainText(`PCO-${end}`);
  await page.getByRole("searchbox").fill("week 19999");
  const found = isMobile ? "main tbody:has(+ tbody) tr" : "main tbody + tbody tr";
  await expect(page.locator(found)).toHaveCount(1);
});

test("a copy of the screen has all rows and no navigation", { tag: "@wide" }, async ({ page }) => {
  await openLong(page, 1000);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main tbody tr[aria-rowindex]")).toHaveCount(1001);
  for (const gone of [page.getByRole("banner"), page.getByRole("navigation", { name: "Menu" })]) {
    await expect(gone).toBeHidden();
  }
  for (const name of ["Print", "PDF", "This month"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeHidden();
  }
  await expect(page.getByText("For a statement with a code")).toBeVisible();
  const display = await page.locator("thead").evaluate((head) => getComputedStyle(head).display);
  expect(display).toBe("table-header-group");
  await page.emulateMedia({ media: "screen" });
  await expect(page.getByRole("button", { name: "Print" })).toBeVisible();
});
