import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const chart = "/app/Books?part=chart";

/** Approves the request about the movement of the page, whose question names its account. */
async function approve(page: Page, account: string): Promise<void> {
  await page.getByRole("link", { name: "Open the request" }).press("Enter");
  const step = "Book a movement of the society's own money";
  await page.getByRole("button", { name: `Approve: ${step}` }).press("Enter");
  const asked = page.getByRole("alertdialog");
  await expect(asked).toContainText(account);
  await asked.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(page.getByText("Approved and done.")).toBeVisible();
}

test("an account that the administrator adds is a row of the income statement", async ({
  society,
}) => {
  test.setTimeout(180_000);
  const administrator = await society.open("ST9003");
  await administrator.goto(chart);
  await expect(administrator.getByRole("row", { name: /Audit fees/ })).toBeVisible();
  await fits(administrator);
  const add = administrator.getByRole("button", { name: "Add the account" });
  await add.press("Enter");
  await expect(administrator.getByLabel("Code")).toBeFocused();
  await administrator.getByLabel("Type", { exact: true }).selectOption("Expense");
  await administrator.getByLabel("Code").fill("61-00");
  await administrator.getByLabel("Name").fill("Training");
  await administrator.getByLabel("Expense paid in cash").press("Space");
  await add.press("Enter");
  await expect(administrator.getByText("one that looks like it")).toBeVisible();
  await fits(administrator);
  await administrator.getByLabel("Code").fill("6200");
  await add.press("Enter");
  await expect(administrator.getByRole("row", { name: /Training/ })).toContainText("6200");
  await expect(administrator.getByLabel("Code")).toHaveValue("");

  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Books?part=new-movement&kind=expense-by-bank");
  const account = clerk.getByLabel("Account", { exact: true });
  await expect(account.locator("option")).toHaveText([
    "Other operating expenses",
    "6100 Audit fees",
    "6200 Training",
  ]);
  await account.selectOption("6200 Training");
  await clerk.getByLabel("Movement", { exact: true }).selectOption("Expense paid in cash");
  await expect(account).toHaveCount(0);
  await clerk.getByLabel("Movement", { exact: true }).selectOption("Expense paid by the bank");
  await expect(account).toHaveValue("");
  await account.selectOption("6200 Training");
  await clerk.getByLabel("Amount (Ksh)").fill("12,500");
  await clerk.getByLabel("Bank's number of the slip or transfer").fill("FT88120");
  await clerk.getByLabel("Description").fill("Course for the committee");
  await fits(clerk);
  await clerk.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(clerk.getByText("Another person must approve it.")).toBeVisible();
  await expect(clerk.getByText("6200 Training")).toBeVisible();
  await fits(clerk);

  await administrator.goto(chart);
  await administrator.getByRole("button", { name: "Close Training" }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes, close it" }).press("Enter");
  await expect(question).toContainText("waits for a second person");
  await fits(administrator);
  await question.getByRole("button", { name: "Cancel" }).press("Enter");

  const treasurer = await society.open("ST9005");
  await treasurer.goto(new URL(clerk.url()).pathname + new URL(clerk.url()).search);
  await approve(treasurer, "6200 Training");

  await treasurer.goto("/app/Books?part=income");
  await expect(treasurer.getByRole("row", { name: /Training/ })).toContainText("12,500.00");
  await expect(treasurer.getByRole("row", { name: /Hire of rooms/ })).toContainText("8,000.00");
  await fits(treasurer);
  await treasurer.getByRole("link", { name: "Training" }).press("Enter");
  await expect(treasurer.getByRole("heading", { name: "Training" })).toBeVisible();
  await expect(treasurer.getByText("Course for the committee")).toBeVisible();
});

test("the administrator closes an account, which the auditor still reads", async ({ society }) => {
  const administrator = await society.open("ST9003");
  await administrator.goto(chart);
  await administrator.getByRole("button", { name: "Close Hire of rooms" }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await expect(question).toContainText("No more movements can be entered on account 4100");
  await question.getByRole("button", { name: "Yes, close it" }).press("Enter");
  await expect(administrator.getByRole("row", { name: /Hire of rooms/ })).toContainText("Closed");
  const auditor = await society.open("ST9006");
  await auditor.goto(chart);
  await expect(auditor.getByRole("button", { name: "Add the account" })).toHaveCount(0);
  const download = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "CSV" }).press("Enter");
  expect((await download).suggestedFilename()).toBe("added-accounts.csv");
  await auditor.getByRole("link", { name: "Hire of rooms" }).press("Enter");
  await expect(auditor.getByText("Hire of the meeting room, Uzima choir")).toBeVisible();
  await fits(auditor);
});
