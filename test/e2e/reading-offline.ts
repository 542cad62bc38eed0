import type { Page } from "@playwright/test";
import { keptPages } from "./cut-line.ts";
import { expect, logIn, type Person } from "./portal.ts";

/** The PIN that the journeys choose. */
export const PIN = "402917";

/** Logs in and switches reading offline on, until the figures loaded ahead are kept. */
export async function readOffline(page: Page, who: Person): Promise<void> {
  await turnOn(page, who);
  // One of the last answers that are loaded ahead, after the statements.
  const ahead = page.waitForResponse((answer) => answer.url().endsWith("/contributions"));
  await page.goto("/app");
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  const answer = await ahead;
  await keptSince(page, answer.request().timing().startTime);
}

/** Logs in at the settings, where reading offline is switched on, and opens no other page. */
export async function turnOn(page: Page, who: Person): Promise<void> {
  await page.goto("/Login?next=%2Fapp%2FMySettings");
  await logIn(page, who);
  await page.getByLabel("PIN", { exact: true }).fill(PIN);
  await page.getByLabel("PIN again", { exact: true }).fill(PIN);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("You can now read offline")).toBeVisible();
}

/** Waits until the browser keeps the pages, and an answer that arrived since a moment. */
export async function keptSince(page: Page, moment: number): Promise<void> {
  await keptPages(page);
  await expect.poll(() => lastKept(page)).toBeGreaterThanOrEqual(moment);
}

/** Returns when the last kept answer arrived; 0 if the database is not there. */
async function lastKept(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const there = await indexedDB.databases();
    if (!there.some(({ name }) => name === "akiba-offline")) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open("akiba-offline");
      opening.addEventListener("error", () => reject(new Error("not opened")));
      opening.addEventListener("success", () => {
        const database = opening.result;
        const all = database.transaction("answers").objectStore("answers").getAll();
        all.addEventListener("success", () => {
          database.close();
          resolve(Math.max(0, ...all.result.map(({ at }: { at: number }) => at)));
        });
      });
    });
  });
}

/** Opens the kept figures with a PIN. */
export async function openWith(page: Page, pin: string): Promise<void> {
  await page.getByLabel("PIN", { exact: true }).fill(pin);
  await page.getByRole("button", { name: "Open" }).click();
}
