import type { Page } from "@playwright/test";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { paymentCallback } from "#test/paybill.ts";
import { MpesaTwin } from "../../twin/mpesa.ts";
import { type OwnSociety, test as base } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const PAYBILL = "400200";
const secret = "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT";
const access = {
  consumerKey: "key",
  consumerSecret: "word",
  shortCode: PAYBILL,
  passkey: "pass-of-journeys",
  callbackSecret: secret,
  callbackAddresses: ["127.0.0.1"],
};

/** A society with a paybill, and phones that pay to it. */
const test = base.extend<{ phones: string }>({
  phones: async ({ contextOptions: _ }, use) => {
    const twin = new MpesaTwin({
      organisations: [{ ...access, name: "UZIMA SACCO", balance: 0n }],
      phones: [
        { msisdn: "254711000482", name: "Barasa Simiyu", pin: "1234", balance: 50_000_00n },
        { msisdn: "254711000483", name: "Peter Oluoch", pin: "1234", balance: 50_000_00n },
      ],
    });
    await use(await twin.open());
    twin.close();
  },
  environment: async ({ phones }, use) => {
    await use({
      PAY_IN_CHANNEL: "daraja",
      DARAJA_BASE_URL: phones,
      DARAJA_CONSUMER_KEY: access.consumerKey,
      DARAJA_CONSUMER_SECRET: access.consumerSecret,
      DARAJA_PAYBILL: PAYBILL,
      DARAJA_PASSKEY: access.passkey,
      DARAJA_CALLBACK_SECRET: secret,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    });
  },
});

