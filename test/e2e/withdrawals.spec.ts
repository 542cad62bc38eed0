import { expect, fits, violations } from "./portal.ts";
import { test } from "./own-society.ts";

test("money moves between a member's own accounts, after a preview and a question", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  await page.goto("/app/WithdrawableStatement");
  await page.getByRole("link", { name: "Move money" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Move money");
  await fits(page);
  const amount = page.getByLabel("Amount in Ksh");
  await amount.fill("9999999");
  await page.getByRole("button", { name: "Move the money" }).press("Enter");
  await expect(page.getByText(/^Use at most Ksh [\d,.]+\.$/)).toBeVisible();
  await expect(amount).toHaveValue("9999999");
  await amount.fill("150");
  await page.getByLabel("To", { exact: true }).selectOption("Share capital");
  const preview = page.getByRole("region", { name: "After the move" });
  await expect(preview).toContainText(/Share capital[\d,.]+ → [\d,.]+/);
  await page.getByRole("button", { name: "Move the money" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Move Ksh 150.00?" });
  await expect(question).toContainText("Share capital cannot be withdrawn.");
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Move Ksh 150.00" }).press("Enter");
  await expect(page.getByText("Ksh 150.00 was moved")).toBeVisible();
  await expect(page.getByRole("row", { name: /Share capital.*TR-\d{6}/ })).toContainText("150.00");
  await page.goto("/app/ShareCapital");
  await expect(page.getByText("Transfer from withdrawable deposits").first()).toBeVisible();
});
