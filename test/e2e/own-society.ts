import type { APIRequestContext, Page } from "@playwright/test";
import {
  expect,
  fits,
  memberPassword,
  openSession,
  staffPassword,
  test as base,
} from "./portal.ts";
import { type SocietyServer, startSociety } from "./society-server.ts";

/** A society for a single test, with windows in which its people are signed in. */
export interface OwnSociety {
  /** Opens a window for a person; next to another one, as on another computer. */
  readonly open: (who: string) => Promise<Page>;
  /** Calls the API without a page. */
  readonly request: APIRequestContext;
  /** Fixes its clock, and that of windows opened later, at an instant; everybody signs in again. */
  readonly setClock: (moment: string) => Promise<void>;
}

/**
 * Tests whose effects others would notice. Each has its own society in the demo's initial state, so
 * that no test affects the next.
 */
export const test = base.extend<{
  /** More variables of the server's environment. */
  environment: Readonly<Record<string, string>>;
  /** When the demo's history ends and its clock stops; null for the machine's own time. */
  moment: string | null;
  society: OwnSociety;
  demo: SocietyServer;
}>({
  environment: [{}, { option: true }],
  moment: [null, { option: true }],
  demo: [
    async ({ environment, moment }, use) => {
      const demo = await startSociety(environment, moment);
      await use(demo);
      await demo.stop();
    },
    // The first one of a moment seeds it, perhaps beside other work.
    { timeout: 240_000 },
  ],
  society: async ({ browser, demo, moment, viewport, isMobile, hasTouch, playwright }, use) => {
    const opened: { close: () => Promise<void> }[] = [];
    const request = await playwright.request.newContext({ baseURL: demo.url });
    let now = moment;
    await use({
      request,
      async setClock(next) {
        await holdClock(demo, next);
        now = next;
      },
      async open(memberNo) {
        const password = memberNo.startsWith("ST") ? staffPassword : memberPassword;
        const context = await playwright.request.newContext({ baseURL: demo.url });
        const state = await openSession(context, { memberNo, password });
        await context.dispose();
        const [kept] = state.origins;
        const origins = [{ origin: demo.url, localStorage: kept?.localStorage ?? [] }];
        const window = await browser.newContext({
          baseURL: demo.url,
          viewport,
          isMobile: isMobile ?? false,
          hasTouch: hasTouch ?? false,
          storageState: { ...state, origins },
          reducedMotion: "reduce",
        });
        opened.push(window);
        const page = await window.newPage();
        if (moment !== null && now === moment) await page.clock.setFixedTime(now);
        else if (now !== null) await page.clock.setSystemTime(now);
        return page;
      },
    });
    await request.dispose();
    for (const context of opened) await context.close();
  },
});

/**
 * Sets the database's time for new connections, then ends the existing ones. These are two
 * statements: a connection reopened before the setting is committed would keep the earlier time.
 */
async function holdClock({ query }: SocietyServer, moment: string): Promise<void> {
  await query(
    `do $$ begin
      execute format('alter database %I set akiba.now = %L', current_database(), '${moment}');
    end $$`,
  );
  await query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Opens the dialog of a step, checks its text, and confirms it. */
export async function confirm(page: Page, step: string, says: RegExp, yes: string): Promise<void> {
  await page.getByRole("button", { name: step, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(says);
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await fits(page);
  await question.getByRole("button", { name: yes }).click();
  await expect(question).toHaveCount(0);
}

interface Declared {
  readonly year: number;
  readonly from: string;
  readonly until: string;
  readonly closesAt: string;
}

/** Declares a year on the page of a new dividend, at 14 % on shares and 10.85 % on deposits. */
export async function declare(page: Page, declared: Declared): Promise<void> {
  const { year, from, until, closesAt } = declared;
  await page.getByLabel("Year", { exact: true }).fill(String(year));
  await page.getByLabel("Books closed on").fill(`${year}-12-31`);
  await page.getByLabel("Rate on share capital").fill("14");
  await page.getByLabel("Rate on deposits").fill("10.85");
  await page.getByLabel("From", { exact: true }).fill(from);
  await page.getByLabel("Until", { exact: true }).fill(until);
  await page.getByLabel("Closing time").fill(closesAt);
  await page.getByRole("button", { name: "Calculate and preview" }).click();
}
