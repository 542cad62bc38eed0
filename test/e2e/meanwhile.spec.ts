import type { Page } from "@playwright/test";
import {
  addCents,
  type Cents,
  formatMoney,
  negateCents,
  parseTypedAmount,
  shillings,
} from "../../src/shared/money.ts";
import { type OwnSociety, test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

test("hidden guarantor rows do not block an application", async ({ society }) => {
  const page = await society.open("MS1006");
  await page.goto("/app/AddLoanForm");
  const amount = page.getByLabel("Amount", { exact: true });
  await amount.fill("90000");
  await page.getByRole("radio", { name: "3" }).check();
  await page.getByLabel("Guarantor 1, Member No").fill("!!");
  await page.getByLabel("Guarantor 1, amount").fill("1000");
  await amount.fill("6000");
  await expect(page.getByRole("group", { name: "Guarantors" })).toHaveCount(0);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Application INS-/ })).toBeFocused();
});

/** Opens the dialog to withdraw the pending application. */
async function askToWithdraw(society: OwnSociety): Promise<Page> {
  const page = await society.open("MS1009");
  await page.goto("/app/LoanList");
  await page.getByRole("link", { name: /^INS-/ }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  return page;
}

test("an application withdrawn on another screen is shown in its current state", async ({
  society,
}) => {
  const guarantor = await society.open("MS1001");
  await guarantor.goto("/app/GuaranteeRequests");
  const request = guarantor.getByRole("region", { name: /^Juma Bakari Mwangolo asks you/ });
  await request.getByRole("button", { name: "Decline", exact: true }).click();
  await request.getByLabel("OTP").fill("123456");
  const [phone, computer] = [await askToWithdraw(society), await askToWithdraw(society)];
  const yes = (page: Page) =>
    page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  // A page in the background does not notice what happens meanwhile.
  await computer.evaluate(() => Object.defineProperty(document, "hidden", { get: () => true }));
  await yes(phone);
  await expect(phone.getByText(/is withdrawn$/)).toBeVisible();
  await yes(computer);
  await expect(computer.getByText("It was not withdrawn.")).toBeVisible();
  await expect(computer.getByRole("main").getByText("Withdrawn", { exact: true })).toBeVisible();
  await expect(computer.getByRole("heading", { level: 1 })).toBeFocused();
  await request.getByRole("button", { name: "Decline this request" }).click();
  await expect(guarantor.getByText("Your answer was not recorded")).toBeVisible();
  await expect(request).toHaveCount(0);
  await expect(guarantor.getByRole("heading", { level: 1 })).toBeFocused();
});

const STILL_OWED = /^([\d,.]+) is still owed\.$/;

/** The amount that the open loan says is owed. The demo's check-off repays some, so it is read. */
async function owedOn(page: Page): Promise<Cents> {
  const sentence = await page.getByText(STILL_OWED).innerText();
  const owed = parseTypedAmount(STILL_OWED.exec(sentence)?.[1] ?? "");
  if (owed === null) throw new Error(`no amount in "${sentence}"`);
  return owed;
}

test("a loan from before this portal is repaid at the desk", async ({ society }) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/MemberRecord?member=MS1001");
  await clerk.getByRole("link", { name: "IL2041" }).click();
  await expect(clerk.getByRole("heading", { level: 1 })).toHaveText("IL2041, Wanjiru Njeri Kamau");
  const owed = await owedOn(clerk);
  await fits(clerk);
  const receive = clerk.getByRole("region", { name: "Record a repayment" });
  await receive.getByLabel("Amount").fill("2,090");
  await receive.getByLabel("Receipt").fill("QWE12RTY34");
  await receive.getByRole("button", { name: "Record" }).click();
  const left = formatMoney(addCents(owed, negateCents(shillings(2090))));
  await expect(clerk.getByText(`${left} is still owed.`)).toBeVisible();
  const table = clerk.getByRole("table", { name: "Repayments of this loan" });
  await expect(table.locator("tbody tr").last()).toContainText("QWE12RTY34");
  await fits(clerk);
});

test("an overpayment is recorded by a second press, which says where it goes", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/LoanQueue?stage=running&search=IL2041");
  await clerk.getByRole("link", { name: "IL2041" }).click();
  const receive = clerk.getByRole("region", { name: "Record a repayment" });
  const owed = await owedOn(clerk);
  const above = (given: number) => addCents(owed, shillings(given));
  await receive.getByLabel("Amount").fill("999,999");
  const over = formatMoney(addCents(shillings(999_999), negateCents(owed)));
  await expect(receive.getByText(`${over} more than is owed`)).toBeVisible();
  await receive.getByLabel("Receipt").fill("QWE12RTY35");
  await receive.getByRole("button", { name: "Record" }).click();
  await expect(receive.getByText("more than one instalment above the balance")).toBeVisible();
  await receive.getByLabel("Amount").fill(formatMoney(above(550)));
  await receive.getByLabel("Receipt").fill("");
  await receive.getByRole("button", { name: "Record" }).click();
  await expect(receive.getByLabel("Receipt"), "what is missing comes first").toBeFocused();
  await receive.getByLabel("Receipt").fill("QWE12RTY35");
  await receive.getByRole("button", { name: "Record" }).click();
  const question = clerk.getByRole("alertdialog", { name: "Record 550.00 more than is owed?" });
  await expect(question).toContainText("stays on the loan in the member’s favour");
  await expect(question.getByRole("button", { name: "Check the amount" })).toBeFocused();
  await fits(clerk);
  await clerk.keyboard.press("Enter");
  await expect(question).toHaveCount(0);
  await expect(clerk.getByText(`${formatMoney(owed)} is still owed.`)).toBeVisible();
  await receive.getByLabel("Amount").fill(formatMoney(above(50)));
  await receive.getByRole("button", { name: "Record" }).click();
  await clerk.getByRole("button", { name: "Record all of it" }).click();
  await expect(clerk.getByText(/^Overpaid by 50\.00\. The office must return it/)).toBeVisible();
  await fits(clerk);
  await clerk.goto("/app/LoanQueue?stage=settled&search=IL2041");
  await expect(clerk.getByRole("link", { name: "IL2041" })).toBeVisible();
});

test("a large repayment waits for a second person, who is named on the page", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/LoanApplication?loan=DL0318");
  const receive = clerk.getByRole("region", { name: "Record a repayment" });
  await receive.getByLabel("Amount").fill("25,000");
  await receive.getByLabel("Receipt").fill("QWE12RTY36");
  await receive.getByRole("button", { name: "Record" }).click();
  await expect(clerk.getByText("Sent to a second person")).toBeVisible();
  const waits = "Waiting for a second person: 25,000.00, receipt QWE12RTY36. You recorded it";
  await expect(receive.getByText(waits)).toBeVisible();
  await fits(clerk);

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/LoanApplication?loan=DL0318");
  await treasurer.getByRole("link", { name: "Open the request" }).click();
  await expect(treasurer.getByText("Record a repayment")).toBeVisible();
  await expect(treasurer.getByText("QWE12RTY36")).toBeVisible();
  await fits(treasurer);
  await treasurer.getByRole("button", { name: /^Approve/ }).click();
  await treasurer.getByRole("button", { name: "Yes, approve" }).click();
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await clerk.reload();
  const table = clerk.getByRole("table", { name: "Repayments of this loan" });
  await expect(table.locator("tbody tr").last()).toContainText("QWE12RTY36");
});
