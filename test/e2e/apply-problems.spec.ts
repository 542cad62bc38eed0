import type { Page } from "@playwright/test";
import { expect, fits, signedInTest as test } from "./portal.ts";

const amountOf = (page: Page) => page.getByLabel("Amount", { exact: true });
const submit = (page: Page) => page.getByRole("button", { name: "Submit" });

/** Answers as if deposits covered all but 1,000 of any amount. */
async function leaveUncovered(page: Page): Promise<void> {
  const most = { most: 8000, mostWithGuarantors: 100_000, needsGuarantees: 1000 };
  await page.route("**/instant-loans/eligibility*", (route) =>
    route.fulfill({ json: { eligible: true, least: 500, ...most, rules: [] } }),
  );
}

test("a problem of the whole application goes once an amount in it changes", async ({ page }) => {
  await leaveUncovered(page);
  await page.route("**/instant/register", (route) =>
    route.fulfill({ status: 422, json: { message: "Borrow less, or name guarantors." } }),
  );
  await page.goto("/app/AddLoanForm");
  await amountOf(page).fill("9000");
  await page.getByRole("radio", { name: "2", exact: true }).press("Space");
  const guaranteed = page.getByLabel("Guarantor 1, amount");
  const problem = page.getByRole("alert").filter({ hasText: "Borrow less" });
  await submit(page).click();
  await expect(problem).toBeVisible();
  await fits(page);
  for (const field of [amountOf(page), guaranteed]) {
    await submit(page).click();
    await expect(problem).toBeVisible();
    await page.getByRole("button", { name: "Compute" }).press("Enter");
    await expect(problem).toBeVisible();
    await field.fill("500");
    await expect(problem).toHaveCount(0);
  }
});

test("guarantors can be named while the server is asked about the amount", async ({ page }) => {
  const most = { most: 8000, mostWithGuarantors: 100_000, needsGuarantees: 0 };
  await page.route("**/instant-loans/eligibility*", (route) =>
    route.request().url().includes("amount=")
      ? undefined
      : route.fulfill({ json: { eligible: true, least: 500, ...most, rules: [] } }),
  );
  await page.goto("/app/AddLoanForm");
  await expect(page.getByRole("heading", { name: "You can borrow up to Ksh 8,000" })).toBeVisible();
  await amountOf(page).fill("9000");
  await expect(page.getByText("do not cover 1,000.00 of this loan")).toBeVisible();
});

test("a problem of a guarantor is said once, beside their row", async ({ page }) => {
  await leaveUncovered(page);
  const message = "This member cannot guarantee you.";
  const errors = [{ field: "guarantors.0.memberNo", message }];
  await page.route("**/instant/register", (route) =>
    route.fulfill({ status: 422, json: { message, errors } }),
  );
  await page.goto("/app/AddLoanForm");
  await amountOf(page).fill("9000");
  await page.getByRole("radio", { name: "2", exact: true }).press("Space");
  const guarantor = page.getByLabel("Guarantor 1, Member No");
  await guarantor.fill("MS1009");
  await page.getByLabel("Guarantor 1, amount").fill("1000");
  await submit(page).click();
  await expect(guarantor).toHaveAccessibleDescription(message);
  await expect(page.getByText(message)).toHaveCount(1);
  await fits(page);
});

test("a problem of an amount sent with Enter stays once the field is left", async ({ page }) => {
  await page.goto("/app/AddLoanForm");
  await amountOf(page).fill("2000000");
  await amountOf(page).press("Enter");
  const said = "Amount must be between 500 and 100,000";
  await expect(amountOf(page)).toHaveAccessibleDescription(said);
  await page.keyboard.press("Tab");
  await expect(amountOf(page)).toHaveValue("2,000,000");
  await expect(amountOf(page)).toHaveAccessibleDescription(said);
});

test("an amount of eleven digits is above the largest loan, and its rule says so", async ({
  page,
}) => {
  await page.goto("/app/AddLoanForm");
  const largest = page.getByRole("listitem").filter({ hasText: "Largest loan" });
  await expect(largest).toContainText(/Met$/);
  await amountOf(page).fill("12345678901");
  await expect(largest).toContainText(/Borrow 100,000\.00 or less\.\s*Not met$/);
  await expect(page.getByRole("listitem").filter({ hasText: "Your deposits" })).toHaveCount(0);
  await submit(page).click();
  await expect(amountOf(page)).toHaveAccessibleDescription(
    "Amount must be between 500 and 100,000",
  );
  await fits(page);
});
