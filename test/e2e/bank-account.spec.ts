import type { Locator, Page } from "@playwright/test";
import { expect, fits, lastCode, mobileOf, violations } from "./portal.ts";
import { test } from "./own-society.ts";

async function fillAccount(page: Page): Promise<void> {
  await page.getByLabel("Bank", { exact: true }).fill("Benki ya Ushirika");
  await page.getByLabel("Bank and branch code").fill("11000");
  await page.getByLabel("Account number").fill("0011223344");
  await page.getByLabel("Account name").fill("Wanjiru Kamau");
}

/** Presses a button by key once all that its last press changed has been loaded again. */
async function pressOnceFree(button: Locator): Promise<void> {
  await expect(button).toBeEnabled();
  await button.press("Enter");
}

test("a bank account is given by a code, approved by the office and stopped by its member", async ({
  society,
}) => {
  const first = await society.open("MS1001");
  await first.goto("/app/BankAccount");
  await expect(first.getByText("No bank account yet")).toBeVisible();
  await first.getByRole("button", { name: "Confirm my number" }).press("Enter");
  const dialog = first.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Send OTP" }).press("Enter");
  const mobile = await mobileOf(society.request, "MS1001");
  await dialog.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  await dialog.getByRole("button", { name: "Confirm", exact: true }).press("Enter");
  await expect(dialog).toHaveCount(0);
  // The pause between two codes is over.
  await society.setClock("2099-05-04T07:00:00Z");

  const page = await society.open("MS1001");
  await page.goto("/app/BankAccount");
  await fits(page);
  await fillAccount(page);
  await page.getByLabel("Account number").fill("12");
  await page.getByLabel("Bank and branch code").fill("123");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByLabel("Bank and branch code")).toBeFocused();
  await expect(page.getByText("Use five or six digits, as on a cheque.")).toBeVisible();
  await expect(page.getByText("Use 5 to 20 digits.")).toBeVisible();
  await expect(page.getByLabel("Account name")).toHaveValue("Wanjiru Kamau");
  await page.getByLabel("Bank and branch code").fill("11000");
  await page.getByLabel("Account number").fill("0011223344");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Be paid to this account?" })).toBeFocused();
  await page.getByRole("button", { name: /^Send code to/ }).press("Enter");
  await expect(page.getByText("Code sent.")).toBeVisible();
  await page.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  await fits(page);
  await page.getByRole("button", { name: "Send to the office" }).press("Enter");
  const waiting = page.getByRole("region", { name: "Waits for the office" });
  await expect(waiting).toContainText("•••344");
  await expect(waiting).toContainText("72 hours after approval");

  const officer = await society.open("ST9005");
  await officer.goto("/app/Approvals");
  await officer
    .getByRole("button", { name: "Approve: Set the bank account of a member" })
    .press("Enter");
  const asked = officer.getByRole("alertdialog");
  await expect(asked).toContainText("Given by the member, code sent to");
  await asked.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(officer.getByText("Approved and done.")).toBeVisible();

  await page.reload();
  const current = page.getByRole("region", { name: "Your bank account", exact: true });
  await expect(current).toContainText("From 7 May 2099");
  const where = page.getByRole("region", { name: "Where you are paid" });
  await expect(where).toContainText("My phone, by M-Pesa");
  await where.getByRole("button", { name: "Pay me at my bank account" }).press("Enter");
  await expect(where).toContainText("My bank account");
  await pressOnceFree(where.getByRole("button", { name: "Pay me by phone" }));
  await expect(where).toContainText("By phone from");
  await fits(page);
  await pressOnceFree(where.getByRole("button", { name: "Stay with the bank" }));
  await expect(where).not.toContainText("By phone from");
  await current.getByRole("button", { name: "Stop this account" }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Stop the account •••344?" });
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Stop this account" }).press("Enter");
  await expect(page.getByText("No bank account yet")).toBeVisible();
  await fits(page);
});
