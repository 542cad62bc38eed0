import type { Locator, Page } from "@playwright/test";
import { listedLoans } from "../shots/loan-states.ts";
import {
  cast,
  endSessionAt,
  expect,
  logIn,
  memberPassword,
  openSession,
  test as base,
  violations,
} from "./portal.ts";

type Kept = Awaited<ReturnType<typeof openSession>>;

interface Borrower {
  readonly memberNo: string;
  readonly kept: Kept;
}

/** A member who borrows, signed in once for all these tests. */
const test = base.extend<object, { readonly borrower: Borrower }>({
  borrower: [
    async ({ playwright }, use, { project }) => {
      const memberNo = (project.use.isMobile ? cast.phone : cast.desktop).borrower;
      const context = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
      const kept = await openSession(context, { memberNo, password: memberPassword });
      await use({ memberNo, kept });
      await context.dispose();
    },
    { scope: "worker" },
  ],
  storageState: async ({ borrower }, use) => use(borrower.kept),
});

// A member has one application at a time, so these tests run one after the other.
test.describe.configure({ mode: "serial" });

interface OwnLoan {
  readonly loanNo: string;
  readonly state: string;
  readonly amount: number;
}

const bearer = ({ kept }: Borrower) => {
  const [origin] = kept.origins;
  const token = origin?.localStorage.find(({ name }) => name === "access")?.value ?? "";
  return { headers: { Authorization: `Bearer ${token}` } };
};

async function loansOf(page: Page, who: Borrower): Promise<readonly OwnLoan[]> {
  const answer = await page.request.get(`/api/v1/members/${who.memberNo}/loans`, bearer(who));
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { rows: readonly OwnLoan[] }).rows;
}

/** Withdraws any open application of an earlier test or run. */
async function withdrawAll(page: Page, who: Borrower): Promise<void> {
  for (const { loanNo, state } of await loansOf(page, who)) {
    if (state !== "applied") continue;
    const path = `/api/v1/instant-loans/${loanNo}/withdrawal`;
    const answer = await page.request.post(path, { ...bearer(who), data: {} });
    expect(answer.status()).toBe(201);
  }
}

test.beforeEach(async ({ page, borrower }) => {
  await withdrawAll(page, borrower);
});

const amountOf = (page: Page): Locator => page.getByLabel("Amount", { exact: true });
const submit = (page: Page): Locator => page.getByRole("button", { name: "Submit" });
const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });

const stateOf = (page: Page, words: string): Locator =>
  page.getByRole("main").getByRole("status").filter({ hasText: words });

async function typeLoan(page: Page, amount: string, months: string): Promise<void> {
  await amountOf(page).fill(amount);
  await page.getByRole("radio", { name: months }).check();
}

/** Opens an application from the member's overview. */
async function followFromOverview(page: Page, loanNo: string): Promise<void> {
  await page.goto("/app");
  const needs = page.getByRole("region", { name: "To do" });
  await expect(needs).toContainText(`Application ${loanNo} is with the office`);
  await needs.getByRole("link", { name: "See its progress" }).click();
}

