import type { APIRequestContext, Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, lastCode, memberPassword, mobileOf, openSession, fits } from "./portal.ts";

const borrower = "MS1005";
const officer = "ST9002";

/** The requests of a member and their answers, without the page. */
async function asMember(request: APIRequestContext, memberNo: string) {
  const { origins } = await openSession(request, { memberNo, password: memberPassword });
  const token = origins[0]?.localStorage.find(({ name }) => name === "access")?.value ?? "";
  const headers = { Authorization: `Bearer ${token}` };
  return {
    async apply(): Promise<string> {
      const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
      const data = { memNo: memberNo, category: "Instant", ...figures };
      const answer = await request.post("/api/v1/instant/register", { headers, data });
      expect(answer.status(), await answer.text()).toBe(201);
      return ((await answer.json()) as { loanNo: string }).loanNo;
    },
    async application(loanNo: string) {
      const answer = await request.get(`/api/v1/instant-loans/${loanNo}`, { headers });
      return (await answer.json()) as { amount: number; steps: { step: string; reason: string }[] };
    },
  };
}

/** Finds an application in the queue with J alone. */
async function walkTo(page: Page, loanNo: string): Promise<void> {
  const link = page.getByRole("link", { name: loanNo });
  await expect(link).toBeVisible();
  const count = await page.locator("a[data-loan]").count();
  for (let press = 0; press < count; press += 1) {
    await page.keyboard.press("j");
    if (await link.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(link).toBeFocused();
}

/** The queue, the application, Approve: all with letters and Enter. */
async function approveByKeyboard(page: Page, loanNo: string): Promise<void> {
  await page.goto("/app");
  await walkTo(page, loanNo);
  await fits(page);
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(loanNo);
  await expect(page.getByRole("button", { name: "Approve" })).toBeFocused();
  await fits(page);
  await page.keyboard.press("Enter");
  const asked = page.getByRole("alertdialog");
  await expect(asked.getByRole("button", { name: "Not yet" })).toBeFocused();
  await expect(asked.getByText(borrower, { exact: true })).toBeVisible();
  await expect(asked.getByText("Ksh 6,600.00")).toBeVisible();
  await fits(page);
  await asked.getByRole("button", { name: "Approve" }).press("Enter");
  await expect(page.getByText("Approved. Another officer disburses it.")).toBeVisible();
  // The approved loan stays, so that another press approves nothing else.
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(loanNo);
  await expect(page).toHaveTitle(new RegExp(`^${loanNo} · `));
  await expect(page.getByRole("link", { name: /^(Next: |Back to the loan queue)/ })).toBeVisible();
}

async function payOut(page: Page, loanNo: string): Promise<void> {
  await page.goto("/app/LoanQueue?stage=to-disburse");
  await page.getByRole("link", { name: loanNo }).press("Enter");
  await page.getByRole("button", { name: "Disburse" }).press("Enter");
  const asked = page.getByRole("alertdialog");
  await expect(asked.getByRole("button", { name: "Not yet" })).toBeFocused();
  await fits(page);
  await asked.getByRole("button", { name: "Disburse" }).press("Enter");
  await expect(
    page.getByText("Disbursed. The payment is queued, and the member was notified."),
  ).toBeVisible();
}

async function receive(page: Page, amount: string, receipt: string): Promise<void> {
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByLabel("Payment method").selectOption({ label: "Bank" });
  await page.getByLabel("Receipt", { exact: true }).fill(receipt);
  await page.getByRole("button", { name: "Record", exact: true }).click();
}

async function takeBackLast(page: Page, loanNo: string): Promise<void> {
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  await page
    .getByRole("button", { name: /^Reverse receipt/ })
    .last()
    .click();
  await page.getByLabel("Reason").fill("Another member's receipt");
  await fits(page);
  await page.getByRole("button", { name: "Yes, reverse it" }).click();
  await expect(page.getByText("Reversed: Another member's receipt")).toBeVisible();
}

test("a loan goes by keyboard from the queue to its last repayment, with two people", async ({
  society,
}) => {
  test.slow();
  const loanNo = await (await asMember(society.request, borrower)).apply();
  const approver = await society.open(officer);
  await approveByKeyboard(approver, loanNo);
  await approver.goto(`/app/LoanApplication?loan=${loanNo}`);
  await expect(
    approver.getByText("You approved it, so another officer must disburse it."),
  ).toBeVisible();
  await approver.getByRole("button", { name: "Disburse" }).press("Enter");
  await expect(approver.getByRole("alertdialog")).toHaveCount(0);
  const payer = await society.open("ST9003");
  await payOut(payer, loanNo);
  const clerk = await society.open("ST9001");
  await clerk.goto(`/app/LoanApplication?loan=${loanNo}`);
  await receive(clerk, "3,449", `OB-${loanNo}-1`);
  await expect(clerk.getByText("Recorded. The member was notified.")).toBeVisible();
  await expect(clerk.getByText("3,448.00 is still owed.")).toBeVisible();
  await fits(clerk);
  await receive(clerk, "3448", `OB-${loanNo}-2`);
  await expect(clerk.getByText("Recorded. The loan is fully repaid.")).toBeVisible();
  await takeBackLast(payer, loanNo);
  await clerk.reload();
  await receive(clerk, "3448", `OB-${loanNo}-3`);
  await expect(clerk.getByText("Settled", { exact: true })).toBeVisible();
  await fits(clerk);
});

test("an application is amended by a clerk, and declined with a reason its member reads", async ({
  society,
}) => {
  test.slow();
  const member = await asMember(society.request, borrower);
  const loanNo = await member.apply();
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/UpdateLoanData");
  await clerk.getByLabel("Loan No").fill(loanNo);
  await clerk.getByRole("button", { name: "Open" }).click();
  await clerk.getByLabel("Amount", { exact: true }).fill("5,000");
  await expect(clerk.getByRole("cell", { name: "2,750.00" })).toBeVisible();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Save new amount" }).click();
  await expect(clerk.getByRole("alertdialog").getByText(borrower)).toBeVisible();
  await clerk.getByRole("button", { name: "Yes, change it" }).click();
  await expect(clerk.getByText("Amended. The member was notified.")).toBeVisible();
  expect((await member.application(loanNo)).amount).toBe(5000);

  const page = await society.open(officer);
  await page.goto("/app/LoanQueue");
  await walkTo(page, loanNo);
  await page.keyboard.press("d");
  await expect(page.getByLabel("Reason")).toBeFocused();
  await page.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Please fill this in.")).toBeVisible();
  await page.getByLabel("Reason").fill("Two loans in one month");
  await page.getByRole("button", { name: "Decline" }).click();
  const asked = page.getByRole("alertdialog");
  await expect(asked.getByText("Two loans in one month")).toBeVisible();
  await asked.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText(/^Declined\. The member is notified/)).toBeVisible();
  const { steps } = await member.application(loanNo);
  expect(steps.at(-1)).toMatchObject({ step: "declined", reason: "Two loans in one month" });
});

/** Proposes another amount for an application from its page at the desk. */
async function propose(page: Page, loanNo: string, amount: string): Promise<void> {
  await page.goto(`/app/UpdateLoanData?loan=${loanNo}`);
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("button", { name: "Save new amount" }).click();
  await page.getByRole("button", { name: "Ask the member" }).click();
  await expect(page.getByText("The member was asked to agree.")).toBeVisible();
}

test("a larger amount waits for the member, who agrees by a code or on the loan's page", async ({
  society,
}) => {
  test.slow();
  const member = await asMember(society.request, borrower);
  const loanNo = await member.apply();
  const clerk = await society.open("ST9001");
  await propose(clerk, loanNo, "8,000");
  await fits(clerk);
  const waiting = clerk.getByRole("region", { name: "Waiting for the member's consent" });
  await waiting.getByRole("button", { name: "Apply the change" }).click();
  await expect(waiting.getByText("Send a code first, then type it here")).toBeVisible();
  await waiting.getByRole("button", { name: "Send code" }).click();
  const mobile = await mobileOf(society.request, borrower);
  const code = await lastCode(society.request, mobile);
  expect((await member.application(loanNo)).amount).toBe(6600);
  await waiting.getByLabel("The member's code").fill(code);
  await waiting.getByRole("button", { name: "Apply the change" }).click();
  await expect(clerk.getByText("The member agreed. The new figures apply.")).toBeVisible();
  expect((await member.application(loanNo)).amount).toBe(8000);

  await propose(clerk, loanNo, "9,000");
  const page = await society.open(officer);
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  await expect(page.getByText(/so the loan cannot be approved yet\.$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Checks" })).toContainText(
    "Waiting for the member",
  );
  await fits(page);
  await page.goto(`/app/LoanQueue?search=${loanNo}`);
  const row = page.getByRole("row").filter({ hasText: loanNo });
  await expect(row).toContainText("Waiting for the member");
  await fits(page);
  const own = await society.open(borrower);
  await own.goto("/app");
  const task = own.getByRole("listitem").filter({ hasText: "The office proposes a change" });
  await task.getByRole("link", { name: "Answer" }).click();
  const change = own.getByRole("region", { name: "The office proposes a change" });
  await expect(change.getByText("9,405.00").first()).toBeVisible();
  await fits(own);
  await change.getByRole("button", { name: "Agree to" }).click();
  await fits(own);
  await own.getByRole("alertdialog").getByRole("button", { name: "Agree" }).click();
  await expect(change).toHaveCount(0);
  expect((await member.application(loanNo)).amount).toBe(9000);

  await propose(clerk, loanNo, "9,500");
  await clerk.getByRole("button", { name: "Withdraw the change" }).click();
  const asked = clerk.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Withdraw the change" }).click();
  await expect(clerk.getByText("The change was withdrawn. The member was notified.")).toBeVisible();
  await clerk.goto(`/app/LoanApplication?loan=${loanNo}`);
  const progress = clerk.getByRole("region", { name: "Progress" });
  await expect(progress.getByText("The change to 9,500.00 was withdrawn")).toBeVisible();
  await expect(progress.getByText("The member agreed to 9,000.00")).toBeVisible();
  await fits(clerk);
  expect((await member.application(loanNo)).amount).toBe(9000);
});

test("the queue is searched, filtered and downloaded, and its shortcuts turned off", async ({
  society,
}) => {
  const page = await society.open(officer);
  await page.goto("/app/LoanQueue?stage=declined");
  const number = page.locator("a[data-loan]").first();
  await expect(number).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("nobody at all");
  await expect(page.getByText("No match in this stage")).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: "Clear search and checks" }).click();
  await expect(number).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await saving).suggestedFilename()).toBe("loans-declined.csv");
  await page.getByRole("button", { name: "Turn off keyboard shortcuts" }).click();
  await page.keyboard.press("j");
  await expect(number).not.toBeFocused();
  await page.getByRole("button", { name: "Turn on keyboard shortcuts" }).click();
  await page.keyboard.press("j");
  await expect(number).toBeFocused();
});

