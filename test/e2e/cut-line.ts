import type { Page } from "@playwright/test";
import { type Line, openLine } from "./line.ts";
import { arePagesKept } from "./pages-kept.ts";
import { expect, logIn, type Person, test as base } from "./portal.ts";
import { openUndebuggedPage, type UndebuggedPage } from "./undebugged-page.ts";

/** Journeys in a browser that keeps members' pages, over a line that can be cut. */
export const test = base.extend<{ line: Line; undebuggedPage: UndebuggedPage }>({
  line: async ({ playwright }, use, { project }) => {
    void playwright;
    const line = await openLine(project.use.baseURL ?? "");
    await use(line);
    await line.cut().catch(() => undefined);
  },
  baseURL: async ({ line }, use) => use(line.url),
  undebuggedPage: async ({ playwright }, use, info) => {
    void playwright;
    const page = await openUndebuggedPage(info.outputPath("profile"));
    await use(page);
    await page.close();
  },
  serviceWorkers: "allow",
});

/** The banner over a cut line, where the device has a network but no call gets through. */
export const outOfReach = /^The portal has been out of reach since \d\d:\d\d\.$/;

/** Logs in and waits until the browser keeps the pages. */
export async function logInKeeping(page: Page, person: Person): Promise<void> {
  await page.goto("/Login");
  await logIn(page, person);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await keptPages(page);
}

/** Waits until the browser keeps the pages. */
export async function keptPages(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(arePagesKept)).toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
