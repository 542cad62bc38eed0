import type { Page } from "@playwright/test";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { MpesaTwin } from "../../twin/mpesa.ts";
import { noFaults } from "../../twin/faults.ts";
import { type OwnSociety, test as base } from "./own-society.ts";
import { expect, fits, lastCode, memberPassword, mobileOf, openSession } from "./portal.ts";

const access = {
  shortCode: "400200",
  consumerKey: "key",
  consumerSecret: "word",
  initiatorName: "akiba",
  securityCredential: "sealed",
  passkey: "pass-of-journeys",
  callbackSecret: "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT",
  callbackAddresses: ["127.0.0.1"],
};
const payer = { msisdn: "254711000482", name: "Peter Oluoch", pin: "1234" };

/** A society that pays and is paid through M-Pesa. */
const test = base.extend<{ mpesa: { twin: MpesaTwin; address: string } }>({
  mpesa: async ({ contextOptions: _ }, use) => {
    const twin = new MpesaTwin({
      organisations: [{ ...access, name: "UZIMA SACCO", balance: 10_000_000_00n }],
      phones: [{ ...payer, balance: 50_000_00n }],
      pinOfOthers: "1234",
    });
    await use({ twin, address: await twin.open() });
    twin.close();
  },
  environment: async ({ mpesa }, use) => {
    await use({
      PAYOUT_CHANNEL: "daraja",
      PAY_IN_CHANNEL: "daraja",
      DARAJA_BASE_URL: mpesa.address,
      DARAJA_CONSUMER_KEY: access.consumerKey,
      DARAJA_CONSUMER_SECRET: access.consumerSecret,
      DARAJA_INITIATOR_NAME: access.initiatorName,
      DARAJA_SECURITY_CREDENTIAL: access.securityCredential,
      DARAJA_SHORT_CODE: access.shortCode,
      DARAJA_PAYBILL: access.shortCode,
      DARAJA_PASSKEY: access.passkey,
      DARAJA_CALLBACK_SECRET: access.callbackSecret,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    });
  },
});

const borrower = "MS1005";
const member = "Barasa Wekesa Simiyu";

/** Confirms the number of the member, as money goes to no other. */
async function confirmNumber({ open, request }: OwnSociety): Promise<void> {
  const page = await open(borrower);
  await page.goto("/app/Withdraw");
  await page.getByRole("button", { name: "Confirm my number" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Send OTP" }).press("Enter");
  await dialog.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, borrower)));
  await dialog.getByRole("button", { name: "Confirm", exact: true }).press("Enter");
  await expect(page.getByText("Confirm your mobile number first")).toHaveCount(0);
  await page.close();
}

/** Applies as the member; two officers approve and disburse. */
async function lend(society: OwnSociety): Promise<void> {
  const who = { memberNo: borrower, password: memberPassword };
  const { origins } = await openSession(society.request, who);
  const token = origins[0]?.localStorage.find(({ name }) => name === "access")?.value ?? "";
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const answer = await society.request.post("/api/v1/instant/register", {
    headers: { Authorization: `Bearer ${token}` },
    data: { memNo: borrower, category: "Instant", ...figures },
  });
  const { loanNo } = (await answer.json()) as { loanNo: string };
  for (const [staffNo, name, done] of [
    ["ST9002", "Approve", "Approved. Another officer disburses it."],
    ["ST9003", "Disburse", "Disbursed. The payment is queued"],
  ] as const) {
    const page = await society.open(staffNo);
    await page.goto(`/app/LoanApplication?loan=${loanNo}`);
    await page.getByRole("button", { name }).press("Enter");
    await page.getByRole("alertdialog").getByRole("button", { name }).press("Enter");
    await expect(page.getByText(done)).toBeVisible();
  }
}

/** Waits until a page shows a text that the server adds later. */
async function untilShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
}

test("an unknown payout is settled by asking M-Pesa", async ({ society, mpesa: { twin } }) => {
  test.setTimeout(150_000);
  twin.faults.set({ seed: 1, share: 1, kinds: ["answer-lost", "lose"], calls: ["b2c"] });
  await confirmNumber(society);
  await lend(society);
  const page = await society.open("ST9003");
  await page.goto("/app/Payouts?tab=exceptions");
  await untilShown(page, member);
  await page
    .getByRole("row", { name: new RegExp(member) })
    .getByRole("link")
    .first()
    .press("Enter");
  await expect(page.getByText("Times asked")).toBeVisible();
  await fits(page);
  twin.faults.set(noFaults);
  await page.getByRole("button", { name: "Ask M-Pesa" }).press("Enter");
  await expect(page.getByText("M-Pesa is being asked.")).toBeVisible();
  await untilShown(page, "It was paid.");
  const receipt = twin.statement(access.shortCode).find(({ otherParty }) => {
    return otherParty.startsWith("254");
  })?.receipt;
  expect(receipt).toBeTruthy();
  await expect(page.getByText(/^Receipt/).first()).toBeVisible();
});

test("a payment in suspense goes back through M-Pesa, as two people agree", async ({
  society,
  demo,
  mpesa: { twin, address },
}) => {
  test.setTimeout(150_000);
  const callbackUrl = `${demo.url}/api/v1/pay-ins`;
  expect(await registerPaybill({ ...access, baseUrl: address, callbackUrl })).toBeNull();
  // Without an answer to its question M-Pesa accepts the payment.
  twin.faults.set({ seed: 1, share: 1, kinds: ["lose"], calls: ["validation"] });
  const paid = { shortCode: access.shortCode, account: "SCHOOL FEES", amount: 1500, pin: "1234" };
  const receipt = (await twin.pay(payer.msisdn, paid)) ?? "";
  await twin.flush();
  const clerk = await society.open("ST9001");
  await clerk.goto(`/app/PayIns?payment=${receipt}`);
  await fits(clerk);
  const proposal = clerk.locator("form").filter({ hasText: "Or return it through M-Pesa" });
  await proposal.getByRole("button", { name: "Propose the reversal" }).press("Enter");
  await expect(proposal.getByText("Fill this in.")).toBeVisible();
  await proposal.getByLabel("Reason").fill("Paid by mistake");
  await proposal.getByRole("button", { name: "Propose the reversal" }).press("Enter");
  await expect(clerk.getByText("Your proposal waits for a second person.")).toBeVisible();
  const treasurer = await society.open("ST9003");
  await treasurer.goto("/app/Approvals");
  await treasurer
    .getByRole("button", { name: "Approve: Ask M-Pesa to reverse a payment" })
    .press("Enter");
  const question = treasurer.getByRole("alertdialog");
  await expect(question).toContainText(receipt);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await untilShown(clerk, /^Reversed, receipt/);
  await expect(clerk.getByText("Returned to the sender").first()).toBeVisible();
  await fits(clerk);
});
