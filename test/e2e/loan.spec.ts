import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { firstFigureInFirstScreen } from "./first-screen.ts";
import { codesOf } from "./pdf-codes.ts";
import { expect, fits, memberPassword, openSession, test as base, violations } from "./portal.ts";

const signedInAs = (memberNo: string) =>
  base.extend({
    storageState: async ({ playwright, baseURL }, use) => {
      const context = await playwright.request.newContext({ baseURL: baseURL ?? "" });
      await use(await openSession(context, { memberNo, password: memberPassword }));
      await context.dispose();
    },
  });

/** A member with a loan, used by no other test. */
const test = signedInAs("MS1009");
/** One whose development loan runs for years. */
const longBorrowerTest = signedInAs("MS1001");
/** One from whom a deduction too many came. */
const overpaidTest = signedInAs("MS1006");

longBorrowerTest("an instalment of a later month is not called due", async ({ page }) => {
  await page.goto("/app/LoanStatement?loan=DL0318");
  const instalments = page.getByRole("table", { name: "Schedule" }).locator("tbody tr");
  await expect(instalments.last()).toContainText("Not due yet");
  await expect(instalments.last()).not.toContainText(/\b(Due|Overdue)\b/);
});

longBorrowerTest(
  "the summary of loans has its first figure within the first screen of a phone",
  { tag: "@narrow" },
  async ({ page }) => {
    await page.goto("/app/LoanStatement");
    await firstFigureInFirstScreen(page);
  },
);

const cents = (text: string): number => Math.round(Number(text.replaceAll(",", "")) * 100);