test("facts that changed while the dialog was open are shown, and only those are approved", async ({
  society,
}) => {
  const member = await asMember(society.request, borrower);
  const loanNo = await member.apply();
  const clerk = await society.open("ST9001");
  await clerk.goto(`/app/UpdateLoanData?loan=${loanNo}`);
  const page = await society.open(officer);
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  await page.getByRole("button", { name: "Approve" }).click();
  const asked = page.getByRole("alertdialog");
  await expect(asked.getByText("Ksh 6,600.00")).toBeVisible();
  await clerk.getByLabel("Amount", { exact: true }).fill("5,000");
  await clerk.getByRole("button", { name: "Save new amount" }).click();
  await clerk.getByRole("button", { name: "Yes, change it" }).click();
  await expect(clerk.getByText("Amended. The member was notified.")).toBeVisible();
  await asked.getByRole("button", { name: "Approve" }).click();
  await expect(asked.getByRole("heading", { name: "This has changed" })).toBeVisible();
  const amount = asked.getByRole("row", { name: /^Amount/ });
  await expect(amount).toContainText("Ksh 6,600.00");
  await expect(amount).toContainText("Ksh 5,000.00");
  await fits(page);
  expect((await member.application(loanNo)).steps.at(-1)?.step).toBe("amended");
  await asked.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved. Another officer disburses it.")).toBeVisible();
});

