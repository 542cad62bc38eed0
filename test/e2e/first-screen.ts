import type { Locator, Page } from "@playwright/test";
import { expect } from "./portal.ts";

/** Checks that an element of a loaded page is above the bar at its bottom, without scrolling. */
export async function inFirstScreen(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  const box = await place.boundingBox();
  const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
}

/** Checks that of the first figure of a page. */
export async function firstFigureInFirstScreen(page: Page): Promise<void> {
  const figures = page.getByRole("main").getByText(/\d\.\d\d\b/);
  await inFirstScreen(page, figures.filter({ visible: true }).first());
}