test("a loan opens with its schedule, what was paid and what is left", async ({ page }) => {
  await page.goto("/app/LoanStatement");
  const link = page.getByRole("main").getByRole("table").getByRole("link").first();
  const loanNo = await link.innerText();
  await link.click();
  const heading = page.getByRole("heading", { level: 1, name: `Loan ${loanNo}` });
  await expect(heading).toBeFocused();
  await expect(page).toHaveURL(`/app/LoanStatement?loan=${loanNo}`);
  const figures = page.getByRole("region", { name: "The loan in figures" });
  const [left = "", paid = ""] = (await figures.innerText()).match(/[\d,]+\.\d\d/g) ?? [];
  const schedule = page.getByRole("table", { name: "Schedule" });
  const total = (await schedule.locator("tfoot").innerText()).match(/[\d,]+\.\d\d/g) ?? [];
  const paidSoFar = await page
    .getByRole("region", { name: "The loan in figures" })
    .locator("div")
    .filter({ hasText: /^Paid so far/ })
    .innerText();
  expect(paid === "" || left === "").toBe(false);
  const settled = cents(/[\d,]+\.\d\d/.exec(paidSoFar)?.[0] ?? "0");
  expect(cents(left) + settled).toBe(cents(total[0] ?? ""));
  await expect(schedule.getByText(/^(Paid|Partly paid|Due|Overdue)$/).first()).toBeVisible();
  await page.getByText("Show as a table").click();
  await expect(page.getByRole("table", { name: "Balance over time" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page)).toEqual([]);
  }
  await page.getByRole("link", { name: "All loans" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Member Statement Summary");
});

test(
  "a late loan says within a phone's first screen how much is overdue, and since when",
  { tag: "@narrow" },
  async ({ page }) => {
    await page.goto("/app/LoanStatement?loan=IL1987");
    const late = page
      .getByRole("region", { name: "The loan in figures" })
      .locator("div")
      .filter({ hasText: /^Overdue/ });
    await expect(late).toHaveText(/^OverdueKsh [\d,]+\.00since \d+ \w+ \d{4}$/);
    const box = await late.getByRole("paragraph").boundingBox();
    const bar = await page.getByRole("navigation", { name: "Main" }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    await fits(page);
  },
);

test("the dashboard shows the loan, its next instalment and a link to it", async ({ page }) => {
  await page.goto("/app");
  const loans = page.getByRole("region", { name: "Loans" });
  await expect(loans.locator("tfoot")).toContainText("Owed in all");
  await loans.getByRole("table").getByRole("link").first().click();
  await expect(page).toHaveURL(/\?loan=/);
});

test("the profile says what is overdue on a loan", async ({ page }) => {
  await page.goto("/app");
  const row = page.getByRole("region", { name: "Loans" }).getByRole("row");
  await expect(row.filter({ hasText: "IL1987" })).toContainText(/Overdue [46],\d{3}\.00/);
  await fits(page);
});

test("the profile says what is overdue before what is due next", async ({ page }) => {
  await page.route("**/overview", async (route) => {
    const json = (await (await route.fetch()).json()) as { readonly loans: readonly object[] };
    const loans = json.loans.map((loan) => ({ ...loan, nextDueOn: "2099-12-28", nextDue: 2090 }));
    await route.fulfill({ json: { ...json, loans } });
  });
  await page.goto("/app");
  const row = page.getByRole("region", { name: "Loans" }).getByRole("row");
  const late = row.filter({ hasText: "IL1987" }).getByRole("cell").filter({ hasText: "Overdue" });
  await expect(late).toHaveText(/^Overdue [46],\d{3}\.00\s*2,090\.00 28 Dec 2099$/);
  await fits(page);
});

overpaidTest("the profile says that an overpaid loan is refunded", async ({ page }) => {
  await page.goto("/app");
  const row = page.getByRole("region", { name: "Loans" }).getByRole("row");
  const refund = "Overpaid by 3,449.00; the office will refund it.";
  await expect(row.filter({ hasText: "IL1904" })).toContainText(refund);
  await fits(page);
});

/** Checks that a balance and the total are in sight; the table is never scrolled sideways. */
async function balancesInSight(page: Page, card: string, balance: string | RegExp): Promise<void> {
  const loans = page.getByRole("region", { name: card, exact: true });
  // The cards above it may still grow.
  await expect(async () => {
    await loans.scrollIntoViewIfNeeded();
    const soon = { ratio: 1, timeout: 1000 };
    await expect(loans.locator("tbody").getByText(balance).last()).toBeInViewport(soon);
    await expect(loans.locator("tfoot td").last()).toBeInViewport(soon);
  }).toPass();
}

overpaidTest("the balance of an overpaid loan is in sight beside its refund", async ({ page }) => {
  await page.goto("/app");
  await balancesInSight(page, "Loans", "−3,449.00");
});

test("the balance of a late loan is in sight in Kiswahili too", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "sw"));
  await page.goto("/app");
  await balancesInSight(page, "Mikopo", /^[46],\d{3}\.00$/);
});

/** The words of an element that are broken over two lines. */
function brokenWords(element: Element): string[] {
  const text = element.firstChild as Text;
  return [...text.data.matchAll(/\S+/g)]
    .filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    })
    .map(([word]) => word);
}

test("the words of a loan's purpose stay whole in Kiswahili too", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("language", "sw"));
  await page.goto("/app");
  const loans = page.getByRole("region", { name: "Mikopo", exact: true });
  const purpose = loans.getByText("Funeral expenses", { exact: true });
  expect(await purpose.evaluate(brokenWords)).toEqual([]);
});

overpaidTest(
  "what is overpaid on one loan lowers nothing that is owed in all",
  async ({ page }) => {
    await page.goto("/app");
    const loans = page.getByRole("region", { name: "Loans" });
    await expect(loans.locator("tbody")).toContainText("−3,449.00");
    await expect(loans.locator("tfoot")).toHaveText(/^Owed in all0\.00$/);
  },
);

overpaidTest(
  "the loans' summary tells what was paid too much from what is owed",
  async ({ page }) => {
    await page.goto("/app/LoanStatement");
    const said = page.getByText(/owed in all\./);
    await expect(said).toContainText("Overpaid by 3,449.00; the office will refund it.");
    await expect(said).not.toContainText("−");
  },
);

