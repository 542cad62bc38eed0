import { formatMoney, shillings } from "#shared/money.ts";
import { expect, expectNothingCovered, fits, violations } from "./portal.ts";
import { test } from "./own-society.ts";

test("a member changes the monthly contribution, and the clerk advises the employer of it", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  await page.goto("/app/ShareStatement");
  await page.getByRole("link", { name: "Monthly contribution" }).click();
  await expect(page.getByText("No amount agreed here yet")).toBeVisible();
  await fits(page);
  const amount = page.getByLabel("Amount a month, Ksh");
  // Cents, nothing, words, and amounts below the least and above the most are not taken.
  for (const wrong of ["120.50", "", "abc", "-500", "99", "10000000"]) {
    await amount.fill(wrong);
    await page.getByRole("button", { name: /^Change from / }).press("Enter");
    await expect(amount).toBeFocused();
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await expect(amount).toHaveValue(wrong);
    await expect(page.getByText(/you save Ksh/)).toHaveCount(0);
  }
  await expect(page.getByRole("table", { name: "Changes" })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await amount.fill("3500");
  await page.getByRole("button", { name: /^Change from / }).press("Enter");
  const toast = page.getByRole("status").filter({ hasText: /you save Ksh 3,500\.00 a month/ });
  await expectNothingCovered(toast);
  const changes = page.getByRole("table", { name: "Changes" });
  await expect(changes).toContainText("3,500.00");
  // The month that was changed is no longer offered: the form is about the next one.
  const offered = page.getByLabel("From", { exact: true }).locator("option:checked");
  const next = page.getByRole("button", { name: /^Change from / });
  await expect(next).toHaveText(`Change from ${await offered.textContent()}`);
  await expect(amount).toHaveValue("");
  await expect(next).toBeFocused();
  await page.getByRole("button", { name: /^Cancel the change from / }).press("Enter");
  await expect(changes).toContainText("Cancelled");
  await amount.fill("4000");
  await page.getByRole("button", { name: /^Change from / }).press("Enter");
  await expect(changes).toContainText("4,000.00");
  await fits(page);

  const clerk = await society.open("ST9001");
  await clerk.goto("/app/CheckOff");
  await clerk.getByRole("link", { name: "Advice to the employer" }).click();
  const list = clerk.getByRole("table", { name: "Changes of monthly contributions" });
  await expect(list).toContainText("4,000.00");
  expect(await violations(clerk)).toEqual([]);
  await clerk.getByRole("button", { name: /^Make the advice for / }).press("Enter");
  await expect(clerk.getByText(/The advice for .+ was made/).first()).toBeVisible();
  await fits(clerk);

  await page.reload();
  await expect(changes).toContainText("Your employer was notified");
  await expect(page.getByRole("button", { name: /^Cancel the change from / })).toHaveCount(0);
});

test("a member whose check-off did not arrive reads it on the profile, and each month", async ({
  society,
}) => {
  const page = await society.open("MS1009");
  await page.goto("/app");
  const said = page.getByRole("listitem").filter({ hasText: "of your check-off has not arrived" });
  await expect(said).toBeVisible();
  const told = /Ksh\s([\d,.]+) of .+ since (\d+\s\w+\s\d{4})\./s;
  const [, sum = "", since = ""] = told.exec(await said.innerText()) ?? [];
  await page.getByRole("link", { name: "See months" }).press("Enter");
  const months = page.getByRole("table", { name: "Check-off by month" });
  // The month that is to come is short as well once its pay day has passed.
  const short = months.getByRole("row").filter({ hasText: "2,090.00 missing since" });
  await expect(short.last()).toBeFocused();
  expect(formatMoney(shillings((await short.count()) * 2090))).toBe(sum);
  await expect(short.last()).toContainText(`missing since ${since}`);
  await expect(short.last()).toBeInViewport({ ratio: 1 });
  await expect(months.getByRole("row").filter({ hasText: "still to come" })).not.toHaveCount(0);
  await fits(page);
  await page.goto("/app/LoanStatement?loan=IL1987");
  await expect(page.getByText(`since ${since}`)).toBeVisible();
  const guarantor = await society.open("MS1001");
  await guarantor.goto("/app/GurantorList");
  const guaranteed = guarantor.getByRole("listitem").filter({ hasText: "IL1987" });
  await expect(guaranteed).toContainText(`Late since ${since}`);
});

test("money that was not requested in advance is compared with no amount", async ({ society }) => {
  const page = await society.open("MS1005");
  await page.goto("/app/MySettings?part=contribution");
  const months = page.getByRole("table", { name: "Check-off by month" });
  const arrived = months.getByRole("row").filter({ hasText: "Savings 9,500.00" }).first();
  await expect(arrived).toBeVisible();
  await expect(months).not.toContainText(/\b0\.00/);
});

test("a wrong contribution shows its bounds, however many digits it has", async ({ society }) => {
  const page = await society.open("MS1001");
  await page.goto("/app/MySettings?part=contribution");
  const amount = page.getByLabel("Amount a month, Ksh");
  const change = page.getByRole("button", { name: /^Change from / });
  await change.press("Enter");
  await expect(amount).toHaveAccessibleDescription("Please fill this in.");
  for (const wrong of ["abc", "-500", "1000.50", "12345678901"]) {
    await amount.fill(wrong);
    await change.press("Enter");
    await expect(amount).toHaveAttribute("aria-invalid", "true");
    await expect(amount).toHaveAccessibleDescription(/^Whole shillings, from .+ to .+\.$/);
  }
});
