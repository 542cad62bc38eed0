import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  type APIRequestContext,
  expect,
  type Locator,
  type Page,
  test as base,
  type ViewportSize,
} from "@playwright/test";
import type { run, RunOptions } from "axe-core";
import { isWalkedAtBothWidths } from "./walked-widths.ts";

/** Well below the idle time of a session. */
const KEEP_OPEN_MS = 120_000;
/** Fixed by the configuration before any test file is loaded. */
const ORIGIN = `http://127.0.0.1:${process.env["E2E_PORT"]}`;
/** The password of every member of the demo. */
export const memberPassword = "Demo-2026-mwanachama";
/** The password of all staff of the demo. */
export const staffPassword = "Demo-2026-mfanyakazi";

/**
 * The demo member of each test. A member gets few codes, so desktop and phone, which run at the
 * same time, never share one.
 */
export const cast = {
  desktop: {
    reader: "MS1001",
    visitor: "MS1007",
    newcomer: "MS1010",
    forgetful: "MS1002",
    waiting: "MS1009",
    borrower: "MS1006",
  },
  phone: {
    reader: "MS1005",
    visitor: "MS1008",
    newcomer: "MS1011",
    forgetful: "MS1003",
    waiting: "MS1006",
    borrower: "MS1005",
  },
} as const;

export interface Person {
  readonly memberNo: string;
  readonly password: string;
}

type StorageState = Awaited<ReturnType<APIRequestContext["storageState"]>>;

export interface Fixtures {
  /** The member who logs in through the page in this project. */
  readonly visitor: Person;
  /** Members for one test each. */
  readonly people: (typeof cast)[keyof typeof cast];
}

export interface WorkerFixtures {
  /** The browser state of a session that was started for this worker. */
  readonly signedIn: StorageState;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  people: async ({ isMobile }, use) => use(isMobile ? cast.phone : cast.desktop),
  visitor: async ({ people }, use) => use({ memberNo: people.visitor, password: memberPassword }),
  signedIn: [
    async ({ playwright }, use, { project }) => {
      const memberNo = (project.use.isMobile ? cast.phone : cast.desktop).reader;
      const context = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
      const state = await openSession(context, { memberNo, password: memberPassword });
      // In a slow run, more than the idle time can pass between two of its tests.
      const headers = { authorization: `Bearer ${state.origins[0]?.localStorage[0]?.value}` };
      const pinging = setInterval(() => {
        void context.get("/api/v1/sessions", { headers }).catch(() => {});
      }, KEEP_OPEN_MS);
      await use(state);
      clearInterval(pinging);
      await context.dispose();
    },
    { scope: "worker" },
  ],
});

/** Tests that start signed in, as after a Login in this browser. */
export const signedInTest = test.extend({
  storageState: async ({ signedIn }, use) => use(signedIn),
});

export { expect };

/** Starts a session without the page, and returns what the page would have stored of it. */
export async function openSession(context: APIRequestContext, who: Person): Promise<StorageState> {
  const token = await tokenOf(context, who);
  const { cookies } = await context.storageState();
  const localStorage = [
    { name: "access", value: token },
    { name: "member", value: who.memberNo },
  ];
  return { cookies, origins: [{ origin: ORIGIN, localStorage }] };
}

async function tokenOf(context: APIRequestContext, who: Person): Promise<string> {
  let token = "";
  // A busy server may answer that it is busy and ask to retry, which is correct.
  await expect(async () => {
    const answer = await context.post("/api/v1/auth/authenticate", { data: who });
    expect(answer.ok(), `${who.memberNo} can sign in: ${answer.status()}`).toBe(true);
    ({ token } = (await answer.json()) as { token: string });
  }).toPass({ timeout: 30_000 });
  return token;
}

/** Returns the member's mobile number, as the office reads it from the register. */
export async function mobileOf(request: APIRequestContext, memberNo: string): Promise<string> {
  const token = await tokenOf(request, { memberNo: "ST9001", password: staffPassword });
  const headers = { Authorization: `Bearer ${token}` };
  let mobile = "";
  // A server with much to do may send it away.
  await expect(async () => {
    const answer = await request.get(`/api/v1/member/${memberNo}`, { headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    mobile = ((await answer.json()) as { tel1: string }).tel1;
  }).toPass();
  return mobile;
}

/** A code in a message, and no part of a number such as a receipt's. */
const CODE = /(?<![-/\w])\d{6}\b/;

/** Returns the last one-time code that was sent to a mobile number. */
export async function lastCode(request: APIRequestContext, mobile: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const messages = (await (await request.get("/dev/outbox.json")).json()) as Message[];
    const last = messages.find(({ to, text }) => to === mobile && CODE.test(text));
    code = CODE.exec(last?.text ?? "")?.[0] ?? "";
    expect(code).toHaveLength(6);
  }).toPass({ timeout: 30_000 });
  return code;
}