overpaidTest("the page of an overpaid loan begins with what is refunded", async ({ page }) => {
  await page.goto("/app/LoanStatement?loan=IL1904");
  const figures = page.getByRole("region", { name: "The loan in figures" });
  await expect(figures).toContainText(/^Overpaid\s*Ksh\s*3,449\.00\s*the office will refund it/);
  await expect(figures).not.toContainText("Left to pay");
  await fits(page);
});

test(
  "a phone begins with the latest of a loan's repayments, and folds its terms",
  { tag: "@narrow" },
  async ({ page }) => {
    await page.goto("/app/LoanStatement?loan=IL1987");
    const repayments = page.getByRole("table", { name: "Repayments" }).locator("tbody tr");
    await expect(repayments.last()).toContainText("paid out");
    await expect(repayments.first()).toContainText("2,090.00");
    const agreed = page.getByText("Monthly Deduction");
    await expect(agreed).toBeHidden();
    await page.getByRole("button", { name: "Show: Loan terms" }).press("Enter");
    await expect(agreed).toBeVisible();
    await fits(page);
  },
);

longBorrowerTest(
  "a phone lists the loans that began last first, and those the member guarantees",
  { tag: "@narrow" },
  async ({ page }) => {
    for (const [address, numbers] of [
      ["/app/LoanStatement", ["IL2041", "DL0318"]],
      ["/app/GurantorList", ["IL1987", "DL0335", "DL0327"]],
    ] as const) {
      await page.goto(address);
      const rows = page.getByRole("main").getByRole("table").first().locator("tbody tr");
      await expect(rows).toHaveText(numbers.map((loanNo) => new RegExp(loanNo)));
    }
  },
);

longBorrowerTest(
  "a guarantor follows the loans they guarantee, the late ones first",
  async ({ page }) => {
    await page.goto("/app/GurantorList");
    const paid = page.getByRole("region", { name: "How these loans are being repaid" });
    await expect(paid.getByRole("listitem").first()).toContainText(/IL1987.+Late since/s);
    await expect(paid.getByRole("listitem").nth(1)).not.toContainText("Late since");
  },
);

longBorrowerTest(
  "a guarantor is warned of a late loan by a sign beside its words",
  async ({ page }) => {
    await page.goto("/app/GuaranteeRequests");
    const already = page.getByRole("definition").filter({ hasText: "Follow these loans" }).first();
    const late = already.getByText(/IL1987, Ksh [\d,]+\.00 late$/);
    await expect(late.locator("svg")).toBeVisible();
    await expect(already.locator("svg")).toHaveCount(1);
    await fits(page);
  },
);

test("a loan's statement is downloaded, and its code shows the loan and every row", async ({
  page,
}) => {
  await page.goto("/app/LoanStatement");
  const link = page.getByRole("main").getByRole("table").getByRole("link").first();
  const loanNo = await link.innerText();
  await link.click();
  const figures = page.getByRole("region", { name: "The loan in figures" });
  const [left = ""] = (await figures.innerText()).match(/[\d,]+\.\d\d/g) ?? [];
  const arrives = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download statement" }).click();
  const file = await arrives;
  expect(file.suggestedFilename()).toContain(`MS1009-loan-statement-${loanNo}-`);
  const pdf = new Uint8Array(await readFile(await file.path()));
  const { code, key } = await codesOf(pdf);
  await page.goto("/");
  await page.goto(`/Verify/${code}#${key}`);
  await expect(page.getByText(`Loan Statement ${loanNo}`).first()).toBeVisible();
  await expect(page.getByText(`Ksh ${left}`, { exact: true })).toBeVisible();
  const open = page.getByRole("table", { name: "Instalments still to be paid" });
  await expect(open.locator("tfoot")).toContainText(left);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page)).toEqual([]);
  }
});

test("an address of somebody else's loan says that there is none, and offers no retry", async ({
  page,
}) => {
  for (const address of ["/app/LoanStatement?loan=XX9999", "/app/LoanList?loan=XX9999"]) {
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText("There is no loan with that number.");
    await expect(page.getByRole("button", { name: "Retry" })).toHaveCount(0);
  }
});
