import { expect, test } from "./portal.ts";

test("one tap changes the language, and the choice is kept", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect(page.getByRole("link", { name: "Fungua akaunti" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "sw-KE");
  await page.reload();
  await page.getByRole("link", { name: "Ingia", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ingia");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Log in");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-KE");
});

test("the server's messages are in the member's language", async ({ page }) => {
  await page.goto("/Login");
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await page.getByLabel("Nambari ya Mwanachama").fill("XX407");
  await page.getByLabel("Nenosiri", { exact: true }).fill("si-hii-hapa");
  await page.getByRole("button", { name: "Ingia" }).click();
  await expect(page.getByRole("alert")).toContainText("si sahihi");
});

test("the input stays when the language changes", async ({ page }) => {
  await page.goto("/Login");
  await page.getByLabel("Member No").fill("MS1001");
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect(page.getByLabel("Nambari ya Mwanachama")).toHaveValue("MS1001");
});

test("the theme follows the system until it is switched, and is kept", async ({ page }) => {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const light = await background();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.getByRole("button", { name: /^Theme/ }).click();
  expect(await background()).toBe(light);
  await page.reload();
  expect(await background()).toBe(light);
  await page.getByRole("button", { name: /^Theme/ }).click();
  expect(await background()).toBe(dark);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
});

test("the society's own accent colours the page before it is drawn", async ({ page }) => {
  await page.goto("/");
  const hue = await page.evaluate(() =>
    document.documentElement.style.getPropertyValue("--accent-h"),
  );
  expect(Number(hue)).toBeGreaterThan(0);
});