interface Message {
  readonly to: string;
  readonly text: string;
}

export async function logIn(page: Page, who: Person): Promise<void> {
  await page.getByLabel("Member No").fill(who.memberNo);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Presses Log Out where this screen size has it. */
export async function logOut(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 960) {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Log Out" }).click();
  } else {
    await page.getByRole("banner").getByRole("button", { name: "Log Out" }).click();
  }
}

/**
 * Ends the session on the server just before the page sends its next request to `url` (a glob). If
 * it ended earlier, another request could find out first and leave the page before the test presses
 * its button.
 */
export async function endSessionAt(page: Page, url: string): Promise<void> {
  await page.route(
    url,
    async (route) => {
      const { authorization = "" } = await route.request().allHeaders();
      const headers = { authorization };
      const ended = await page.request.delete("/api/v1/session", { headers });
      expect(ended.status()).toBe(200);
      await route.continue();
    },
    { times: 1 },
  );
}

/** Lists axe's findings against WCAG 2.2 AA, each with its element. */
export function violations(page: Page): Promise<string[]> {
  return found(page, {
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  });
}

/**
 * Returns axe's findings on colours only, for a page already checked in full in its other colours.
 */
export function violationsOfColour(page: Page): Promise<string[]> {
  return found(page, {
    runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
  });
}

/**
 * Returns axe's findings on a page in forced colours, but for contrast: axe reads the page's own
 * colour of a button's text, not the forced one that is drawn.
 */
export async function violationsInForcedColours(page: Page): Promise<string[]> {
  return (await violations(page)).filter((one) => !one.startsWith("color-contrast:"));
}

/**
 * Returns the figures of the page with a contrast below 7 to 1 (WCAG 2.2 AAA): amounts, cents,
 * units and percentages, in cards and cells, found by their text, so that a new colour is found.
 */
export function faintFigures(page: Page): Promise<string[]> {
  return found(page, { runOnly: { type: "rule", values: ["color-contrast-enhanced"] } }, FIGURE);
}

/** An amount, its cents or its unit alone, or a percentage; not the name of a field, or a date. */
const FIGURE = String.raw`\d,\d{3}|\d\.\d\d(?!\d)|^\.\d\d$|^Ksh$|\bKsh \d|\d ?%`;

// Minified: every page parses it.
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/**
 * Axe is injected into a page once: that takes longer than checking the page with it. With a
 * pattern, only elements whose own text matches it are checked.
 */
async function found(page: Page, rules: RunOptions, pattern?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ options, only }) => {
      const { axe } = window as unknown as { axe: { run: typeof run } };
      const pattern = new RegExp(only ?? "");
      const included = [...document.body.querySelectorAll("*")].filter((element) =>
        [...element.childNodes].some(
          (node) => node instanceof Text && pattern.test(node.data.trim()),
        ),
      );
      if (only && included.length === 0) return [];
      // During a fade, colours match neither the state before nor the one after. One may begin at
      // any moment, so all of them end at once until the judgement is there.
      const still = new CSSStyleSheet();
      still.replaceSync(
        "*, ::before, ::after { transition: none !important; animation: none !important }",
      );
      document.adoptedStyleSheets.push(still);
      const { violations } = await axe.run(only ? included : document, options);
      document.adoptedStyleSheets.pop();
      return violations.flatMap(({ id, nodes }) =>
        nodes
          // A figure's element may have others inside, such as the date below an amount.
          .filter(({ element }) => !only || (element && included.includes(element)))
          .map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
      );
    },
    {
      options: { ...rules, resultTypes: ["violations"], elementRef: true } satisfies RunOptions,
      only: pattern,
    },
  );
}

