import type { Page } from "@playwright/test";
import { expect, fits, lastCode, mobileOf, violations } from "./portal.ts";
import { type OwnSociety, test } from "./own-society.ts";

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

/** Confirms the member's own number, which the first withdrawal asks for. */
async function confirmNumber(page: Page, { request }: OwnSociety): Promise<void> {
  await page.getByRole("button", { name: "Confirm my number" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Send OTP" }).press("Enter");
  await dialog.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, "MS1001")));
  await dialog.getByRole("button", { name: "Confirm", exact: true }).press("Enter");
  await expect(dialog).toHaveCount(0);
  // Exact: the list below, "Your withdrawals", is there before the number is confirmed.
  await expect(page.getByRole("heading", { name: "Your withdrawal", exact: true })).toBeVisible();
}

test("a member withdraws by a code, and the office approves what is above its amount", async ({
  society,
}) => {
  const first = await society.open("MS1001");
  await first.goto("/app/Withdraw");
  await expect(first.getByText("Confirm your mobile number first")).toBeVisible();
  await confirmNumber(first, society);
  // The pause between two codes is over.
  await society.setClock("2099-05-04T07:00:00Z");
  const page = await society.open("MS1001");
  await page.goto("/app/Withdraw");
  await fits(page);
  await page.getByLabel("Amount in Ksh").fill("25000");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Withdraw Ksh 25,000.00?" })).toBeFocused();
  await expect(page.getByText("The office approves it first.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Send code" }).press("Enter");
  await expect(page.getByText("Code sent.")).toBeVisible();
  const mobile = await mobileOf(society.request, "MS1001");
  await page.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Withdraw Ksh 25,000.00" }).press("Enter");
  const row = page.getByRole("row", { name: /WD-\d{6}/ });
  await expect(row).toContainText("Waits for the office");
  await fits(page);

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Withdrawals");
  await fits(treasurer);
  await treasurer
    .getByRole("row", { name: /MS1001/ })
    .getByRole("link")
    .press("Enter");
  await expect(treasurer.getByRole("heading", { level: 1 })).toHaveText(/^Withdrawal WD-\d{6}$/);
  await fits(treasurer);
  await treasurer.getByRole("button", { name: "Approve" }).press("Enter");
  await treasurer.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(treasurer.getByText("The withdrawal was approved")).toBeVisible();
  await page.reload();
  await expect(row).toContainText("About to be sent");
});

test("the administrator sets the rules for withdrawals @wide", async ({ society }) => {
  const page = await society.open("ST9003");
  await page.goto("/app/Settings?part=withdrawals");
  await page.getByLabel("Fee, Ksh").fill("30");
  await page.getByLabel("From", { exact: true }).fill("2099-01-01");
  await page.getByRole("button", { name: "Set the rules" }).press("Enter");
  await expect(page.getByText("The rules were set")).toBeVisible();
  await expect(page.getByRole("row", { name: /Upcoming/ })).toContainText("30.00");
});

test("a member orders a transfer for each month by a code, and stops it", async ({ society }) => {
  const first = await society.open("MS1001");
  await first.goto("/app/Withdraw");
  await confirmNumber(first, society);
  // The pause between two codes is over.
  await society.setClock("2099-05-04T07:00:00Z");
  const page = await society.open("MS1001");
  await page.goto("/app/Transfer");
  await page.getByLabel("Amount in Ksh").fill("250");
  await page.getByLabel("When", { exact: true }).selectOption("Each month");
  await page.getByLabel("Day of the month").selectOption("28");
  await fits(page);
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByText("Move Ksh 250.00 on day 28 of each month")).toBeVisible();
  await page.getByLabel("OTP").press("Enter");
  await expect(page.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "Send code" }).press("Enter");
  await expect(page.getByText("Code sent.")).toBeVisible();
  const mobile = await mobileOf(society.request, "MS1001");
  await page.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Set up monthly transfer" }).press("Enter");
  await expect(page.getByText("Ksh 250.00 to Deposits. Next on 28 May 2099.")).toBeVisible();
  await fits(page);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Withdrawals");
  await expect(clerk.getByRole("row", { name: /MS1001.*Deposits/ })).toContainText("250.00");
  await fits(clerk);
  await page.getByRole("button", { name: "Stop Ksh 250.00 to Deposits" }).press("Enter");
  await expect(page.getByText("Ksh 250.00 to Deposits.")).toHaveCount(0);
});
