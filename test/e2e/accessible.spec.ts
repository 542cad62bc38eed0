import type { Locator, Page } from "@playwright/test";
import { answerSplit } from "../shots/split-states.ts";
import { abort, places } from "./accessible-places.ts";
import { everyPage } from "./every-page.ts";
import {
  expect,
  faintFigures,
  fitsZoomed,
  sideways,
  signedInTest as test,
  violations,
  violationsInForcedColours,
  violationsOfColour,
  zoom,
} from "./portal.ts";

const WIDE = { width: 1366, height: 900 };
const NARROW = { width: 360, height: 740 };

/**
 * Checks the screen at both widths: in full in light and in forced colours, and for colours only in
 * dark.
 */
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
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    expect(await violationsInForcedColours(page), `forced, ${size.width} px`).toEqual([]);
    await page.emulateMedia({ forcedColors: null });
  }
}

for (const { name, address, arrange, reach, seen } of places) {
  test(`${name} is accessible, light, dark and forced, within the security policy`, async ({
    page,
  }) => {
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
    // An answer that the arrangement changes on its way may come after the end.
    await page.unrouteAll({ behavior: "ignoreErrors" });
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

for (const { address, words, arrange } of everyPage) {
  test(`${address} never scrolls sideways, in either language`, async ({ page }) => {
    // 683 is half of 1366: what a desk shows at 200 % zoom.
    const widths = [320, 360, 599, 683, 768, 960, 1200, 1366];
    await arrange?.(page);
    // Other journeys log in as this member, and would read in the language of the moment.
    await page.route("**/api/v1/language", async (route) => {
      await route.fulfill({ json: route.request().postDataJSON() as unknown });
    });
    await page.goto(address);
    await page.getByText(words).first().waitFor();
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

for (const { address, words, arrange } of everyPage) {
  test(`${address} can be used at 400 % zoom in forced colours`, async ({ page }) => {
    await arrange?.(page);
    await seenZoomed(page, address, words);
  });
}

async function seenZoomed(page: Page, address: string, words: string | RegExp): Promise<void> {
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
    await page.locator("h1").click();
    expect(await outline(page.locator("label").filter({ has: radio })), name).toBe("solid");
    const other = page.getByRole("radio", { checked: false }).first();
    expect(await outline(page.locator("label").filter({ has: other })), name).toBe("none");
    const menu = page.getByRole("navigation").first();
    expect(await outline(menu.locator("[aria-current]").first()), "menu").toBe("solid");
    expect(await outline(menu.locator("a:not([aria-current])").first()), "menu").toBe("none");
  }
  await page.goto("/app/ShareStatement");
  expect(await outline(page.getByRole("button", { pressed: true }))).toBe("solid");
  expect(await outline(page.getByRole("button", { pressed: false }))).toBe("none");
});

test("high contrast frames each month to choose", { tag: "@wide" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/app/AddLoanForm");
  const month = page.locator("label").filter({ has: page.getByRole("radio", { checked: false }) });
  await expect(month.first()).toHaveCSS("border-style", "solid");
});

test("high contrast shows the focus on what is chosen", { tag: "@wide" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/app/AddLoanForm");
  await page.getByRole("radio", { name: "3", exact: true }).press("Space");
  const chosen = page.locator("label").filter({ has: page.getByRole("radio", { checked: true }) });
  expect(await outline(chosen)).toBe("double");
  await page.goto("/app/ShareStatement");
  const preset = page.getByRole("button", { pressed: true });
  await preset.press("Space");
  expect(await outline(preset)).toBe("double");
});

test("high contrast greys a button that cannot be pressed", { tag: "@wide" }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await answerSplit()(page);
  await page.goto("/app/SplitDividend");
  const submit = page.getByRole("button", { name: "Submit" });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  const colours = await submit.evaluate((button) => {
    const grey = document.createElement("i");
    grey.style.color = "GrayText";
    document.body.append(grey);
    const { color, borderColor } = getComputedStyle(button);
    return { color, borderColor, grey: getComputedStyle(grey).color };
  });
  expect(colours).toEqual({ color: colours.grey, borderColor: colours.grey, grey: colours.grey });
  const text = await page.locator("h1").evaluate((title) => getComputedStyle(title).color);
  expect(colours.grey).not.toBe(text);
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