/** Approves the request linked from an application's page. */
async function approveFrom(page: Page, loanNo: string): Promise<void> {
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  await page.getByRole("link", { name: "Open the request" }).click();
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByRole("button", { name: "Yes, approve" }).click();
  await expect(page.getByText("Approved and done.")).toBeVisible();
}

test("an approval is returned, and a disbursement reversed, once a second person agrees", async ({
  society,
}) => {
  test.slow();
  const member = await asMember(society.request, borrower);
  const loanNo = await member.apply();
  const page = await society.open(officer);
  await approveByKeyboard(page, loanNo);
  await page.goto(`/app/LoanApplication?loan=${loanNo}`);
  const returning = page.getByRole("region", { name: "Return the approval" });
  await returning.getByRole("button", { name: "Request the return" }).click();
  await expect(returning.getByText("Please fill this in.")).toBeVisible();
  await returning.getByLabel("Reason").fill("The payslip was of another month");
  await fits(page);
  await returning.getByRole("button", { name: "Request the return" }).click();
  const asked = page.getByRole("alertdialog");
  await expect(asked.getByRole("button", { name: "Not yet" })).toBeFocused();
  await fits(page);
  await asked.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByText(/^You have requested this/)).toBeVisible();
  await fits(page);
  const treasurer = await society.open("ST9005");
  await approveFrom(treasurer, loanNo);
  const { steps } = await member.application(loanNo);
  expect(steps.at(-1)).toMatchObject({ step: "returned", reason: "" });

  await page.goto("/app");
  await approveByKeyboard(page, loanNo);
  await payOut(treasurer, loanNo);
  const recalling = treasurer.getByRole("region", { name: "Reverse the disbursement" });
  await recalling.getByLabel("Reason").fill("The wrong member was paid");
  await recalling.getByRole("button", { name: "Request the reversal" }).click();
  await treasurer.getByRole("button", { name: "Send the request" }).click();
  await expect(treasurer.getByText(/^You have requested this/)).toBeVisible();
  const admin = await society.open("ST9003");
  await approveFrom(admin, loanNo);
  expect((await member.application(loanNo)).steps.at(-1)?.step).toBe("recalled");
  await admin.goto(`/app/LoanApplication?loan=${loanNo}`);
  await expect(admin.getByRole("region", { name: "Disburse" })).toBeVisible();
  await fits(admin);
});

