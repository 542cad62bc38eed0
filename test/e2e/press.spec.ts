import type { Page } from "@playwright/test";
import { LONGEST_PRESS_MS } from "#web/lib/press.ts";
import { hold } from "./hold.ts";
import { codesOf, downloaded } from "./pdf-codes.ts";
import { drawn, expect, signedInTest as test } from "./portal.ts";

/** Presses a link below the devices before these have come, which arrive during the press. */
async function pressWhileDevicesArrive(page: Page): Promise<void> {
  const release = await hold(page, "**/api/v1/sessions");
  await page.goto("/app/MySettings");
  const link = page.getByRole("link", { name: "See or change them" });
  await expect(link).toBeVisible();
  // Of all that moves it, only the devices are still to come.
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
  await link.hover();
  await page.mouse.down();
  const arriving = page.waitForEvent("requestfinished", (request) =>
    request.url().endsWith("/sessions"),
  );
  release();
  await arriving;
}

/** On a slow machine, the longest press could end in the middle of a test. */
async function letPressesLast(page: Page): Promise<void> {
  await page.addInitScript((longest) => {
    const { setTimeout } = window;
    const later = (run: () => void, ms?: number) => (ms === longest ? 0 : setTimeout(run, ms));
    Object.assign(window, { setTimeout: later });
  }, LONGEST_PRESS_MS);
}

test("an answer that arrives during a press shows once the press has ended", async ({ page }) => {
  await letPressesLast(page);
  await pressWhileDevicesArrive(page);
  await drawn(page);
  await expect(page.getByText("This device")).toBeHidden();
  await page.mouse.up();
  await expect(page.getByRole("heading", { level: 1, name: "Nominees" })).toBeVisible();
});

test("a press that does not end holds nothing back for long", async ({ page }) => {
  await pressWhileDevicesArrive(page);
  await expect(page.getByText("This device")).toBeVisible();
});

test("the entries of a paper arrive below Compare, which stays in place", async ({ page }) => {
  await page.goto("/app/ShareStatement");
  const { code } = await codesOf(await downloaded(page));
  const release = await hold(page, `**/verification/${code}/rows`);
  await page.goto(`/Verify/${code}`);
  const compare = page.getByRole("button", { name: "Compare" });
  await expect(compare).toBeVisible();
  const before = await compare.boundingBox();
  release();
  await expect(page.getByLabel("Key to the entries")).toBeVisible();
  expect(await compare.boundingBox()).toEqual(before);
});
