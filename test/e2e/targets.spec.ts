import type { Page } from "@playwright/test";
import { everyPage } from "./every-page.ts";
import { expect, signedInTest as test } from "./portal.ts";

/** Everything that a finger presses. */
const PRESSED = "a, button, input, select, textarea, summary";
/**
 * The main ones: buttons, links that look like them, fields and the menu. Links in rows and
 * sentences are not, nor are boxes to tick, whose whole line is pressed.
 */
const MAIN = "button, [data-framed], input:not([type=checkbox]), select, textarea, nav a";

/**
 * Lists the targets that are lower or narrower than that, but for those with a reason.
 */
function smallerThan(page: Page, least: number, which: string): Promise<string[]> {
  return page.locator(`:is(${which}):visible`).evaluateAll((elements, atLeast) => {
    // A box or a circle is pressed by its label, and an input by a label around it.
    const pressed = (element: Element): Element =>
      element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type)
        ? (element.labels?.[0] ?? element)
        : (element.closest("label") ?? element);
    // The frame of a field, of 1 px, belongs to what fills it.
    const sizeOf = (element: Element): { width: number; height: number } => {
      const { width, height } = element.getBoundingClientRect();
      const frame = element.parentElement?.getBoundingClientRect().height ?? 0;
      const isFilled = frame >= height && frame <= height + 2;
      return { width, height: isFilled ? frame : height };
    };
    const isInSentence = (element: Element): boolean =>
      element instanceof HTMLAnchorElement &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node instanceof Text && /\w/.test(node.data),
      );
    return (
      elements
        // WCAG 2.5.8 excepts a link in a sentence, whose lines could not be as high.
        .filter((element) => !isInSentence(element))
        .map((element) => ({ element, box: sizeOf(pressed(element)) }))
        .filter(({ box }) => Math.min(box.width, box.height) < atLeast - 0.01)
        .map(({ element, box: { width, height } }) => {
          const name = element.getAttribute("aria-label") ?? element.textContent ?? "";
          return `${Math.round(width)} × ${Math.round(height)}: ${name || element.outerHTML}`;
        })
    );
  }, least);
}

/** Marks the links that look like buttons, which have a frame as those do, if an invisible one. */
async function markFramedLinks(page: Page): Promise<void> {
  await page.locator("a").evaluateAll((links) => {
    const isFramed = (link: Element) => getComputedStyle(link).borderLeftStyle === "solid";
    for (const link of links.filter(isFramed)) link.setAttribute("data-framed", "");
  });
}

async function expectTargets(page: Page, address: string): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  await markFramedLinks(page);
  expect(await page.locator(`:is(${MAIN}):visible`).count(), address).toBeGreaterThan(0);
  expect.soft(await smallerThan(page, 24, PRESSED), `24 px at ${address}`).toEqual([]);
  expect.soft(await smallerThan(page, 44, MAIN), `44 px at ${address}`).toEqual([]);
}

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

for (const { address, words, arrange } of everyPage) {
  test(`${address} has targets of 24 px, and main ones of 44 px, on a phone`, async ({ page }) => {
    await arrange?.(page);
    await page.goto(address);
    await page.getByText(words).first().waitFor();
    await expectTargets(page, address);
  });
}

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("Login has targets of 24 px, and main ones of 44 px, on a phone", async ({ page }) => {
    await page.goto("/Login?next=%2Fapp%2FNotes");
    await expectTargets(page, "/Login");
  });
});
