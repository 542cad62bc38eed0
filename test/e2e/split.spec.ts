import type { APIRequestContext, Page } from "@playwright/test";
import {
  endSessionAt,
  expect,
  lastCode,
  logIn,
  memberPassword,
  mobileOf,
  openSession,
  sideways,
  signedInTest,
  test,
  violations,
} from "./portal.ts";

// A member can split a dividend only once, so one test covers both widths.
const member = { memberNo: "MS1004", password: memberPassword };
const widths = [
  { width: 360, height: 740 },
  { width: 1366, height: 900 },
];

/** Checks the page at both widths. */
async function judge(page: Page): Promise<void> {
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  }
}

const modeIn = (page: Page, row: number) => page.getByLabel(`Mode, row ${row}`);
const amountIn = (page: Page, row: number) =>
  page.getByLabel(`Amount, row ${row}`, { exact: true });

async function place(page: Page, row: number, mode: string, amount: string): Promise<void> {
  await modeIn(page, row).selectOption({ label: mode });
  await amountIn(page, row).fill(amount);
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).press("Enter");

async function change(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Change it" }).press("Enter");
}

async function receiptOf(page: Page, version: number): Promise<void> {
  const heading = page.getByRole("heading", { name: "We have your choice" });
  await expect(heading).toBeFocused();
  await expect(page.getByText(`Version ${version}`, { exact: true })).toBeVisible();
}

