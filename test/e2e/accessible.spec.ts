import type { Locator, Page } from "@playwright/test";
import { answerLoans } from "../shots/loan-states.ts";
import { answerSplit } from "../shots/split-states.ts";
import { abort, places } from "./accessible-places.ts";
import {
  expect,
  faintFigures,
  fitsZoomed,
  sideways,
  signedInTest as test,
  violations,
  violationsOfColour,
  zoom,
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
    expect(await faintFigures(page), `figures in dark, ${size.width} px`).toEqual([]);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await faintFigures(page), `figures in light, ${size.width} px`).toEqual([]);
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

  test("Login can be used at 400 % zoom in forced colours", async ({ page }) => {
    await seenZoomed(page, "/Login?next=%2Fapp%2FNotes", "Forgot");
  });

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

const zoomed = [
  ["/app", "To do"],
  ["/app/MySettings?part=leaving", "Earliest day"],
  ["/app/MySettings?part=contribution", "Check-off by month"],
  ["/app/Transfer", "After the move"],
  ["/app/LoanStatement?loan=DL0318", "Download statement"],
  ["/Verify/AAAA-BBBB-CCCC", "We issued no document under this code"],
  ["/SignUp", "Create an Account"],
  ["/app/ShareStatement", "Total Amount"],
  ["/app/LoanList", "INS-2026-0002", answerLoans],
  ["/app/AddLoanForm", "Submit"],
  ["/app/SplitDividend", "Submit", answerSplit()],
  ["/app/PayIn", "Find a payment"],
] as const;

for (const [address, words, arrange] of zoomed) {
  test(`${address} can be used at 400 % zoom in forced colours`, async ({ page }) => {
    await arrange?.(page);
    await seenZoomed(page, address, words);
  });
}

async function seenZoomed(page: Page, address: string, words: string): Promise<void> {
  await zoom(page);
  await page.goto(address);
  await page.getByText(words).first().waitFor();
  await fitsZoomed(page);
}

test("high contrast shows what is chosen", { tag: "@wide" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const chosen = [
    ["/app/AddLoanForm", "3"],
    ["/app/Questions", "Suggestion"],
  ] as const;
  for (const [address, name] of chosen) {
    await page.goto(address);
    const radio = page.getByRole("radio", { name, exact: true });
    await radio.check();
    expect(await outline(page.locator("label").filter({ has: radio })), name).toBe("solid");
    const other = page.getByRole("radio", { checked: false }).first();
    expect(await outline(page.locator("label").filter({ has: other })), name).toBe("none");
    const menu = page.getByRole("navigation").first();
    expect(await outline(menu.locator("[aria-current]").first()), "menu").toBe("solid");
    expect(await outline(menu.locator("a:not([aria-current])").first()), "menu").toBe("none");
  }
});

const outline = (part: Locator) =>
  part.first().evaluate((element) => getComputedStyle(element).outlineStyle);

test("a fade that begins while colours are judged is judged by its end", async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Fade</title><main><h1>Fade</h1>
    <button style="background: black; color: white; transition: background 60s">Press</button>`);
  expect(await violationsOfColour(page)).toEqual([]);
  await page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run: (...given: unknown[]) => unknown } };
    const { run } = axe;
    axe.run = (...given) => {
      const button = document.querySelector("button");
      if (button) Object.assign(button.style, { background: "white", color: "#222" });
      return run(...given);
    };
  });
  expect(await violationsOfColour(page)).toEqual([]);
});
