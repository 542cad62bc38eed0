import type { Locator, Page } from "@playwright/test";
import { expect, fits, openSession, staffPassword, test, violations } from "./portal.ts";

/** Returns the parts of the header that are cut off, overlap something, or cross the edge. */
function headerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const header = document.querySelector("header");
    const brand = header?.querySelector("a");
    const names = [...(header?.querySelectorAll("b") ?? [])].map((one) => one.parentElement);
    const shown = [brand, ...(header?.querySelectorAll("button") ?? []), names[0]]
      .flatMap((element) => (element instanceof HTMLElement ? [element] : []))
      .filter((element) => element.offsetWidth > 1);
    const boxes = shown.map((element) => element.getBoundingClientRect());
    const name = [...(brand?.querySelectorAll("span") ?? [])].find((span) => span.offsetWidth > 0);
    const cut = name && name.scrollWidth > name.clientWidth ? ["the name is cut"] : [];
    const over = boxes.flatMap(({ left, right }, at) => {
      const before = boxes[at - 1]?.right ?? 0;
      return left < before || right > window.innerWidth ? [shown[at]?.innerText ?? ""] : [];
    });
    return [...cut, ...over];
  });
}

async function judgeHeader(page: Page): Promise<void> {
  for (const width of [320, 360, 412, 600, 768]) {
    await page.setViewportSize({ width, height: 740 });
    for (const language of ["Kiswahili", "English"]) {
      expect(await headerFaults(page), `${width} px`).toEqual([]);
      await page.getByRole("button", { name: language }).click();
      await page.getByRole("button", { name: language }).waitFor({ state: "detached" });
    }
  }
}

const both = { tag: "@both" };
const clerk = { memberNo: "ST9001", password: staffPassword };

const menuOfClerk = {
  "Every day": [/^Loan queue/, /^Counter/, "Members"],
  Money: [/^Dividends\d*$/, /^Check-off\d*$/, /^Payments in/, /^Withdrawals/, /^Payouts/],
  Requests: [/^Approvals/, /^Suggestions/, /^Contact changes/, /^Exits/, /^Data requests/],
  Accounts: ["Import", /^Bank reconciliation/, /^Books/],
  "The society": ["Notices"],
  You: ["My security"],
};

/** Returns the icons that more than one entry of a menu uses. */
function sharedIcons(menu: Locator): Promise<string[]> {
  return menu.locator("svg").evaluateAll((icons) => {
    const drawn = icons.map((icon) => icon.innerHTML);
    return drawn.filter((one, at) => drawn.indexOf(one) !== at);
  });
}

test.describe("staff", () => {
  test.use({
    storageState: async ({ playwright, baseURL }, use) => {
      const context = await playwright.request.newContext({ baseURL: baseURL ?? "" });
      await use(await openSession(context, clerk));
      await context.dispose();
    },
  });

  test(
    "staff land at their desk, with a menu of what their role may open",
    both,
    async ({ page, isMobile }) => {
      await page.goto("/app");
      await expect(page.getByRole("banner")).toContainText("Clerk");
      if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
      const menu = isMobile
        ? page.getByRole("dialog", { name: "Full menu" })
        : page.getByRole("navigation", { name: "Menu" });
      await expect(menu.getByRole("link")).toHaveText(Object.values(menuOfClerk).flat());
      for (const [name, entries] of Object.entries(menuOfClerk)) {
        const group = menu.getByRole("list", { name, exact: true });
        await expect(group.getByRole("link")).toHaveText(entries);
      }
      expect(await sharedIcons(menu)).toEqual([]);
      expect(await violations(page)).toEqual([]);
    },
  );

  const narrow = { tag: "@narrow" };
  test(
    "a narrow header keeps the society's name whole, the bar below fills its width",
    narrow,
    async ({ page }) => {
      await page.goto("/app");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await judgeHeader(page);
      const bar = page.getByRole("navigation", { name: "Main" });
      await page.setViewportSize({ width: 360, height: 740 });
      const last = await bar.getByRole("button").boundingBox();
      expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(360, 0);
    },
  );

  test(
    "the menu of a low screen scrolls to the current entry, and to its end by keyboard",
    both,
    async ({ page, isMobile }) => {
      await page.setViewportSize(
        isMobile ? { width: 360, height: 520 } : { width: 1366, height: 460 },
      );
      await page.goto("/app/MySecurity");
      const menu = isMobile
        ? page.getByRole("dialog", { name: "Full menu" })
        : page.getByRole("navigation", { name: "Menu" });
      if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
      else await expect(menu.getByRole("link", { name: "My security" })).toBeInViewport();
      await menu.getByRole("link", { name: "Notices" }).focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Tab");
      if (isMobile) await page.keyboard.press("Tab");
      await expect(menu.getByRole("button", { name: "Log Out" })).toBeFocused();
      await expect(menu.getByRole("button", { name: "Log Out" })).toBeInViewport({ ratio: 1 });
      await menu.getByRole("link", { name: /^Loan queue/ }).click();
      await expect(page).toHaveURL(/LoanQueue$/);
    },
  );

  test("a page beyond one's role says who may open it, a member's leads to the desk", async ({
    page,
  }) => {
    await page.goto("/app/LoanPolicy");
    await expect(page.getByText("You are signed in as Clerk.")).toBeVisible();
    await page.goto("/app/ShareStatement");
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByRole("heading", { level: 1, name: "Loan queue" })).toBeVisible();
  });
});

test.describe("members", () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test(
    "a member's narrow header keeps the society's name whole too",
    { tag: "@narrow" },
    async ({ page }) => {
      await page.goto("/app");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await judgeHeader(page);
    },
  );

  test("a member who opens one of the office's pages sees a friendly message", async ({ page }) => {
    for (const address of ["/app/Instant", "/app/AddMemberForm", "/app/UpdateLoanData"]) {
      await page.goto(address);
      await expect(page.getByText("This part is for the Sacco's staff")).toBeVisible();
    }
    await fits(page);
  });
});
