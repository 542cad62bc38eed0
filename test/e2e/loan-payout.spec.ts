import type { Page } from "@playwright/test";
import { type OwnSociety, test } from "./own-society.ts";
import { expect, fits, memberPassword, openSession, violations } from "./portal.ts";

// Barasa has no running loan.
const borrower = "MS1005";
const member = "Barasa Wekesa Simiyu";
const phone = { width: 360, height: 740 };

/** Applies as the member, and approves as the loans officer. */
async function approvedLoan(society: OwnSociety): Promise<string> {
  const who = { memberNo: borrower, password: memberPassword };
  const { origins } = await openSession(society.request, who);
  const token = origins[0]?.localStorage.find(({ name }) => name === "access")?.value ?? "";
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const answer = await society.request.post("/api/v1/instant/register", {
    headers: { Authorization: `Bearer ${token}` },
    data: { memNo: borrower, category: "Instant", ...figures },
  });
  const { loanNo } = (await answer.json()) as { loanNo: string };
  const officer = await society.open("ST9002");
  await officer.goto(`/app/LoanApplication?loan=${loanNo}`);
  await officer.getByRole("button", { name: "Approve" }).press("Enter");
  const asked = officer.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Approve" }).press("Enter");
  await expect(officer.getByText("Approved. Another officer disburses it.")).toBeVisible();
  return loanNo;
}

async function disburse(page: Page, loanNo: string): Promise<void> {
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  await page.getByRole("button", { name: "Disburse" }).press("Enter");
  await fits(page);
  const asked = page.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Disburse" }).press("Enter");
  await expect(page.getByText("Disbursed. The payment is queued")).toBeVisible();
}

/** Opens the member's payout on a tab of the desk. */
async function openPayout(page: Page, tab: string): Promise<void> {
  await page.goto("/app/Payouts");
  await page.getByRole("link", { name: new RegExp(`^${tab} `) }).press("Enter");
  await fits(page);
  await page
    .getByRole("row", { name: new RegExp(member) })
    .getByRole("link")
    .first()
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Payout");
}

/** Confirms the open dialog, and waits for its answer, which opening another page would cancel. */
async function confirm(page: Page, name: string): Promise<void> {
  await fits(page);
  await page.getByRole("alertdialog").getByRole("button", { name }).press("Enter");
  await expect(page.getByRole("alertdialog")).toBeHidden();
}

/** Opens the member's page of the loan on a phone. */
async function openOwn(society: OwnSociety, loanNo: string): Promise<Page> {
  const page = await society.open(borrower);
  await page.setViewportSize(phone);
  await page.goto(`/app/LoanList?loan=${loanNo}`);
  return page;
}

test("a loan is paid by cheque by two people, and its member sees where the money is", async ({
  society,
}) => {
  test.slow();
  const loanNo = await approvedLoan(society);
  const administrator = await society.open("ST9003");
  await disburse(administrator, loanNo);
  const own = await openOwn(society, loanNo);
  await expect(own.getByText("The office will call you and pay you by bank")).toBeVisible();
  await fits(own);

  await openPayout(administrator, "At the office");
  await administrator.getByRole("button", { name: "Mark as paid" }).press("Enter");
  const asked = administrator.getByRole("alertdialog");
  await asked.getByLabel("Paid by").selectOption({ label: "Cheque" });
  await asked.getByRole("button", { name: "Yes, it was paid" }).press("Enter");
  await expect(asked.getByText("Please fill this in.")).toBeVisible();
  await asked.getByLabel("Number of the transfer, cheque or voucher").fill("CHQ-000417");
  await asked.getByRole("button", { name: "Yes, it was paid" }).press("Enter");
  await expect(administrator.getByText("Another person must agree").first()).toBeVisible();

  const treasurer = await society.open("ST9005");
  await openPayout(treasurer, "Exceptions");
  await expect(treasurer.getByText("Cheque").first()).toBeVisible();
  await treasurer.getByRole("button", { name: "Agree", exact: true }).press("Enter");
  await confirm(treasurer, "Yes, I agree");
  await expect(treasurer.getByText("Nothing is left to do.")).toBeVisible();
  await fits(treasurer);

  await own.reload();
  await expect(own.getByText("You received 6,600.00")).toBeVisible();
  await expect(own.getByText("CHQ-000417")).toBeVisible();
  await fits(own);
});

