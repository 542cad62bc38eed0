import type { Page } from "@playwright/test";
import {
  endSessionAt,
  expect,
  expectNothingCovered,
  logIn,
  logOut,
  type Person,
  test,
  violations,
} from "./portal.ts";
import { requestsUnderWay, savingData } from "./quiet.ts";

test("a page of the member zone leads to Login and back to it", async ({ page, visitor }) => {
  await page.goto("/app/Notes");
  await expect(page).toHaveURL(/\/Login\?next=/);
  await expect(page.getByText("Please log in to open that page.")).toBeVisible();
  await logIn(page, visitor);
  await expect(page).toHaveURL("/app/Notes");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
});

test("Login leads to no other site, whatever its address contains", async ({ page, visitor }) => {
  await page.goto("/Login?next=https%3A%2F%2Fexample.com%2Fapp");
  await logIn(page, visitor);
  await expect(page).toHaveURL("/app");
});

test("Back after Log Out shows nothing of the member", async ({ page, visitor }) => {
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await page.goto("/app/Notes");
  await logOut(page);
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(page.getByText("Welcome,")).toHaveCount(0);
  await expect(page).not.toHaveURL(/\/app/);
});

test("Log Out ends the session at the server", async ({ page, visitor }) => {
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page).toHaveURL("/app");
  const token = await page.evaluate(() => localStorage.getItem("access"));
  const ended = page.waitForResponse(
    (answer) => answer.request().method() === "DELETE" && answer.url().endsWith("/api/v1/session"),
  );
  await logOut(page);
  expect((await ended).status()).toBe(200);
  const headers = { Authorization: `Bearer ${token}` };
  const after = await page.request.get("/api/v1/session", { headers });
  expect(after.status()).toBe(401);
});

test("Log Out in one tab logs out the others", async ({ page, visitor }) => {
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page).toHaveURL("/app");
  const other = await page.context().newPage();
  await other.goto("/app/Notes");
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Notes");
  await logOut(page);
  await expect(other).toHaveURL("/");
});

test("a session that ended elsewhere leads to Login and back", async ({ page, visitor }) => {
  // So that the link is the first to ask for the member.
  await savingData(page);
  await page.goto("/Login?next=%2Fapp%2FNotes");
  await logIn(page, visitor);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Notes");
  await endSessionAt(page, "**/api/v1/member/*");
  await page
    .getByRole("link", { name: /Profile/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/Login/);
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await logIn(page, visitor);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
});

test("the toast after a login does not follow to a public page", async ({ page, visitor }) => {
  await page.goto("/");
  await page.locator("main a[href='/Login']").click();
  await logIn(page, visitor);
  await expect(page.getByText("You are logged in")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/^Welcome, /);
  await expect(page.getByText("You are logged in")).toHaveCount(0, { timeout: 2000 });
});

test("the toast after a login covers nothing to press", async ({ page, visitor }) => {
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page.getByRole("link", { name: "Pay in" })).toBeVisible();
  await expectNothingCovered(page.getByRole("status").filter({ hasText: "You are logged in" }));
});

const PROFILE: readonly [string, RegExp] = ["/app", /^Welcome, /];

/** Logs in on a page whose clock can be moved, and lets time pass once all is answered there. */
async function goQuiet(page: Page, person: Person, [next, heading] = PROFILE): Promise<void> {
  // A late answer counts as activity, so that the time without any begins once more.
  await savingData(page);
  const underWay = requestsUnderWay(page);
  await page.clock.install();
  await page.goto(`/Login?next=${encodeURIComponent(next)}`);
  await logIn(page, person);
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  await expect(async () => {
    await expect.poll(underWay).toBe(0);
    await page.clock.fastForward("13:55");
    await expect(page.getByRole("alertdialog")).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

test("an idle member is asked a minute before the end, and may stay", async ({ page, visitor }) => {
  await goQuiet(page, visitor);
  const question = page.getByRole("alertdialog", { name: "Are you still there?" });
  await expect(question).toBeVisible();
  await expect(question).toContainText(/0:[45]\d/);
  await expect(question.getByRole("button", { name: "Stay" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.clock.runFor(2000);
  await expect(question).toBeHidden();
  await expect(page).toHaveURL("/app");
});

test("an idle member who does not answer is logged out, and Login leads back to the page", async ({
  page,
  visitor,
}) => {
  await goQuiet(page, visitor, ["/app/Notes", /^Notes$/]);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.clock.fastForward("01:00");
  await expect(page).toHaveURL("/Login?next=%2Fapp%2FNotes");
  await expect(page.getByText("You were inactive")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("access"))).toBeNull();
});

test("the idle warning is accessible", async ({ page, visitor }) => {
  await goQuiet(page, visitor);
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await page.clock.resume();
  expect(await violations(page)).toEqual([]);
});
