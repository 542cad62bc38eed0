import { test } from "./own-society.ts";
import { expect, fits, memberPassword } from "./portal.ts";

test("a member logs out a device they did not know, and keeps language and text size", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  const other = await society.open("MS1001");

  await page.goto("/app");
  await page.getByRole("link", { name: "New login: unknown device" }).click();
  const list = page.locator("#devices");
  await expect(list.getByText("This device")).toHaveCount(1);
  await fits(page);
  await list.getByRole("button", { name: /^Log out Unknown device, logged in / }).click();
  await expect(page.getByText("Unknown device is logged out")).toBeVisible();
  await expect(list.getByRole("button")).toHaveText(["Log out all other devices"]);
  await other.goto("/app");
  await expect(other.getByRole("button", { name: "Log in" })).toBeVisible();

  await page.getByLabel("Text size").selectOption("Larger");
  await fits(page);
  const kept = page.waitForResponse("**/api/v1/language");
  await page.getByLabel("Language").selectOption("Kiswahili");
  await expect(page.getByRole("heading", { level: 1, name: "Mipangilio" })).toBeVisible();
  expect((await kept).status()).toBe(200);
  await page.reload();
  await expect(page.getByLabel("Ukubwa wa maandishi")).toHaveValue("larger");
  await fits(page);

  // Another browser, which shows English until its member logs in.
  await other.getByLabel("Member No").fill("MS1001");
  await other.getByLabel("Password", { exact: true }).fill(memberPassword);
  await other.getByRole("button", { name: "Log in" }).click();
  await expect(other.getByRole("heading", { name: /^Karibu, / })).toBeVisible();
  await expect(other.getByRole("status").filter({ hasText: "Umeingia" })).toBeVisible();
});

test("a statement that is open changes its narrations with the language", async ({ society }) => {
  const page = await society.open("MS1001");
  await page.goto("/app/ShareCapital");
  const rows = page.locator("main table").last();
  await expect(rows).toContainText(/Check-off, (?:January|June) \d{4}/);
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect(rows).toContainText(/Makato, (?:Januari|Juni) \d{4}/);
  await expect(rows).not.toContainText("Check-off");
  await page.getByRole("searchbox").fill("makato, machi");
  await expect(rows).toContainText(/Makato, Machi \d{4}/);
  await expect(rows).not.toContainText("Gawio");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("searchbox").fill("check-off, march");
  await expect(rows).toContainText(/Check-off, March \d{4}/);
});