test("a member sees what they can borrow, applies, follows it and withdraws it", async ({
  page,
  borrower,
}) => {
  await page.goto("/app/AddLoanForm");
  await expect(page.getByRole("heading", { name: /^You can borrow up to Ksh / })).toBeVisible();
  const rules = page.getByRole("region", { name: /^You can borrow/ }).getByRole("listitem");
  await expect(rules.filter({ hasText: "Your deposits cover it" })).toContainText("Met");
  await expect(field(page, "Name")).not.toHaveValue("");
  await expect(field(page, "Member No")).toHaveValue(borrower.memberNo);
  await expect(field(page, "Category")).toHaveValue("Instant");

  await typeLoan(page, "5 000", "3");
  await expect(field(page, "Total Amount")).toHaveValue("5,500.00");
  await expect(page.getByText("The fee is 225.05 on 5,001, but 500.00 on 5,000.")).toBeVisible();
  await page.getByRole("button", { name: "Change to 5,001" }).click();
  await expect(amountOf(page)).toHaveValue("5,001");
  await expect(amountOf(page)).toBeFocused();
  await expect(field(page, "Total Amount")).toHaveValue("5,226.05");
  await expect(field(page, "Monthly Deduction")).toHaveValue("1,742");
  const schedule = page.getByRole("table", { name: "Month by month" });
  await expect(schedule.locator("tbody tr").last()).toContainText("1,742.05");
  await expect(schedule.locator("tfoot")).toContainText("5,226.05");
  await page.getByRole("button", { name: "Compute" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Monthly Deduction Ksh" })).toHaveText(
    "Total Amount Ksh 5,226.05. Monthly Deduction Ksh 1,742.00 for 3 months.",
  );
  // A message about an earlier amount does not stay on the screen.
  await amountOf(page).fill("6,000");
  await expect(page.getByRole("status").filter({ hasText: "5,226.05" })).toHaveCount(0);
  await amountOf(page).fill("5,001");

  await submit(page).dblclick();
  await expect(page).toHaveURL(/\/app\/LoanList\?loan=INS-\d{4}-\d{4,}$/);
  const heading = page.getByRole("heading", { level: 1, name: /^Application INS-/ });
  await expect(heading).toBeFocused();
  await expect(page.getByText("Application Successful")).toBeVisible();
  await expect(stateOf(page, "With the office")).toBeVisible();
  const steps = page.getByRole("region", { name: "Progress" }).getByRole("listitem");
  await expect(steps).toContainText([
    /^You applied for 5,001.00\d{1,2} \w{3} \d{4}, \d\d:\d\d$/,
    /^The office decidesStill to come$/,
    /^Paid out/,
    /^Repaid in 3 months/,
  ]);
  const loanNo = (await heading.innerText()).replace("Application ", "");
  expect((await loansOf(page, borrower)).filter(({ state }) => state === "applied")).toHaveLength(
    1,
  );

  await followFromOverview(page, loanNo);

  const withdraw = page.getByRole("main").getByRole("button", { name: "Withdraw" });
  await withdraw.click();
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(withdraw).toBeFocused();
  await withdraw.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(heading).toBeFocused();
  await expect(stateOf(page, "Withdrawn")).toBeVisible();
  await page.getByRole("link", { name: "All loans" }).click();
  const first = page.getByRole("table", { name: "Your loans" }).locator("tbody tr").first();
  await expect(first).toContainText(loanNo);
  await expect(first).toContainText("Withdrawn");
});

test("Loan List has the specification's columns and the state, and links to each loan", async ({
  page,
  borrower,
}) => {
  await page.goto("/app/LoanList");
  const table = page.getByRole("table", { name: "Your loans" });
  await expect(table.getByRole("columnheader")).toHaveText([
    "Id",
    "Loan No",
    "Date",
    "Member no.",
    "Member",
    "category",
    "State",
    "Amount",
  ]);
  const loans = await loansOf(page, borrower);
  await expect(table.locator("tbody tr")).toHaveCount(loans.length);
  const link = table.getByRole("link", { name: loans[0]?.loanNo ?? "", exact: true });
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: /^Application INS-/ })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Loan List");
});