test("an application that waits for guarantors names them, and cannot be approved yet", async ({
  society,
}) => {
  const page = await society.open(officer);
  await page.goto("/app/LoanQueue?search=MS1009");
  await expect(page.getByRole("row").filter({ hasText: "MS1009" })).toContainText(
    "Waiting for guarantors",
  );
  await page.locator("a[data-loan]").first().click();
  const card = page.getByRole("region", { name: "Guarantors of this loan" });
  await expect(card.getByRole("row").filter({ hasText: "Barasa" })).toContainText("Accepted");
  await expect(card.getByRole("row").filter({ hasText: "Wanjiru" })).toContainText("Asked");
  // It depends on the day: the demo's check-off adds to what the member's own savings cover.
  const uncovered = await card.locator("dt:text-is('Still uncovered') + dd").innerText();
  expect(uncovered).toMatch(/^[1-9][\d,]*\.\d{2}$/);
  await expect(page.getByText(`Guarantors have not yet accepted ${uncovered}.`)).toBeVisible();
  const approve = page.getByRole("button", { name: "Approve" });
  await expect(approve).toHaveAttribute("aria-disabled", "true");
  await approve.press("Enter");
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Decide" })).toBeVisible();
  await fits(page);
});

test("a member of staff does not decide on their own loan", async ({ society }) => {
  const page = await society.open("ST9004");
  await page.goto("/app/LoanQueue?search=MS1004");
  await page.locator("a[data-loan]").first().click();
  await expect(page.getByText("This is your own loan")).toBeVisible();
  await expect(page.getByRole("button", { name: "Approve" })).toHaveCount(0);
  await fits(page);
});

test("every state of the desk is accessible, even in the dark theme", async ({ society }) => {
  test.slow();
  const page = await society.open(officer);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.route("**/api/v1/instant-loans", () => undefined);
  await page.goto("/app/LoanQueue", { waitUntil: "commit" });
  await expect(page.getByRole("status", { name: "Loading the queue" })).toBeVisible();
  await fits(page);
  await page.unroute("**/api/v1/instant-loans");
  await page.route("**/api/v1/instant-loans", (route) => route.abort());
  await page.goto("/app/LoanQueue");
  await expect(page.getByText("The queue could not be loaded")).toBeVisible();
  await fits(page);
  await page.unroute("**/api/v1/instant-loans");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.locator("a[data-loan]").first()).toBeVisible();
  await fits(page);
  for (const stage of ["declined", "to-disburse"]) {
    await page.goto(`/app/LoanQueue?stage=${stage}`);
    await page.locator("a[data-loan]").first().click();
    await expect(page.getByRole("heading", { name: "Progress" })).toBeVisible();
    await fits(page);
  }
  await page.goto("/app/LoanApplication?loan=NONE-1");
  await expect(page.getByText("Check the loan number, or open it from the queue.")).toBeVisible();
  await fits(page);
});
