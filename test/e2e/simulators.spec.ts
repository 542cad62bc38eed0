import { expect, fits, violations } from "./portal.ts";
import { test } from "./own-society.ts";

test("a member tries a loan with guarantors before anything is sent", async ({ society }) => {
  const page = await society.open("MS1006");
  await page.goto("/app/AddLoanForm");
  await page.getByLabel("Amount", { exact: true }).fill("95,000");
  await page.getByRole("radio", { name: "6" }).press("Space");
  const group = page.getByRole("group", { name: "Guarantors" });
  await expect(group).toContainText("Still uncovered: Ksh");
  await group.getByLabel("Guarantor 1, amount").fill("100");
  await expect(
    page.getByText(/Your guarantors cover 100\.00, so .+ is still missing/),
  ).toBeVisible();
  await group.getByLabel("Guarantor 1, amount").fill("95,000");
  await expect(page.getByText(/your guarantors cover /)).toBeVisible();
  await fits(page);
  await page.goto("/app/LoanList");
  await expect(page.getByText("95,000.00")).toHaveCount(0);
});

test("a member tries a monthly contribution before they change it", async ({ society }) => {
  const page = await society.open("MS1001");
  await page.goto("/app/MySettings?part=contribution");
  const amount = page.getByLabel("Amount a month, Ksh");
  await amount.fill("9000");
  const years = page.getByRole("table", { name: "What it would bring" });
  await expect(years.getByRole("row")).not.toHaveCount(0);
  await expect(page.getByText(/At the rates of \d{4}: .+ It is not a promise/)).toBeVisible();
  await expect(page.getByText(/your savings are Ksh [\d,.]+ more than/)).toBeVisible();
  await fits(page);
  await amount.fill("1");
  await expect(years).toHaveCount(0);
  await page.route("**/monthly-contribution/outlook*", (route) => route.abort());
  await amount.fill("9001");
  await expect(page.getByText("We could not calculate it")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a member sees the refund if they left today, and from when they can leave", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  await page.goto("/app/MySettings");
  await page.getByRole("link", { name: "See your refund" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "If you leave" })).toBeVisible();
  await expect(page.getByText("Refund today").first()).toBeVisible();
  await expect(page.getByText(/The refund is paid within 60 days/)).toBeVisible();
  await fits(page);
  await page.route("**/api/v1/leaving", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We could not calculate your refund")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
