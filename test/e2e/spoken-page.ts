import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { written } from "./pdf-codes.ts";
import { lastCode, mobileOf } from "./portal.ts";

const reader = "/virtual-screen-reader.js";
const readerSource = readFileSync(
  createRequire(import.meta.url).resolve("@guidepup/virtual-screen-reader/browser.js"),
  "utf8",
);

export type Language = "en" | "sw";

/** At a phone's width alone: a desk shows the same with more in the menu. */
export const once = { tag: "@narrow" };

/**
 * The reader is a script that the portal's policy would not allow. At this moment, what a page says
 * of days and figures is the same on every day.
 */
export const speaking = { bypassCSP: true, moment: "2026-06-10T07:00:00Z" };

/** Opens a page in a language, with messages that stay until they have been read. */
export async function openSpoken(page: Page, address: string, language: Language): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.addInitScript((chosen) => {
    localStorage.setItem("language", chosen);
    const later = window.setTimeout.bind(window);
    const whileRead = (after?: number): number | undefined => (after === 6000 ? 600_000 : after);
    const setTimeout = (then: TimerHandler, after?: number): number =>
      later(then, whileRead(after));
    Object.assign(window, { setTimeout });
  }, language);
  await page.goto(address);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

/** Returns what a screen reader says from the start of the document, or its dialog, to the end. */
export async function spoken(page: Page): Promise<string[]> {
  await page.route(`**${reader}`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: readerSource }),
  );
  // A text, as the address exists in the page only.
  return page.evaluate<string[]>(`
    import("${reader}").then(async ({ virtual }) => {
      // Its text is for browsers without scripts, which the reader cannot know.
      for (const unread of document.querySelectorAll("noscript")) unread.remove();
      await virtual.start({ container: document.querySelector("dialog:modal") ?? document.body });
      const end = "end of " + (await virtual.lastSpokenPhrase());
      for (let steps = 0; steps < 1000; steps += 1) {
        await virtual.next();
        if ((await virtual.lastSpokenPhrase()) === end) break;
      }
      const phrases = await virtual.spokenPhraseLog();
      await virtual.stop();
      return phrases;
    })`);
}

/** Checks that a walk reached the end: an answer may have come, or a dialog gone, meanwhile. */
export function expectWhole(phrases: readonly string[]): void {
  expect(phrases.at(-1), "the walk reached the end").toBe(`end of ${phrases[0]}`);
}

/**
 * Waits until a page is spoken as its golden file says: what it asks for when it opens, or after an
 * answer, may still arrive. With `SPOKEN=write`, but never in CI, writes the file first.
 */
export async function expectSpoken(page: Page, name: string): Promise<void> {
  const said = async (): Promise<string[]> => (await spoken(page)).map(withoutChance);
  if (process.env["SPOKEN"] === "write" && !process.env["CI"]) {
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const phrases = await atRest(said);
    expectWhole(phrases);
    writeFileSync(fileOf(name), `${phrases.join("\n")}\n`);
  }
  await expect
    .poll(said, `${name}: see CONTRIBUTING.md, "Spoken transcripts"`)
    .toEqual(golden(name));
}

/** Compares a state of a journey with its file. */
export async function hear(page: Page, name: string, language: Language): Promise<void> {
  await page.getByRole("heading").first().waitFor();
  await expectSpoken(page, `${name}.${language}`);
}

export const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("button", { name, exact: true });

/** Presses the button of the form that is in sight. */
export const submit = (page: Page): Promise<void> =>
  page.locator("main form [type=submit]").filter({ visible: true }).click();

/** Presses the button that sends a code, and waits until it counts down to the next. */
export async function sendCode(page: Page, send: RegExp): Promise<void> {
  await page.getByRole("button", { name: send }).click();
  await page.getByRole("button", { name: /\d:\d\d$/ }).waitFor();
}

/** Types the code that was sent to a member. */
export async function typeCode(
  page: Page,
  request: APIRequestContext,
  memberNo: string,
): Promise<void> {
  await page.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, memberNo)));
}

/** Reads until two readings a second apart are the same: an answer may still be on its way. */
async function atRest(said: () => Promise<string[]>): Promise<string[]> {
  let last = await said();
  const isRepeated = async (): Promise<boolean> => {
    const before = last;
    last = await said();
    return before.join("\n") === last.join("\n");
  };
  await expect.poll(isRepeated, { intervals: [1000] }).toBe(true);
  return last;
}

/** Leaves out the version of the portal, which the settings show, and the codes of documents. */
function withoutChance(phrase: string): string {
  return phrase.replace(/^Akiba \d.*/, "Akiba {version}").replace(written, "{code}");
}

/** Returns the phrases written down for a place; none if there is no file. */
export function golden(name: string): string[] {
  const file = fileOf(name);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`spoken/${name}.txt`, import.meta.url));
}