/**
 * Returns how far the page overflows its window, or a table its place, in px; nothing may scroll
 * sideways but a table that says so to the keyboard.
 */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tables = [...document.querySelectorAll<HTMLElement>(":has(> table)")]
      .filter(({ tabIndex, clientWidth }) => tabIndex < 0 && clientWidth > 0)
      .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...tables);
  });
}

const widths = [
  { width: 360, height: 740 },
  { width: 1366, height: 900 },
];

/**
 * Checks the screen at a phone's and at a desktop's width: nothing covers the page or exceeds its
 * edge, and axe finds nothing. A journey that runs at both widths checks each once; one that runs
 * at a single width checks both. Afterwards the window has its original size.
 */
export async function fits(page: Page): Promise<void> {
  const own = page.viewportSize() ?? { width: 1366, height: 900 };
  await page.evaluate(() => scrollTo(0, 0));
  await closeToasts(page);
  for (const size of widthsToLookAt(own)) {
    await page.setViewportSize(size);
    expect(await violations(page), `${size.width} px`).toEqual([]);
    expect(await sideways(page), `${size.width} px`).toBe(0);
  }
  await page.setViewportSize(own);
}

/** Checks besides the figures in light, all colours in dark, and 400 % zoom in forced colours. */
export async function fitsInEveryColour(page: Page): Promise<void> {
  await fits(page);
  expect(await faintFigures(page), "figures in light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOfColour(page), "in dark").toEqual([]);
  expect(await faintFigures(page), "figures in dark").toEqual([]);
  const own = page.viewportSize() ?? { width: 1366, height: 900 };
  await zoom(page);
  await fitsZoomed(page);
  await page.emulateMedia({ forcedColors: null, colorScheme: "light" });
  await page.setViewportSize(own);
}

/** Shows a page at 400 % zoom, as 1280 × 1024 then has room for 320 × 256, in forced colours. */
export async function zoom(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({
    forcedColors: "active",
    colorScheme: "light",
    reducedMotion: "reduce",
  });
}

/** Checks a page that is zoomed and in forced colours, light and dark. */
export async function fitsZoomed(page: Page): Promise<void> {
  expect(await sideways(page), "zoomed").toBeLessThanOrEqual(0);
  expect(await violationsInForcedColours(page), "zoomed").toEqual([]);
  expect(await lostIcons(page), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await lostIcons(page), "dark").toEqual([]);
}

/** Returns the icons that have not taken the colour of the text, which a person chose to see. */
function lostIcons(page: Page): Promise<string[]> {
  return page.locator("main svg:visible").evaluateAll((icons) =>
    icons
      .filter((icon) => !icon.closest("[role=img], figure"))
      .filter((icon) => {
        const text = getComputedStyle(icon.parentElement ?? icon).color;
        return getComputedStyle(icon).color !== text;
      })
      .map((icon) => icon.parentElement?.outerHTML.slice(0, 100) ?? ""),
  );
}

/** A page of another width than the journey's, such as an officer's, is looked at in both. */
function widthsToLookAt(own: ViewportSize): ViewportSize[] {
  const journey = test.info();
  const isAtItsWidth = journey.project.use.viewport?.width === own.width;
  if (isAtItsWidth && isWalkedAtBothWidths(journey)) return [own];
  return widths.toSorted((one) => (one.width === own.width ? 1 : -1));
}

/** Closes the toasts; another may appear meanwhile, as a page reports a saved step. */
async function closeToasts(page: Page): Promise<void> {
  const close = page.getByRole("status").getByRole("button");
  await expect(async () => {
    for (const one of await close.all()) await one.click({ timeout: 1000 });
    await expect(close).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
}

/** Waits until the page has drawn all of its pending changes. */
export function drawn(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((idle) => requestIdleCallback(() => idle(null))));
}

/** Expects toasts to cover nothing that can be pressed, once they have stepped aside. */
export async function expectNothingCovered(toasts: Locator): Promise<void> {
  await toasts.waitFor();
  const covered = () =>
    toasts.evaluate((region) => {
      const box = region.getBoundingClientRect();
      const controls = document.querySelectorAll(":is(main, nav) :is(a, button, input, select)");
      return [...controls].filter((control) => {
        const { top, right, bottom, left } = control.getBoundingClientRect();
        return top < box.bottom && bottom > box.top && left < box.right && right > box.left;
      }).length;
    });
  await expect.poll(covered).toBe(0);
}
