import type { Locator, Page } from "@playwright/test";
import { keptPages, outOfReach, test as overLine } from "./cut-line.ts";
import type { Line } from "./line.ts";
import { cast, expect, logIn, memberPassword, type Person } from "./portal.ts";
import { type SocietyServer, startSociety } from "./society-server.ts";

/** Journeys of members who take actions offline, in a separate society. */
export const test = overLine.extend<object, { readonly society: SocietyServer }>({
  society: [
    async ({ playwright }, use) => {
      void playwright;
      const society = await startSociety({
        LIMIT_APPLICATIONS_PER_DAY: "1000",
        LIMIT_APPLICATIONS_PER_MINUTE: "1000",
        LIMIT_CASES_PER_HOUR: "2000",
        LIMIT_READS_PER_MINUTE: "6000",
        LIMIT_READ_BURST: "600",
        LIMIT_WRITES_PER_MINUTE: "60000",
        LIMIT_WRITE_BURST: "6000",
      });
      await use(society);
      await society.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** A member who may borrow. */
export const borrower = { memberNo: cast.desktop.borrower, password: memberPassword };

/** Logs in and waits until the pages, and what is needed offline, are kept. */
export async function logInOver(
  page: Page,
  line: Line,
  society: SocietyServer,
  who: Person = borrower,
): Promise<void> {
  line.lead(society.url);
  // The last of what forms open with; the profile asks for none of it.
  const ahead = page.waitForResponse((answer) => answer.url().endsWith("/transfers"));
  await page.goto("/Login");
  await logIn(page, who);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await ahead;
  await keptPages(page);
}

/** Cuts the line, as the browser notices it at once. */
export async function goOffline(page: Page, line: Line): Promise<void> {
  await line.cut();
  const banner = page.getByText(outOfReach);
  // A page that is still starting does not listen yet; an answer that arrived before the cut, and
  // that it reads only now, would tell it that it is online.
  await expect(async () => {
    await page.evaluate(async () => {
      await fetch("/version").catch(() => undefined);
      window.dispatchEvent(new Event("offline"));
    });
    await expect(banner).toBeVisible({ timeout: 1000 });
  }).toPass();
}

export async function goOnline(page: Page, line: Line): Promise<void> {
  await line.mend();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** Opens a page by its link or in the history, without loading the page again. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

export async function ask(page: Page, text: string): Promise<void> {
  await visit(page, "/app/Questions?new=");
  // The previous page may have fields too.
  await expect(page.getByRole("textbox")).toHaveCount(1);
  await page.getByRole("textbox").fill(text);
  await page.getByRole("button", { name: "Submit", exact: true }).click();
}

/** Applies for a loan over three months. */
export async function apply(page: Page, amount: string): Promise<void> {
  await visit(page, "/app/AddLoanForm");
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByRole("button", { name: "Submit" }).click();
}

export const waiting = (page: Page): Locator =>
  page.locator("details").filter({ hasText: "Waiting to be sent" });

/** Opens the list of what waits, unless it is open already. */
export async function openWaiting(page: Page): Promise<void> {
  const summary = waiting(page).locator("summary");
  await summary.waitFor();
  const isOpen = await waiting(page).evaluate((list) => list.hasAttribute("open"));
  if (!isOpen) await summary.click();
}
