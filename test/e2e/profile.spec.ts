import type { Page } from "@playwright/test";
import { languages } from "#shared/language.ts";
import { hold } from "./hold.ts";
import { test as societyTest } from "./own-society.ts";
import { expect, memberPassword, openSession, signedInTest as test } from "./portal.ts";

declare global {
  /** The sum of the layout shifts of the page. */
  var shifted: number;
}

const labels = ["Member No", "Mobile No", "Email", "Id no", "Next of Kin 1", "Next of Kin 3"];

test("the profile shows the register's details and the three totals", async ({
  page,
  signedIn,
  isMobile,
}) => {
  const kept = signedIn.origins[0]?.localStorage ?? [];
  const token = kept.find(({ name }) => name === "access")?.value ?? "";
  const memberNo = kept.find(({ name }) => name === "member")?.value ?? "";
  const ask = async <T>(path: string): Promise<T> => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await (await page.request.get(path, { headers })).json()) as T;
  };
  const member = await ask<{ holdersName: string; idNo: string }>(`/api/v1/member/${memberNo}`);

  await page.goto("/app");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Welcome, ${member.holdersName}`,
  );
  if (isMobile) await page.getByRole("button", { name: "Show: Your details" }).click();
  for (const label of labels) {
    await expect(page.getByRole("term").filter({ hasText: label }).first()).toBeVisible();
  }
  await expect(page.getByRole("definition").filter({ hasText: member.idNo }).first()).toBeVisible();
  const have = page.getByRole("region", { name: "What you have" });
  for (const name of ["savings", "shareCapital", "dividendPayable"]) {
    const total = await ask<number>(`/api/v1/${name}/sumTotal/${memberNo}`);
    const written = total.toLocaleString("en-KE", { minimumFractionDigits: 2 });
    await expect(have).toContainText(`Ksh ${written}`);
  }
  const beside = /Savings\s*Ksh [\d,.]+.*Withdrawable\s*Ksh [\d,.]+.*Share Capital/s;
  await expect(have).toContainText(beside);
});

test("the title of the profile names no person", async ({ page }) => {
  await page.goto("/app");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Welcome, /);
  await expect(page).toHaveTitle(/^Member Profile · /);
});

test("everything to press on the profile is 24 high or more", async ({ page }) => {
  await page.goto("/app");
  await page.waitForLoadState("networkidle");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("main :is(a, button, summary)")]
      .filter((control) => control.checkVisibility())
      .filter((control) => control.getBoundingClientRect().height < 24)
      .map((control) => control.textContent),
  );
  expect(small).toEqual([]);
});

for (const language of languages) {
  societyTest(
    `a phone's profile with four tasks is short in ${language}`,
    { tag: "@narrow" },
    async ({ society }) => {
      // The second is in arrears too, and has a fifth task.
      for (const [who, tasks] of [
        ["MS1001", 4],
        ["MS1009", 5],
      ] as const) {
        const page = await society.open(who);
        await page.addInitScript((spoken) => localStorage.setItem("language", spoken), language);
        await page.goto("/app");
        const toDo = page.getByRole("region", { name: /^(To do|Ya kushughulikia)$/ });
        await expect(toDo.locator("li h3"), who).toHaveCount(tasks);
        await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${language}`));
        await page.waitForLoadState("networkidle");
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect(height, who).toBeLessThanOrEqual(2400);
      }
    },
  );
}

test("nothing moves on a phone as answers arrive", { tag: "@narrow" }, async ({ page }) => {
  await watchShifts(page);
  // One after the other, each drawn before the next.
  let before = Promise.resolve();
  await page.route("**/api/v1/**", (route) => {
    const answer = async (earlier: Promise<void>): Promise<void> => {
      await earlier;
      await route.fulfill({ response: await route.fetch() });
      await drawn(page);
    };
    before = answer(before);
    return before;
  });
  await page.goto("/app");
  await expect(page.getByRole("region", { name: "To do" }).getByRole("heading")).not.toHaveCount(1);
  await page.waitForLoadState("networkidle");
  await drawn(page);
  expect(await page.evaluate(() => globalThis.shifted)).toBeLessThanOrEqual(0.02);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test(
  "nothing moves on a phone when recent events are known last",
  { tag: "@narrow" },
  async ({ page, playwright, baseURL, signedIn }) => {
    const memberNo = signedIn.origins[0]?.localStorage.find(({ name }) => name === "member")?.value;
    const elsewhere = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
    await openSession(elsewhere, { memberNo: memberNo ?? "", password: memberPassword });
    await elsewhere.dispose();
    await watchShifts(page);
    const release = await hold(page, "**/api/v1/sessions");
    await page.goto("/app");
    // The tasks alone wait for them.
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(1);
    await drawn(page);
    release();
    await expect(page.getByRole("heading", { name: "Recent" })).toBeVisible();
    await drawn(page);
    expect(await page.evaluate(() => globalThis.shifted)).toBeLessThanOrEqual(0.02);
  },
);

/** Adds up the layout shifts of the pages that are opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        globalThis.shifted += entry.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Waits until the page was drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
  );
}

test("the shell has the sizes of the specification", { tag: "@wide" }, async ({ page }) => {
  await page.goto("/app");
  const box = async (of: string) => page.locator(of).boundingBox();
  expect((await box("header > div"))?.width).toBe(1300);
  expect((await box("main"))?.width).toBe(1000);
  expect((await box("main"))?.height).toBeGreaterThanOrEqual(280);
  const side = page.getByRole("navigation", { name: "Menu" });
  const [first] = await side.getByRole("link").all();
  const main = await box("main");
  const link = await first?.boundingBox();
  // The entry's hover surface extends 10 beyond the column; its label is at the column's edge.
  expect((main?.x ?? 0) - 40 - ((link?.x ?? 0) + 10)).toBe(180);
});

test("the menu holds the specification's pages in its order", async ({ page, isMobile }) => {
  await page.goto("/app/Notes");
  if (isMobile) await page.getByRole("button", { name: "Menu", exact: true }).click();
  const menu = isMobile
    ? page.getByRole("dialog", { name: "Full menu" })
    : page.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link")).toHaveText([
    "Member Profile",
    "Apply Instant Loan",
    "Dividend List",
    "Loan Stmt List",
    "Guarantor List",
    "Share Capital List",
    "Share Statement",
    "W/drawable Stmt",
    "Notes",
    "Questioners",
    "Settings",
  ]);
  await expect(menu.getByRole("button").last()).toHaveText("Log Out");
});

test(
  "the phone's menu closes on Escape and restores the focus",
  { tag: "@narrow" },
  async ({ page }) => {
    await page.goto("/app/Notes");
    const open = page.getByRole("button", { name: "Menu", exact: true });
    await open.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(open).toBeFocused();
  },
);

const titles = {
  AddLoanForm: "Apply Instant Loan",
  LoanList: "Loan List",
  Questions: "Questions and suggestions",
  AddMemberForm: "For the office",
  UpdateLoanData: "For the office",
  SplitDividend: "Split Dividend",
  Instant: "For the office",
  DividendList: "Dividend Statement",
  LoanStatement: "Member Statement Summary",
  GurantorList: "Guarantor Statement",
  ShareCapital: "Share Capital Statement",
  ShareStatement: "Deposits/Savings Statement",
  WithdrawableStatement: "W/drawable Deposit Statement",
};

test("every address of the specification leads to a page inside the shell", async ({ page }) => {
  for (const [address, title] of Object.entries(titles)) {
    await page.goto(`/app/${address}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(`/app/${address}`);
    await expect(page).toHaveTitle(new RegExp(`^${title.replace("/", ".")} · `));
  }
});

test("a correctly spelt address leads to the one members know", async ({ page }) => {
  await page.goto("/app/GuarantorList");
  await expect(page).toHaveURL("/app/GurantorList");
  await page.goto("/app/Login");
  await expect(page).toHaveURL("/app");
});

test("the notices are also shown inside the shell", async ({ page }) => {
  await page.goto("/app/Notes");
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(5);
});

societyTest.describe("within the limits of production", () => {
  societyTest.use({ environment: { LIMIT_READS_PER_MINUTE: "120", LIMIT_READ_BURST: "60" } });

  societyTest(
    "a page that is loaded too often waits, and shows its figures",
    async ({ society }) => {
      const page = await society.open("MS1003");
      const statuses = new Set<number>();
      page.on("response", (response) => statuses.add(response.status()));
      while (!statuses.has(429)) await open(page);
      await open(page);
    },
  );

  async function open(page: Page): Promise<void> {
    await page.goto("/app");
    await expect(page.getByRole("region", { name: "What you have" })).toContainText("Ksh");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByText("There were too many requests.")).toHaveCount(0);
  }
});
