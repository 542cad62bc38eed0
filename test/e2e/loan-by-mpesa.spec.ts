import type { Page } from "@playwright/test";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { MpesaTwin } from "../../twin/mpesa.ts";
import { type OwnSociety, test as base } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const PAYBILL = "400200";
const PIN = "1234";
const access = {
  shortCode: PAYBILL,
  consumerKey: "key",
  consumerSecret: "word",
  initiatorName: "akiba",
  securityCredential: "sealed",
  passkey: "pass-of-journeys",
  callbackSecret: "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT",
  callbackAddresses: ["127.0.0.1"],
};

// Barasa has no running loan.
const borrower = "MS1005";
const own = { msisdn: "254714000538", name: "Barasa Simiyu", pin: PIN, balance: 5_000_00n };
const donor = { msisdn: "254711000482", name: "Peter Oluoch", pin: PIN, balance: 50_000_00n };

interface Mpesa {
  readonly twin: MpesaTwin;
  readonly address: string;
}

/** A society that pays and is paid through M-Pesa, which holds some of its money. */
const test = base.extend<{ held: bigint; mpesa: Mpesa }>({
  held: [10_000_00n, { option: true }],
  mpesa: async ({ held }, use) => {
    const twin = new MpesaTwin({
      organisations: [{ ...access, name: "UZIMA SACCO", balance: held }],
      phones: [own, donor],
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
      DARAJA_SHORT_CODE: PAYBILL,
      DARAJA_PAYBILL: PAYBILL,
      DARAJA_PASSKEY: access.passkey,
      DARAJA_CALLBACK_SECRET: access.callbackSecret,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    });
  },
});

test.beforeEach(async ({ demo }) => {
  await demo.query("update member set mobile_confirmed_at = akiba_now()");
});

/** Opens the member's phone. */
async function openOwn(society: OwnSociety): Promise<Page> {
  const page = await society.open(borrower);
  await page.setViewportSize({ width: 360, height: 740 });
  return page;
}

/** Applies for a loan on its page, by keyboard, and returns its number. */
async function apply(member: Page): Promise<string> {
  await member.goto("/app/AddLoanForm");
  await member.getByLabel("Amount", { exact: true }).fill("6600");
  await member.getByRole("radio", { name: "2", exact: true }).press("Space");
  await fits(member);
  await member.getByRole("button", { name: "Submit" }).press("Enter");
  const heading = member.getByRole("heading", { level: 1, name: /^Application INS-/ });
  await expect(heading).toBeFocused();
  return (await heading.innerText()).replace("Application ", "");
}

/** Takes a step of a loan as an officer. */
async function decide(
  office: Page,
  loanNo: string,
  step: "Approve" | "Disburse",
  done: string,
): Promise<void> {
  await office.goto(`/app/LoanApplication?loan=${loanNo}`);
  await office.getByRole("button", { name: step }).press("Enter");
  await office.getByRole("alertdialog").getByRole("button", { name: step }).press("Enter");
  await expect(office.getByText(done)).toBeVisible();
}

async function approve(society: OwnSociety, loanNo: string): Promise<void> {
  const officer = await society.open("ST9002");
  await decide(officer, loanNo, "Approve", "Approved. Another officer disburses it.");
}

const disburse = (office: Page, loanNo: string): Promise<void> =>
  decide(office, loanNo, "Disburse", "Disbursed. The payment is queued");

/** Waits until a page shows a text that the server adds later. */
async function untilShown(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 40_000 });
}

/** Sees the money arrive on the member's page, with M-Pesa's own receipt. */
async function seeArrival(member: Page, { twin }: Mpesa, loanNo: string): Promise<void> {
  await member.goto(`/app/LoanList?loan=${loanNo}`);
  await untilShown(member, "You received 6,600.00");
  const paid = twin.statement(PAYBILL).find(({ otherParty }) => otherParty.includes(own.msisdn));
  const arrived = member.getByRole("listitem").filter({ hasText: "You received 6,600.00" });
  await expect(arrived).toContainText(paid?.receipt ?? "M-Pesa paid nothing");
  await fits(member);
}

