import type { Page } from "@playwright/test";
import { places, abort } from "./accessible-places.ts";
import {
  expect,
  sideways,
  signedInTest as test,
  violations,
  violationsOfColour,
} from "./portal.ts";

const WIDE = { width: 1366, height: 900 };
const NARROW = { width: 360, height: 740 };

/** Checks the screen at both widths: in full in light, and for colours only in dark. */
async function judge(page: Page): Promise<void> {
  for (const size of [WIDE, NARROW]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await violations(page), `light, ${size.width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    expect(await violationsOfColour(page), `dark, ${size.width} px`).toEqual([]);
  }
}

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
    // Checks on every frame, where an expectation would retry only after half a second.
    await seen(page).waitFor();
    await judge(page);
    expect(broken).toEqual([]);
  });
}

test("the phone's full menu is accessible, light and dark", async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.goto("/app");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page)).toEqual([]);
  }
});

test.describe("signed out", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("Login is accessible, light and dark, empty and after a rejection", async ({ page }) => {
    await page.goto("/Login?next=%2Fapp%2FNotes");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByLabel("Member No")).toBeFocused();
    await judge(page);
    await abort("**/auth/authenticate")(page);
    await page.getByLabel("Member No").fill("MS1001");
    await page.getByLabel("Password", { exact: true }).fill("whatever");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await judge(page);
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
  "/app/AddLoanForm",
  "/app/LoanList",
  "/app/DividendList",
  "/app/SplitDividend",
];

for (const address of narrow) {
  test(`${address} never scrolls sideways, in either language`, async ({ page }) => {
    // 683 is half of 1366: what a desk shows at 200 % zoom.
    const widths = [320, 360, 599, 683, 960, 1366];
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const other of ["Kiswahili", "English"]) {
      await page.getByRole("button", { name: other }).click();
      await page.getByRole("button", { name: other }).waitFor({ state: "detached" });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 740 });
        expect(await sideways(page), `${width} px`).toBeLessThanOrEqual(0);
      }
    }
  });
}

// At 400 % zoom, a window of 1280 × 1024 shows what one of 320 × 256 does.
for (const colorScheme of ["light", "dark"] as const) {
  test(`pages can be used at 400 % zoom in ${colorScheme} forced colours`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ forcedColors: "active", colorScheme, reducedMotion: "reduce" });
    for (const [address, words] of [
      ["/app", "To do"],
      ["/app/MySettings?part=leaving", "Earliest day"],
      ["/app/MySettings?part=contribution", "Check-off by month"],
      ["/app/Transfer", "After the move"],
      ["/app/LoanStatement?loan=DL0318", "Download statement"],
      ["/Verify/AAAA-BBBB-CCCC", "We issued no document under this code"],
    ] as const) {
      await page.goto(address);
      await page.getByText(words).first().waitFor();
      expect(await sideways(page), address).toBeLessThanOrEqual(0);
      // axe reads the page's own colour of a button's text, not the forced one that is drawn.
      const found = (await violations(page)).filter((one) => !one.startsWith("color-contrast:"));
      expect(found, address).toEqual([]);
      expect(await lostIcons(page), address).toEqual([]);
    }
  });
}

/** Returns the icons that have not taken the colour of the text, which a person chose to see. */
function lostIcons(page: Page): Promise<string[]> {
  return page.locator("main svg:visible").evaluateAll((icons) =>
    icons
      .filter((icon) => !icon.closest("[role=img], figure"))
      .filter((icon) => {
        const text = getComputedStyle(icon.parentElement ?? icon).color;
        return getComputedStyle(icon).color !== text;
      })
      .map((icon) => icon.parentElement?.outerHTML.slice(0, 100) ?? ""),
  );
}

test.describe("on a phone", () => {
  test.use({ viewport: NARROW, hasTouch: true, isMobile: true });

  test("main controls are at least 44 px high on a phone", async ({ page }) => {
    for (const address of [
      "/",
      "/SignUp",
      "/ChangePassword",
      "/app",
      "/app/ShareStatement",
      "/app/AddLoanForm",
      "/app/SplitDividend",
    ]) {
      await page.goto(address);
      await page.getByRole("heading", { level: 1 }).waitFor();
      const controls = page.locator("button:visible, input:visible, nav a:visible");
      const heights = await controls.evaluateAll((elements) =>
        elements.map((element) => {
          // A checkbox is pressed by its label.
          const label = element instanceof HTMLInputElement && element.labels?.[0];
          const isTicked = element.getAttribute("type") === "checkbox";
          const pressed = isTicked && label ? label : element;
          const { height } = pressed.getBoundingClientRect();
          return { height, name: element.outerHTML.slice(0, 120) };
        }),
      );
      expect(heights).not.toEqual([]);
      expect(heights.filter(({ height }) => height < 42)).toEqual([]);
    }
  });
});