/** Confirms a payment of 2,500 shillings to the paybill, as M-Pesa does. */
async function pay({ request }: OwnSociety, receipt: string, account: string): Promise<void> {
  const TransTime = "20991231000000";
  const sender = { FirstName: "BARASA", LastName: "SIMIYU", TransAmount: "2500.00", TransTime };
  const path = `/api/v1/pay-ins/${secret}/c2b/confirmation`;
  const answer = await request.post(path, { data: paymentCallback(receipt, account, sender) });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Opens a payment from the list, by keyboard. */
async function openPayment(page: Page, tab: string, receipt: string): Promise<void> {
  await page.goto("/app/PayIns");
  await page.getByRole("link", { name: new RegExp(`^${tab} `) }).press("Enter");
  await fits(page);
  await page
    .getByRole("row", { name: new RegExp(receipt) })
    .getByRole("link")
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Payment ${receipt}`);
}

/** Approves the only request of a kind, as the second person. */
async function approve(page: Page, step: string): Promise<void> {
  await page.goto("/app/Approvals");
  await page.getByRole("button", { name: `Approve: ${step}` }).press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("TEC7A1B2C3");
  await fits(page);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(page.getByText("Approved and done.")).toBeVisible();
}

test("a payment typed on a phone is on its member's statement", async ({
  society,
  demo,
  phones,
  page,
}) => {
  const callbackUrl = `${demo.url}/api/v1/pay-ins`;
  expect(await registerPaybill({ ...access, baseUrl: phones, callbackUrl })).toBeNull();
  await page.goto(`${phones}/dev/phones`);
  const pay = async (account: string): Promise<void> => {
    await page.getByLabel("Business number").fill(PAYBILL);
    await page.getByLabel("Account number").fill(account);
    await page.getByLabel("Amount").fill("1250");
    await page.getByLabel("PIN", { exact: true }).fill("1234");
    await page.getByRole("button", { name: "Send" }).press("Enter");
  };
  await pay("MS 9999");
  await expect(page.getByText("did not accept account number MS 9999")).toBeVisible();
  await pay("ms 1005");
  const told = page.getByText(/Confirmed\. Ksh1,250\.00 sent to UZIMA SACCO/);
  const receipt = /^[A-Z0-9]{10}/.exec((await told.textContent()) ?? "")?.[0] ?? "no code";
  await fits(page);
  const member = await society.open("MS1005");
  await member.goto("/app/ShareStatement");
  const line = member.getByRole("row").filter({ hasText: receipt });
  await expect(line).toContainText("Paid in by M-Pesa");
  await expect(line).toContainText("1,250.00");
});

test("a payment with a mistyped account number reaches the right member", async ({ society }) => {
  test.setTimeout(120_000);
  const receipt = "TEC7A1B2C3";
  await pay(society, receipt, "MS1055");
  const clerk = await society.open("ST9001");
  await openPayment(clerk, "In suspense", receipt);
  await expect(clerk.getByText("The account number is nobody's")).toBeVisible();
  await clerk.getByRole("button", { name: "Choose MS1005" }).press("Enter");
  await expect(clerk.getByLabel("Member number")).toHaveValue("MS1005");
  await fits(clerk);
  await clerk.getByRole("button", { name: "Propose this account" }).press("Enter");
  await expect(clerk.getByText("Your proposal waits for a second person.")).toBeVisible();
  await fits(clerk);

  const treasurer = await society.open("ST9005");
  await approve(treasurer, "Assign a payment by M-Pesa that is in suspense");
  await openPayment(treasurer, "Credited", receipt);
  await expect(treasurer.getByText("Barasa Wekesa Simiyu, MS1005")).toBeVisible();
  await fits(treasurer);

  const member = await society.open("MS1005");
  await member.goto("/app/ShareStatement");
  const line = member.getByRole("row").filter({ hasText: receipt });
  await expect(line).toContainText("Paid in by M-Pesa");
});

test("a payment credited to the wrong member is taken off again by two people", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const receipt = "TEC7A1B2C3";
  await pay(society, receipt, "ms 1007");
  const clerk = await society.open("ST9001");
  await openPayment(clerk, "Credited", receipt);
  await clerk.getByRole("button", { name: "Propose to take it off" }).press("Enter");
  await expect(clerk.getByLabel("Reason")).toBeFocused();
  await clerk.getByLabel("Reason").fill("The sender typed the number of a colleague");
  await clerk.getByRole("button", { name: "Propose to take it off" }).press("Enter");
  await expect(clerk.getByText("Your proposal waits for a second person.")).toBeVisible();
  const treasurer = await society.open("ST9005");
  await approve(treasurer, "Take a payment by M-Pesa off a wrong account, back to suspense");
  await openPayment(treasurer, "In suspense", receipt);
  await expect(treasurer.getByText("Taken off a wrong account")).toBeVisible();
});

test("the administrator sets the limits of payments by M-Pesa @wide", async ({ society }) => {
  const admin = await society.open("ST9003");
  await admin.goto("/app/Settings?part=payIns");
  const least = admin.getByLabel("Smallest payment by request");
  const most = admin.getByLabel("Largest payment by request");
  const dayMost = admin.getByLabel("Most in a day");
  await expect(dayMost).toHaveValue("500,000");
  await least.fill("6000");
  await most.fill("5,000");
  await dayMost.fill("500001");
  await admin.getByRole("button", { name: "Save" }).press("Enter");
  await expect(admin.getByText("M-Pesa itself takes no more than")).toBeVisible();
  await expect(most).toBeFocused();
  await expect(most).toHaveValue("5,000");
  await dayMost.fill("20000");
  await admin.getByRole("button", { name: "Save" }).press("Enter");
  await expect(admin.getByText("This is less than the smallest payment.")).toBeVisible();
  await expect(most).toBeFocused();
  await fits(admin);
  await least.fill("50");
  await admin.getByRole("button", { name: "Save" }).press("Enter");
  await expect(admin.getByText("The settings of payments in were saved").first()).toBeVisible();
  await expect(admin.getByText("Most in a day: from 500,000.00 to 20,000.00")).toBeVisible();
  await admin.reload();
  await expect(least).toHaveValue("50");
  await expect(dayMost).toHaveValue("20,000");

  const member = await society.open("MS1001");
  await member.goto("/app/PayIn");
  await expect(member.getByText("From 50.00 to 5,000.00, in whole shillings")).toBeVisible();
});

test("the administrator sets where payments to the paybill go @wide", async ({ society }) => {
  const admin = await society.open("ST9003");
  await admin.goto("/app/Settings?part=payIns");
  await expect(admin.getByText("400200")).toBeVisible();
  await fits(admin);
  const rest = admin.getByLabel("More than a loan owes goes to");
  await rest.selectOption("Back to the member, as a payout");
  await admin.getByRole("button", { name: "Save" }).press("Enter");
  await expect(admin.getByText("The settings of payments in were saved").first()).toBeVisible();
  await admin.reload();
  await expect(rest).toHaveValue("refund");
});

test(
  "a payment confirmed with another amount is corrected from its line, by two people",
  { tag: "@both" },
  async ({ society, demo }) => {
    test.setTimeout(120_000);
    await pay(society, "TEC7A1B2C3", "MS1001");
    const shown = "receipt_no = 'TEC7A1B2C3' where receipt_no = 'TJK2M7Q4XA'";
    await demo.query(`update bank_statement_line set ${shown}`);
    const clerk = await society.open("ST9001");
    await clerk.goto("/app/Reconciliation?account=mobile-money");
    const open = clerk.getByRole("list", { name: "On the statement, not in our books" });
    const line = open.getByRole("listitem").filter({ hasText: "TEC7A1B2C3" });
    await expect(line.getByText("Our books have Ksh 2,500.00 for this receipt.")).toBeVisible();
    await line.getByRole("button", { name: "Correct to the statement's amount" }).press("Enter");
    await expect(line.getByLabel("How you know that the statement is right")).toBeFocused();
    await clerk.keyboard.press("Enter");
    await expect(line.getByText("Please fill this in.")).toBeVisible();
    await clerk.keyboard.type("M-Pesa's portal");
    await fits(clerk);
    await clerk.keyboard.press("Enter");
    await expect(clerk.getByText("Correction proposed")).toBeVisible();
    await expect(line.getByRole("button", { name: "Correct to the" })).toBeFocused();
    await expect(line.getByText("Waits for approval")).toBeVisible();
    await open.getByRole("checkbox", { name: /TJK9P1W8ZC/ }).press("Enter");
    await line.getByRole("checkbox").press("Enter");
    // Nothing covers it, wherever the page is scrolled to.
    await clerk.getByRole("button", { name: "Match 2 items" }).click({ trial: true });

    const treasurer = await society.open("ST9005");
    await treasurer.goto("/app/Approvals");
    await expect(treasurer.getByText("M-Pesa's portal").first()).toBeVisible();
    await approve(treasurer, "Correct a payment by M-Pesa to the amount on its statement");

    await clerk.goto("/app/Reconciliation?account=mobile-money");
    await expect(open.getByText("TJK9P1W8ZC")).toBeVisible();
    await expect(open.getByText("TEC7A1B2C3")).toHaveCount(0);
    await openPayment(clerk, "Credited", "TEC7A1B2C3");
    await expect(clerk.getByText(/^Corrected to M-Pesa's statement, from Ksh 2,500/)).toBeVisible();
    await fits(clerk);
  },
);