test("a second application while one is open is rejected with the rule's message", async ({
  page,
  borrower,
}) => {
  const data = { memNo: borrower.memberNo, category: "Instant", amount: 6600, period: 2 };
  const figures = { total: 6897, repayment: 3449 };
  const made = await page.request.post("/api/v1/instant/register", {
    ...bearer(borrower),
    data: { ...data, ...figures },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { loanNo } = (await made.json()) as { loanNo: string };
  await page.goto("/app/AddLoanForm");
  await expect(
    page.getByRole("heading", { name: "You cannot borrow at the moment" }),
  ).toBeVisible();
  // The note above the form links to the rules, which are stated once.
  await expect(page.getByText("Applications waiting: 1. You can have")).toHaveCount(1);
  await expect(page.getByRole("main").getByRole("link", { name: "See why" })).toHaveCount(2);
  await typeLoan(page, "7,000", "4");
  await submit(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("You already have an application waiting.");
  await expect(amountOf(page)).toHaveValue("7,000");
  await expect(page.getByRole("radio", { name: "4" })).toBeChecked();
  expect(await violations(page)).toEqual([]);
  await alert.getByRole("link", { name: "See my application" }).click();
  await expect(page).toHaveURL(`/app/LoanList?loan=${loanNo}`);
});

test("an application whose answer is lost is made once, however often it is sent", async ({
  page,
  borrower,
}) => {
  await page.goto("/app/AddLoanForm");
  await typeLoan(page, "8000", "2");
  await page.route("**/instant/register", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await submit(page).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Error Occurred. We could not reach the Sacco.");
  await expect(amountOf(page)).toHaveValue("8,000");
  await page.unroute("**/instant/register");
  await alert.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Application INS-/ })).toBeVisible();
  const open = (await loansOf(page, borrower)).filter(({ state }) => state === "applied");
  expect(open.map(({ amount }) => amount)).toEqual([8000]);
});

test("an empty or too large loan shows a problem at its field, and nothing is sent", async ({
  page,
}) => {
  let sent = 0;
  await page.route("**/instant/register", async (route) => {
    sent += 1;
    await route.abort();
  });
  await page.goto("/app/AddLoanForm");
  await submit(page).click();
  await expect(amountOf(page)).toBeFocused();
  await expect(amountOf(page)).toHaveAccessibleDescription("Amount is required!");
  const period = page.getByRole("radiogroup", { name: "Period, months" });
  await expect(period).toHaveAccessibleDescription("Period is required!");
  await typeLoan(page, "100,001", "6");
  await page.getByRole("button", { name: "Compute" }).click();
  await expect(amountOf(page)).toHaveAccessibleDescription(
    "Amount must be between 500 and 100,000",
  );
  await amountOf(page).fill("much");
  await submit(page).click();
  await expect(amountOf(page)).toHaveAccessibleDescription(/an amount in shillings/);
  await expect(amountOf(page)).toHaveValue("much");
  expect(sent).toBe(0);
});

// The same code runs on every screen size: once is enough.
test.describe("on any screen size", { tag: "@wide" }, () => {
  test("figures from an older price are rejected at their field and calculated again", async ({
    page,
  }) => {
    await page.route("**/instant-loans/policy", async (route) => {
      const policy = (await (await route.fetch()).json()) as object;
      await route.fulfill({
        json: { ...policy, feeTiers: [{ flatFee: 0, rateBasisPoints: 100 }] },
      });
    });
    await page.goto("/app/AddLoanForm");
    await typeLoan(page, "6600", "2");
    await expect(field(page, "Total Amount")).toHaveValue("6,666.00");
    await page.unroute("**/instant-loans/policy");
    await submit(page).click();
    const total = field(page, "Total Amount");
    await expect(total).toBeFocused();
    await expect(total).toHaveAccessibleDescription(/The total has changed\. Press Compute/);
    await expect(total).toHaveValue("6,897.00");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Compute" }).click();
    await expect(total).toHaveAccessibleDescription("");
  });

  test("an amount beyond one's deposits shows what would satisfy the rule", async ({ page }) => {
    await page.goto("/app/AddLoanForm");
    await typeLoan(page, "99,000", "6");
    const rules = page.getByRole("region", { name: /^You can borrow/ }).getByRole("listitem");
    const deposits = rules.filter({ hasText: "Your deposits" });
    await expect(deposits).toContainText("Not met");
    const remedy = /To borrow 99,000\.00, add [\d,]+\.00 .+ secure up to [\d,]+\.\d\d now: /;
    await expect(deposits).toContainText(remedy);
    await submit(page).click();
    await expect(page.getByRole("alert")).toContainText(remedy);
  });

  test("older loans load on a press, even after one that failed", async ({ page }) => {
    const [newest, ...older] = listedLoans;
    await page.route("**/members/*/loans", (route) =>
      route.fulfill({ json: { rows: [newest], next: "40" } }),
    );
    await page.route("**/members/*/loans?after=40", (route) => route.abort());
    await page.goto("/app/LoanList");
    const rows = page.getByRole("table", { name: "Your loans" }).locator("tbody tr");
    await expect(rows).toHaveCount(1);
    const more = page.getByRole("button", { name: "Show older loans" });
    await more.click();
    await expect(page.getByRole("alert")).toContainText("We could not reach the Sacco");
    await page.route("**/members/*/loans?after=40", (route) =>
      route.fulfill({ json: { rows: older, next: "" } }),
    );
    await more.click();
    await expect(rows).toHaveCount(3);
    await expect(more).toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  test("an application can be made with the keyboard alone", async ({ page }) => {
    await page.goto("/app/AddLoanForm");
    // It is there once the limit is known, which the form does not wait for.
    const why = page.getByRole("link", { name: "Why" });
    await expect(why).toBeVisible();
    await field(page, "Category").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.type("9000");
    await page.keyboard.press("Tab");
    await expect(why).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "2" })).toBeChecked();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Compute" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(submit(page)).toBeFocused();
    await amountOf(page).fill("9100");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: /^Application INS-/ })).toBeFocused();
    // The sent form is no longer kept as a draft.
    await page.getByRole("link", { name: "Apply Instant Loan" }).click();
    await expect(amountOf(page)).toHaveValue("");
  });

  test("an open application is followed without a press, while the member is there", async ({
    page,
    borrower,
  }) => {
    const data = { memNo: borrower.memberNo, category: "Instant", amount: 6700, period: 2 };
    const made = await page.request.post("/api/v1/instant/register", {
      ...bearer(borrower),
      data: { ...data, total: 7001.5, repayment: 3501 },
    });
    expect(made.status(), await made.text()).toBe(201);
    const { loanNo } = (await made.json()) as { loanNo: string };
    await page.clock.install();
    await page.goto(`/app/LoanList?loan=${loanNo}`);
    await expect(page.getByRole("button", { name: "Withdraw" })).toBeVisible();
    await page.route(`**/instant-loans/${loanNo}`, async (route) => {
      const loan = (await (await route.fetch()).json()) as { steps: object[] };
      const steps = [...loan.steps, { ...loan.steps[0], step: "approved", by: "office" }];
      await route.fulfill({ json: { ...loan, state: "approved", steps } });
    });
    await page.clock.fastForward("00:25");
    await expect(stateOf(page, "Approved")).toBeVisible();
    await expect(page.getByText("The office approved it")).toBeVisible();
    await expect(page.getByRole("button", { name: "Withdraw" })).toHaveCount(0);
  });

  test.describe("signed in through the page", () => {
    test.use({ storageState: { cookies: [], origins: [] } });

    test("the form's input outlives a session that ends meanwhile", async ({ page, borrower }) => {
      const who = { memberNo: borrower.memberNo, password: memberPassword };
      await page.goto("/Login?next=%2Fapp%2FAddLoanForm");
      await logIn(page, who);
      await typeLoan(page, "6,800", "5");
      await endSessionAt(page, "**/api/v1/instant/register");
      await submit(page).click();
      await expect(page.getByText("Your session has ended.")).toBeVisible();
      await logIn(page, who);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Apply Instant Loan");
      await expect(amountOf(page)).toHaveValue("6,800");
      await expect(page.getByRole("radio", { name: "5" })).toBeChecked();
    });
  });
});
