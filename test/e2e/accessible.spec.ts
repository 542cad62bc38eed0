import type { Page } from "@playwright/test";
import { expect, sideways, signedInTest as test, violations } from "./portal.ts";

interface Place {
  readonly name: string;
  readonly address: string;
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly reach?: (page: Page) => Promise<void>;
}

async function failSignUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByLabel("Member No")).toBeFocused();
}

async function sendCode(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("XX408");
  await page.getByRole("button", { name: "Send Otp" }).click();
  await expect(page.getByRole("button", { name: /Send OTP again/ })).toBeVisible();
}

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
}

const answerOtp = (page: Page): Promise<unknown> =>
  page.route("**/auth/registerOtp", (route) => route.fulfill({ json: { code: 200, message: "" } }));
const abort =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, (route) => route.abort());
const hold =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, () => undefined);

const places: readonly Place[] = [
  { name: "the landing page", address: "/" },
  { name: "the landing page without notices", address: "/", arrange: abort("**/notices") },
  { name: "Create an Account", address: "/SignUp" },
  { name: "Create an Account with errors", address: "/SignUp", reach: failSignUp },
  { name: "Change Password", address: "/ChangePassword" },
  {
    name: "Change Password with a code sent",
    address: "/ChangePassword",
    arrange: answerOtp,
    reach: sendCode,
  },
  { name: "Information", address: "/Information" },
  { name: "Information while it loads", address: "/Information", arrange: hold("**/notices") },
  { name: "an unknown address", address: "/nothing" },
  { name: "the profile", address: "/app" },
  { name: "the profile while it loads", address: "/app", arrange: hold("**/api/v1/*/**") },
  { name: "the profile when it fails", address: "/app", arrange: abort("**/MS*") },
  { name: "the menu", address: "/app", reach: openMenu },
  { name: "Notes", address: "/app/Notes" },
  { name: "a page that is not open", address: "/app/GurantorList" },
];

for (const scheme of ["light", "dark"] as const) {
  for (const { name, address, arrange, reach } of places) {
    test(`${name} is accessible, ${scheme}, and keeps the security policy`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const broken: string[] = [];
      page.on("console", (message) => {
        if (/Content Security Policy|Trusted/.test(message.text())) broken.push(message.text());
      });
      page.on("pageerror", (error) => broken.push(error.message));
      await arrange?.(page);
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.waitForTimeout(arrange ? 900 : 250);
      await reach?.(page);
      expect(await violations(page)).toEqual([]);
      expect(broken).toEqual([]);
    });
  }
}

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const scheme of ["light", "dark"] as const) {
    test(`Login is accessible, ${scheme}, empty and refused`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await page.goto("/Login?next=%2Fapp%2FNotes");
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Log in" }).click();
      expect(await violations(page)).toEqual([]);
      await abort("**/auth/authenticate")(page);
      await page.getByLabel("Member No").fill("MS1001");
      await page.getByLabel("Password", { exact: true }).fill("whatever");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
  }
});

for (const width of [320, 360, 683, 960, 1366]) {
  test(`nothing scrolls sideways at ${width} px, in either language`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const address of ["/", "/SignUp", "/ChangePassword", "/Information", "/app", "/nothing"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await sideways(page), address).toBeLessThanOrEqual(0);
      await page.getByRole("button", { name: "Kiswahili" }).click();
      await expect(page.getByRole("button", { name: "English" })).toBeVisible();
      expect(await sideways(page), `${address} in Kiswahili`).toBeLessThanOrEqual(0);
      await page.getByRole("button", { name: "English" }).click();
    }
  });
}

test("main controls are at least 44 px high on a phone", async ({ page, isMobile }) => {
  test.skip(!isMobile, "targets matter where a thumb presses them");
  for (const address of ["/", "/SignUp", "/ChangePassword", "/app"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const controls = page.locator("button:visible, input:visible, nav a:visible");
    for (const control of await controls.all()) {
      const box = await control.boundingBox();
      const name = await control.evaluate((element) => element.outerHTML.slice(0, 120));
      expect(box?.height, name).toBeGreaterThanOrEqual(42);
    }
  }
});
