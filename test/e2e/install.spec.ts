import type { Page } from "@playwright/test";
import { keptPages, test } from "./cut-line.ts";
import { expect, fits, logIn, logOut } from "./portal.ts";

/** Has the browser offer to install the page, as Chromium does on a phone. */
async function offerInstall(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    const asked = () => {
      document.documentElement.dataset["asked"] = "yes";
      return Promise.resolve({ outcome: "accepted" });
    };
    dispatchEvent(Object.assign(offer, { prompt: asked }));
    return offer.defaultPrevented;
  });
}

const welcome = (page: Page) => page.getByRole("heading", { name: /^Welcome, / });
const addIt = (page: Page) => page.getByRole("button", { name: "Add it" });

test.describe("installing the portal", () => {
  test("is offered once, to a member who comes back", async ({ page, visitor }) => {
    await page.goto("/Login");
    expect(await offerInstall(page)).toBe(true);
    await logIn(page, visitor);
    await expect(welcome(page)).toBeVisible();
    await expect(page.getByText("to your home screen")).toHaveCount(0);
    await keptPages(page);
    await page.reload();
    await offerInstall(page);
    await expect(page.getByRole("heading", { name: "Read the privacy notice" })).toBeVisible();
    await expect(page.getByText("to your home screen")).toHaveCount(0);
    await logOut(page);

    await page.goto("/Login");
    await offerInstall(page);
    await logIn(page, visitor);
    await expect(page.getByText("to your home screen")).toBeVisible();
    await fits(page);
    await addIt(page).press("Enter");
    await expect(addIt(page)).toHaveCount(0);
    await expect(page.locator("html")).toHaveAttribute("data-asked", "yes");

    await page.reload();
    await offerInstall(page);
    await expect(welcome(page)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Read the privacy notice" })).toBeVisible();
    await expect(addIt(page)).toHaveCount(0);
  });

  test("is not offered on a shared phone", async ({ page, visitor }) => {
    await page.goto("/Login");
    await logIn(page, visitor);
    await expect(welcome(page)).toBeVisible();
    await keptPages(page);
    await logOut(page);
    await page.goto("/Login");
    await offerInstall(page);
    await page.getByText("Shared phone: keep nothing on it").check();
    await logIn(page, visitor);
    await expect(page.getByRole("heading", { name: "Read the privacy notice" })).toBeVisible();
    await expect(addIt(page)).toHaveCount(0);
  });
});