test("a loan whose payment failed is disbursed again, and its member follows it", async ({
  society,
  demo,
}) => {
  test.slow();
  await demo.query("update member set mobile_confirmed_at = akiba_now()");
  const loanNo = await approvedLoan(society);
  const administrator = await society.open("ST9003");
  await disburse(administrator, loanNo);
  await administrator.goto("/app/Payouts");
  await administrator.getByRole("button", { name: "Make a file" }).press("Enter");
  await confirm(administrator, "Yes, make the file");
  await openPayout(administrator, "Sent");
  await administrator.getByRole("button", { name: "Mark as not paid" }).press("Enter");
  await administrator.getByRole("alertdialog").getByLabel("Reason").fill("The number is closed");
  await confirm(administrator, "Yes, it was not paid");
  await expect(administrator.getByText("The loan is back at the loan desk").first()).toBeVisible();

  const own = await openOwn(society, loanNo);
  await expect(own.getByText("It is still with us")).toBeVisible();
  await fits(own);

  const treasurer = await society.open("ST9005");
  await treasurer.goto(`/app/LoanApplication?loan=${loanNo}`);
  await expect(treasurer.getByText("Payment failed")).toBeVisible();
  await expect(treasurer.getByText(/The number is closed/)).toBeVisible();
  await disburse(treasurer, loanNo);
  await own.reload();
  await expect(own.getByText("The money is on its way to your phone.")).toBeVisible();
});

test("a cheque is handed over, and stopped by two people when lost @wide", async ({ society }) => {
  test.slow();
  const loanNo = await approvedLoan(society);
  const administrator = await society.open("ST9003");
  const treasurer = await society.open("ST9005");
  await disburse(administrator, loanNo);
  await openPayout(administrator, "At the office");
  await administrator.getByRole("button", { name: "Mark as paid" }).press("Enter");
  const asked = administrator.getByRole("alertdialog");
  await asked.getByLabel("Paid by").selectOption({ label: "Cheque" });
  await asked.getByLabel("Number of the transfer, cheque or voucher").fill("000417");
  await confirm(administrator, "Yes, it was paid");
  await openPayout(treasurer, "Exceptions");
  await treasurer.getByRole("button", { name: "Agree", exact: true }).press("Enter");
  await confirm(treasurer, "Yes, I agree");
  await expect(treasurer.getByText("Nothing is left to do.")).toBeVisible();

  await administrator.goto("/app/Payouts");
  await administrator.getByRole("link", { name: "Cheques" }).press("Enter");
  await administrator.getByLabel("Search cheques").fill("barasa");
  const row = administrator.getByRole("row", { name: /000417/ });
  await expect(row).toContainText(member);
  await fits(administrator);
  await row.getByRole("button", { name: "Hand over cheque 000417" }).press("Enter");
  await administrator.getByRole("alertdialog").getByLabel("Who takes it").press("Enter");
  await expect(administrator.getByText("Please fill this in.")).toBeVisible();
  await administrator.getByLabel("Who takes it").fill(`${member}, ID 20000115`);
  await confirm(administrator, "Yes, handed over");
  await expect(row).toHaveCount(0);

  await administrator.goto("/app/Payouts?part=cheques&tab=handed-over");
  expect(await violations(administrator)).toEqual([]);
  await row.getByRole("button", { name: "Stop cheque 000417" }).press("Enter");
  await administrator.getByLabel("Reason").fill("The member lost it");
  await confirm(administrator, "Ask to stop it");
  await expect(row).toContainText("Your request to stop it waits for a second person.");
  await treasurer.goto("/app/Approvals");
  const step = "Approve: Stop a cheque that the bank has not paid";
  await treasurer.getByRole("button", { name: step }).press("Enter");
  await expect(treasurer.getByRole("alertdialog")).toContainText("000417");
  await confirm(treasurer, "Yes, approve");
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await treasurer.goto("/app/Payouts?part=cheques&tab=stopped");
  await expect(treasurer.getByRole("row", { name: /000417/ })).toContainText("The member lost it");
  await fits(treasurer);
  await treasurer.goto(`/app/LoanApplication?loan=${loanNo}`);
  await expect(treasurer.getByRole("button", { name: "Disburse" })).toBeVisible();
});
