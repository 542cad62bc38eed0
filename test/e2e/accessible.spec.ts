import type { Locator, Page } from "@playwright/test";
import {
  expect,
  sideways,
  signedInTest as test,
  violations,
  violationsOfColour,
} from "./portal.ts";

interface Place {
  readonly name: string;
  readonly address: string;
  /** What must be on the screen before it is judged. */
  readonly seen: (page: Page) => Locator;
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly reach?: (page: Page) => Promise<void>;
}

const heading =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole("heading", { level: 1, name });
const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(words).first();
const abort =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, (route) => route.abort());
const hold =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, () => undefined);

async function failSignUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Up" }).click();
}

async function sendCode(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("XX408");
  await page.getByRole("button", { name: "Send Otp" }).click();
}

async function openMenu(page: Page): Promise<void> {
  const narrow = (page.viewportSize()?.width ?? 0) < 960;
  if (narrow) await page.getByRole("button", { name: "Menu", exact: true }).click();
}

const places: readonly Place[] = [
  { name: "the landing page", address: "/", seen: text("All notices") },
  {
    name: "the landing page without notices",
    address: "/",
    arrange: abort("**/notices"),
    seen: text("We could not load the notices"),
  },
  { name: "Create an Account", address: "/SignUp", seen: heading("Create an Account") },
  {
    name: "Create an Account with errors",
    address: "/SignUp",
    reach: failSignUp,
    seen: text("Please fill this in."),
  },
  { name: "Change Password", address: "/ChangePassword", seen: heading("Change Password") },
  {
    name: "Change Password with a code sent",
    address: "/ChangePassword",
    arrange: (page) =>
      page.route("**/auth/registerOtp", (route) =>
        route.fulfill({ json: { code: 200, message: "Otp Sent Successful" } }),
      ),
    reach: sendCode,
    seen: text(/lasts 5 minutes/),
  },
  { name: "Information", address: "/Information", seen: text("The office") },
  {
    name: "Information while it loads",
    address: "/Information",
    arrange: hold("**/notices"),
    seen: (page) => page.getByRole("status", { name: "Loading the notices" }),
  },
  { name: "an unknown address", address: "/nothing", seen: heading("There is no page here") },
  { name: "the profile", address: "/app", seen: heading(/^Welcome, /) },
  {
    name: "the profile while it loads",
    address: "/app",
    arrange: hold("**/api/v1/*/**"),
    seen: (page) => page.getByRole("status", { name: "Loading your profile" }),
  },
  {
    name: "the profile when it fails",
    address: "/app",
    arrange: abort("**/MS*"),
    seen: text("We could not load your details"),
  },
  { name: "the menu", address: "/app", reach: openMenu, seen: heading(/^Welcome, /) },
  { name: "Notes", address: "/app/Notes", seen: heading("Notes") },
  {
    name: "a page that is not open",
    address: "/app/Questions",
    seen: text("This part is not open yet"),
  },
  { name: "the savings statement", address: "/app/ShareStatement", seen: text("Total Amount") },
  {
    name: "a search that finds nothing",
    address: "/app/ShareStatement",
    reach: (page) => page.getByRole("searchbox").fill("nothing like it"),
    seen: text("Clear the search"),
  },
  {
    name: "a statement while it loads",
    address: "/app/ShareStatement",
    arrange: hold("**/statements/savings?**"),
    seen: (page) => page.getByRole("status", { name: "Loading your statement" }),
  },
  {
    name: "a statement that fails",
    address: "/app/ShareStatement",
    arrange: abort("**/statements/savings?**"),
    seen: text("We could not load your statement"),
  },
  {
    name: "a period the wrong way round",
    address: "/app/ShareStatement?from=2026-02-01&to=2026-01-01",
    seen: text("The first day is after the last."),
  },
  {
    name: "a quiet period",
    address: "/app/ShareStatement?from=2019-01-01&to=2019-01-31",
    seen: text("Nothing moved in this period"),
  },
  { name: "share capital", address: "/app/ShareCapital", seen: text("Total Amount") },
  { name: "dividends", address: "/app/DividendList", seen: text("Total Amount") },
  {
    name: "the loans",
    address: "/app/LoanStatement",
    seen: text(/Total Amount|You owe no loan/),
  },
  { name: "guarantees", address: "/app/GurantorList", seen: text("Total Amount") },
  { name: "withdrawable", address: "/app/WithdrawableStatement", seen: text("Total Amount") },
  {
    name: "a loan that is not there",
    address: "/app/LoanStatement?loan=NONE-1",
    seen: text("We could not load this loan"),
  },
  { name: "Verify", address: "/Verify", seen: heading("Check a printed statement") },
  {
    name: "Verify with an unknown code",
    address: "/Verify/AAAA-BBBB-CCCC",
    seen: text("We issued no statement under this code"),
  },
  {
    name: "Verify with a misread code",
    address: "/Verify/0000",
    seen: text("A code has 12 letters"),
  },
];

for (const { name, address, arrange, reach, seen } of places) {
  test(`${name} is accessible, light and dark, within the security policy`, async ({ page }) => {
    const broken: string[] = [];
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted/.test(message.text())) broken.push(message.text());
    });
    page.on("pageerror", (error) => broken.push(error.message));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await arrange?.(page);
    await page.goto(address);
    await reach?.(page);
    await expect(seen(page)).toBeVisible();
    expect(await violations(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await violationsOfColour(page), "dark").toEqual([]);
    expect(broken).toEqual([]);
  });
}

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("Login is accessible, light and dark, empty and refused", async ({ page }) => {
    await page.goto("/Login?next=%2Fapp%2FNotes");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.getByLabel("Member No").fill("");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByLabel("Member No")).toBeFocused();
      expect(await violations(page)).toEqual([]);
      await abort("**/auth/authenticate")(page);
      await page.getByLabel("Member No").fill("MS1001");
      await page.getByLabel("Password", { exact: true }).fill("whatever");
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    }
  });
});

const narrow = [
  "/",
  "/SignUp",
  "/ChangePassword",
  "/Information",
  "/Verify",
  "/app",
  "/nothing",
  "/app/ShareStatement",
  "/app/ShareCapital",
  "/app/GurantorList",
  "/app/LoanStatement",
];

for (const address of narrow) {
  test(`${address} never scrolls sideways, in either language`, async ({ page, isMobile }) => {
    // 683 is half of 1366: what a desk shows at 200 % zoom.
    const widths = isMobile ? [320, 360, 599] : [683, 960, 1366];
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const other of ["Kiswahili", "English"]) {
      await page.getByRole("button", { name: other }).click();
      await expect(page.getByRole("button", { name: other })).toHaveCount(0);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        expect(await sideways(page), `${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

test("main controls are at least 44 px high on a phone", async ({ page, isMobile }) => {
  test.skip(!isMobile, "targets matter where a thumb presses them");
  for (const address of ["/", "/SignUp", "/ChangePassword", "/app", "/app/ShareStatement"]) {
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
