import type { Page } from "@playwright/test";
import { hold } from "./hold.ts";
import { expect, fits, test } from "./portal.ts";

// The worker would answer for the files that these tests hold back.
test.use({ serviceWorkers: "block" });

/** For guarantees that no width can change. */
const once = { tag: "@narrow" };

const memberNo = (page: Page) => page.getByLabel(/Member No|Nambari ya Mwanachama/);
const password = (page: Page) => page.getByLabel(/^(Password|Nenosiri)$/);

/** Opens a page without its code; returns what lets that arrive. */
async function openWithoutCode(page: Page, address = "/Login"): Promise<() => void> {
  const release = await hold(page, /\/assets\/start-.*\.js$/);
  await page.goto(address, { waitUntil: "commit" });
  // A browser paints nothing before its styles, which a test could measure all the same.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null));
  return release;
}

/** Waits until the page's own form has replaced the first. */
async function arrived(page: Page): Promise<void> {
  await expect(page.locator("#root:not([data-first]) main")).toBeVisible();
}

const shape = (page: Page) =>
  page.locator("#root").evaluate((root) =>
    [...root.querySelectorAll("header, h1, label, input, button, form a")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const said = element instanceof HTMLLabelElement ? element.textContent : element.tagName;
      return [said, x, y, width, height].join(" ");
    }),
  );

test("the login form is there before the code, and nothing moves when it comes", async ({
  page,
}) => {
  const release = await openWithoutCode(page);
  await expect(page.getByRole("heading", { name: "Log in" })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("Sacco");
  await fits(page);
  const before = await shape(page);
  release();
  await arrived(page);
  expect(await shape(page)).toEqual(before);
});

test("the login form that comes first is in the chosen language", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "sw"));
  const release = await openWithoutCode(page);
  await expect(page.getByRole("heading", { name: "Ingia" })).toBeVisible();
  const before = await shape(page);
  release();
  await arrived(page);
  expect(await shape(page)).toEqual(before);
});

test("what was typed before the code came stays, with the cursor", async ({ page }) => {
  const release = await openWithoutCode(page);
  await password(page).fill("half a pass");
  await memberNo(page).pressSequentially("MS1");
  await page.keyboard.press("ArrowLeft");
  release();
  await arrived(page);
  await expect(memberNo(page)).toBeFocused();
  await page.keyboard.type("9");
  await expect(memberNo(page)).toHaveValue("MS91");
  await expect(password(page)).toHaveValue("half a pass");
});

test(
  "Log in pressed before the code came logs in once it is there",
  once,
  async ({ page, visitor }) => {
    const release = await openWithoutCode(page);
    await memberNo(page).fill(visitor.memberNo);
    await password(page).fill(visitor.password);
    await password(page).press("Enter");
    await expect(page.getByRole("button", { name: "Log in" })).toHaveAttribute("aria-disabled");
    release();
    await expect(page.getByText("Logged in")).toBeVisible();
    await expect(page).toHaveURL(/\/app$/);
  },
);

test("Show pressed before the code came shows the password then", once, async ({ page }) => {
  const release = await openWithoutCode(page);
  await password(page).fill("si hii");
  await page.getByRole("button", { name: "Show: Password" }).click();
  release();
  await arrived(page);
  await expect(password(page)).toHaveAttribute("type", "text");
  await expect(password(page)).toHaveValue("si hii");
});

test("a phone marked as shared before the code came is a shared one", once, async ({ page }) => {
  const release = await openWithoutCode(page);
  await page.getByLabel("Shared phone").check();
  release();
  await arrived(page);
  await expect(page.getByLabel("Shared phone")).toBeChecked();
  expect(await page.evaluate(() => localStorage.getItem("shared"))).toBe("on");
  await page.reload();
  await expect(page.getByLabel("Shared phone")).toBeChecked();
});

test("the form says nothing of a failure while the code is on its way", once, async ({ page }) => {
  await openWithoutCode(page);
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByText("This page could not be loaded")).toBeHidden();
});

test("no password is in an address where the code never comes", once, async ({ page, visitor }) => {
  await openWithoutCode(page);
  await memberNo(page).fill(visitor.memberNo);
  await password(page).fill(visitor.password);
  await password(page).press("Enter");
  await expect(page.getByRole("button", { name: "Log in" })).toHaveAttribute("aria-disabled");
  await expect(page).toHaveURL(/\/Login$/);
  await expect(password(page)).toHaveValue(visitor.password);
});

const shown = { useInnerText: true };

for (const files of ["start", "libraries", "(en|sw)"]) {
  test(`the form says so where ${files} does not come`, once, async ({ page }) => {
    const missing = new RegExp(`/assets/${files}-.*\\.js$`);
    await page.route(missing, (route) => route.abort());
    await page.goto("/Login");
    const alert = page.getByRole("alert");
    await expect(alert).toHaveText("This page could not be loaded. Reload", shown);
    await page.route("**", (route) => route.abort());
    await page.getByRole("link", { name: "Reload" }).click();
    const still = "This page could not be loaded. No connection. Reload";
    await expect(alert).toHaveText(still, shown);
    await page.unrouteAll();
    await page.getByRole("link", { name: "Reload" }).click();
    await arrived(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
}

for (const address of ["/Login?next=%2Fapp%2FMyLoans", "/SignUp", "/"]) {
  test(`no login form comes first at ${address}`, once, async ({ page }) => {
    const release = await openWithoutCode(page, address);
    await expect(page.locator("#root")).toBeAttached();
    await expect(page.locator("form")).toHaveCount(0);
    release();
    await arrived(page);
  });
}

test("no login form comes first for somebody who is logged in", once, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("access", "a token"));
  await openWithoutCode(page);
  await expect(page.locator("#root")).toBeAttached();
  await expect(page.locator("form")).toHaveCount(0);
});