/** Fills three rows manually and adds the rest to the first, by keyboard. */
async function splitOverModes(page: Page): Promise<void> {
  await expect(page.getByRole("listitem").getByRole("textbox")).toHaveCount(5);
  await place(page, 1, "CAPITALIZE TO SHARES", "7,000");
  await place(page, 2, "PAY THROUGH EFT(MOBILE)", "10 000");
  await expect(page.getByText("After 5 % tax: 9,500.00.")).toBeVisible();
  await place(page, 3, "OFFSET HOSPITAL BILL", "1250");
  await page.getByLabel("Bill number").fill("uh-2026-88213");
  await place(page, 4, "OFFSET A LOAN", "5");
  await expect(page.getByText("You have no loan to repay.")).toBeVisible();
  await page.getByRole("button", { name: "Clear row 4" }).press("Enter");
  await expect(modeIn(page, 4)).toBeFocused();
  await expect(page.getByText("18,250.00", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Not yet zero")).toBeVisible();
  await judge(page);
  await page.getByRole("button", { name: "Put the rest here, in row 1" }).press("Enter");
  await expect(amountIn(page, 1)).toBeFocused();
  await expect(page.getByText("All shared out", { exact: true })).toBeVisible();
}

async function confirmNumber(page: Page, request: APIRequestContext): Promise<void> {
  await submit(page);
  await expect(page.getByText("Confirm your mobile number first.").first()).toBeVisible();
  await expect(modeIn(page, 2)).toBeFocused();
  await page.getByRole("button", { name: "Confirm this number" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByRole("button", { name: "Send OTP" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Code sent.")).toBeVisible();
  await judge(page);
  const code = await lastCode(request, await mobileOf(request, member.memberNo));
  await dialog.getByLabel("OTP", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^To 0733 000 964, confirmed\.$/)).toBeVisible();
}

/** Waits for the SMS that confirms the first choice. */
async function firstVersionSent(request: APIRequestContext): Promise<void> {
  await expect(async () => {
    const outbox = await (await request.get("/dev/outbox.json")).text();
    expect(outbox).toMatch(/(choice no\.|toleo) 1\b/);
  }).toPass({ timeout: 30_000 });
}

test("a dividend is split, the number confirmed, and changed knowingly in two tabs", async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000);
  const storageState = await openSession(request, member);
  const context = await browser.newContext({ storageState, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto("/app");
  await page.getByRole("link", { name: "Split your dividend" }).click();
  await splitOverModes(page);
  await confirmNumber(page, request);
  await submit(page);
  await receiptOf(page, 1);
  await expect(page.getByText("Bill UH-2026-88213")).toBeVisible();
  await judge(page);
  await firstVersionSent(request);

  const other = await context.newPage();
  await other.goto("/app/SplitDividend");
  await change(other);
  await change(page);
  await amountIn(page, 2).fill("0.01");
  await page.getByRole("button", { name: "Clear row 2" }).click();
  await page.getByRole("button", { name: "Put the rest here, in row 1" }).click();
  await submit(page);
  await receiptOf(page, 2);

  await amountIn(other, 3).fill("2,250");
  await amountIn(other, 2).fill("9,000");
  await submit(other);
  const newer = other.getByRole("heading", { name: /^You changed this elsewhere/ });
  await expect(newer).toBeFocused();
  await expect(amountIn(other, 3)).toHaveValue("2,250.00");
  await judge(other);
  await other.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(
    other.getByText("Your choice replaces version 2 once you press Submit."),
  ).toBeVisible();
  await submit(other);
  await receiptOf(other, 3);
  await other.close();

  await page.reload();
  await expect(page.getByText("Version 3", { exact: true })).toBeVisible();
  await change(page);
  await amountIn(page, 3).fill("3,250");
  await amountIn(page, 2).fill("8,000");
  await endSessionAt(page, "**/elections");
  await submit(page);
  await expect(page).toHaveURL(/\/Login\?next=/);
  await logIn(page, member);
  await expect(page).toHaveURL(/\/app\/SplitDividend\?year=\d{4}$/);
  await expect(amountIn(page, 3)).toHaveValue("3,250.00");
  await page.route("**/elections", (route) => route.abort());
  await submit(page);
  await expect(page.getByRole("alert")).toContainText(
    "It is safe to retry; it will not be counted twice.",
  );
  await page.unroute("**/elections");
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await receiptOf(page, 4);

  await page.goto("/app/DividendList");
  await page.locator("summary").press("Enter");
  await expect(page.getByRole("cell", { name: /^Balance at the start of \d+$/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "See where it goes" })).toBeVisible();
  await judge(page);
  await context.close();
});

signedInTest(
  "on a phone Submit stays in sight and covers nothing that is focused",
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/app/SplitDividend");
    await place(page, 1, "CAPITALIZE TO SHARES", "7,000");
    await says(page, /^Share out the remaining Ksh [\d,.]+ to submit\.$/);
    await place(page, 2, "OFFSET HOSPITAL BILL", "1,000");
    const sent = page.getByRole("button", { name: "Submit" });
    for (const end of [100_000, 0]) {
      await page.evaluate((top) => scrollTo(0, top), end);
      await expect(sent).toBeInViewport({ ratio: 1 });
    }
    await modeIn(page, 1).focus();
    expect(await coveredOnTheWay(page, "Tab")).toEqual([]);
    await sent.focus();
    expect(await coveredOnTheWay(page, "Shift+Tab")).toEqual([]);
    await page.getByRole("button", { name: "Put the rest here, in row 1" }).press("Enter");
    await says(page, /^Row 2: /);
    await page.getByLabel("Bill number").fill("UH-2026-88213");
    await says(page, /^All shared out\. /);
  },
);

/** Expects the hint below the figures, which names a row only if that has a problem. */
async function says(page: Page, hint: RegExp): Promise<void> {
  await expect(page.getByRole("main").getByRole("status").getByText(hint)).toBeVisible();
}

/** Goes through the form by keyboard, and returns what something covered when it was focused. */
async function coveredOnTheWay(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  const covered: string[] = [];
  let reached = 0;
  for (let state = await focused(page); state !== null; state = await focused(page)) {
    if (state.isCovered) covered.push(state.name);
    reached += 1;
    await page.keyboard.press(key);
  }
  expect(reached).toBeGreaterThan(15);
  return covered;
}

/** Returns the focused part of the form; null where the focus is outside. */
function focused(page: Page): Promise<{ name: string; isCovered: boolean } | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element?.closest("form")) return null;
    const { left, width, top, bottom } = element.getBoundingClientRect();
    const isCovered = [top + 2, bottom - 2].some((y) => {
      return !element.contains(document.elementFromPoint(left + width / 2, y));
    });
    return { name: element.outerHTML, isCovered };
  });
}