/** Types the PIN on the member's phone, and returns the code of M-Pesa's message. */
async function typePin(phone: Page, { address }: Mpesa, amount: string): Promise<string> {
  await phone.goto(`${address}/dev/phones`);
  await phone.getByLabel("Phone").selectOption(own.msisdn);
  await expect(phone.getByRole("heading", { name: /Do you want to pay/ })).toBeVisible();
  await phone.getByLabel("M-PESA PIN").fill(PIN);
  await phone.getByRole("button", { name: "OK" }).press("Enter");
  const sms = phone.getByText(`Confirmed. Ksh${amount} sent to UZIMA SACCO`);
  return /[A-Z0-9]{10}/.exec(await sms.innerText())?.[0] ?? "";
}

test("a loan is applied for, arrives by M-Pesa and is settled by phone @wide", async ({
  society,
  demo,
  mpesa,
  page,
}) => {
  test.setTimeout(180_000);
  const callbackUrl = `${demo.url}/api/v1/pay-ins`;
  expect(await registerPaybill({ ...access, baseUrl: mpesa.address, callbackUrl })).toBeNull();
  const member = await openOwn(society);
  const loanNo = await apply(member);
  await approve(society, loanNo);
  await disburse(await society.open("ST9003"), loanNo);
  await seeArrival(member, mpesa, loanNo);

  await member.goto(`/app/LoanStatement?loan=${loanNo}`);
  await member.getByRole("link", { name: "Settle the loan" }).press("Enter");
  const chosen = member.getByLabel("Pay", { exact: true }).locator("option:checked");
  await expect(chosen).toHaveText(/^Settle the loan: Ksh 6,897\.00/);
  await member.getByLabel("M-Pesa number").fill("0714 000 538");
  await member.getByRole("button", { name: "Send the request to the phone" }).press("Enter");
  await member.getByRole("button", { name: "Send request", exact: true }).press("Enter");
  await expect(member.getByText("On the phone")).toBeVisible();
  const code = await typePin(page, mpesa, "6,897.00");
  await expect(member.getByText(`Ksh 6,897.00 on loan ${loanNo}`)).toBeVisible();
  await fits(member);
  await member.getByRole("link", { name: "See the statement" }).press("Enter");
  await member.getByRole("button", { name: "Show: Loan terms" }).press("Enter");
  await expect(member.getByText("Settled").first()).toBeVisible();
  const repayment = member.getByRole("table", { name: "Loan and repayments" }).getByRole("row");
  await expect(repayment.filter({ hasText: code })).toContainText("6,897.00");
  await fits(member);
  await member.goto(`/app/LoanList?loan=${loanNo}`);
  const repaid = member.getByRole("listitem").filter({ hasText: "You repaid 6,897.00" });
  await expect(repaid).toContainText(code);
});

test.describe("with too little money in M-Pesa", () => {
  test.use({ held: 1_000_00n });

  test("a loan that M-Pesa does not pay is sent again, and arrives with a receipt @wide", async ({
    society,
    mpesa,
  }) => {
    test.setTimeout(180_000);
    const member = await openOwn(society);
    const loanNo = await apply(member);
    await approve(society, loanNo);
    const office = await society.open("ST9003");
    await disburse(office, loanNo);
    await untilShown(member, "The money could not be sent");
    await expect(member.getByText("It is still with us")).toBeVisible();
    await fits(member);

    const deposited = { shortCode: PAYBILL, account: "FLOAT", amount: 20_000, pin: PIN };
    expect(await mpesa.twin.pay(donor.msisdn, deposited)).toBeTruthy();
    const treasurer = await society.open("ST9005");
    await treasurer.goto(`/app/LoanApplication?loan=${loanNo}`);
    const failure = treasurer.getByRole("listitem").filter({ hasText: "Payment failed" });
    await expect(failure).toContainText("The society's M-Pesa account has too little money");
    await disburse(treasurer, loanNo);
    await seeArrival(member, mpesa, loanNo);
  });
});
