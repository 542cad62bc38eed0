import type { Page } from "@playwright/test";
import { type Line, openLine } from "./line.ts";
import { expect, test as base } from "./portal.ts";

/** Journeys in a browser that keeps members' pages, over a line that can be cut. */
export const test = base.extend<{ line: Line }>({
  line: async ({ playwright }, use, { project }) => {
    void playwright;
    const line = await openLine(project.use.baseURL ?? "");
    await use(line);
    await line.cut().catch(() => undefined);
  },
  baseURL: async ({ line }, use) => use(line.url),
  serviceWorkers: "allow",
});

/** Waits until the browser keeps the pages, with the texts of the language. */
export async function keptPages(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const chosen = await caches.open("akiba-choices");
        const languages = (await chosen.keys()).length;
        return names.some((name) => name.startsWith("akiba-pages-")) && languages > 0;
      }),
    )
    .toBe(true);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
