import type { Page } from "@playwright/test";
import { registerPaybill } from "#server/pay-ins/receiving/register-paybill.ts";
import { MpesaTwin } from "../../twin/mpesa.ts";
import { test as base } from "./own-society.ts";
import { expect, fits, violations } from "./portal.ts";

const PAYBILL = "400200";
const access = {
  consumerKey: "key",
  consumerSecret: "word",
  shortCode: PAYBILL,
  passkey: "pass-of-journeys",
  callbackSecret: "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT",
  callbackAddresses: ["127.0.0.1"],
};

const [poor, rich] = ["0711 000 482", "0711 000 483"] as const;

interface Mpesa {
  readonly twin: MpesaTwin;
  /** The address of its phones. */
  readonly phones: string;
}

/** A society with a paybill, and M-Pesa with two phones. */
const test = base.extend<{ mpesa: Mpesa }>({
  mpesa: async ({ contextOptions: _ }, use) => {
    const twin = new MpesaTwin({
      organisations: [{ ...access, name: "UZIMA SACCO", balance: 0n }],
      phones: [
        { msisdn: "254711000482", name: "Barasa Simiyu", pin: "1234", balance: 5_000_00n },
        { msisdn: "254711000483", name: "Peter Oluoch", pin: "1234", balance: 50_000_00n },
      ],
    });
    await use({ twin, phones: await twin.open() });
    twin.close();
  },
  environment: async ({ mpesa: { phones } }, use) => {
    await use({
      PAY_IN_CHANNEL: "daraja",
      DARAJA_BASE_URL: phones,
      DARAJA_CONSUMER_KEY: access.consumerKey,
      DARAJA_CONSUMER_SECRET: access.consumerSecret,
      DARAJA_PAYBILL: PAYBILL,
      DARAJA_PASSKEY: access.passkey,
      DARAJA_CALLBACK_SECRET: access.callbackSecret,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    });
  },
});

/** Makes M-Pesa confirm its payments to the society. */
async function register({ url }: { readonly url: string }, { phones }: Mpesa): Promise<void> {
  const callbackUrl = `${url}/api/v1/pay-ins`;
  expect(await registerPaybill({ ...access, baseUrl: phones, callbackUrl })).toBeNull();
}

/** Asks by keyboard for a payment request on a phone. */
async function ask(member: Page, amount: string): Promise<void> {
  await member.goto("/app/PayIn?to=deposits");
  await member.getByLabel("Amount in Ksh").fill(amount);
  await send(member, poor);
}

/** Sends the filled form to a phone. */
async function send(member: Page, mobileNo: string): Promise<void> {
  await member.getByLabel("M-Pesa number").fill(mobileNo);
  await member.getByRole("button", { name: "Send the request to the phone" }).press("Enter");
  await member.getByRole("button", { name: "Send request", exact: true }).press("Enter");
}

async function onPhone(member: Page): Promise<void> {
  await expect(member.getByText("On the phone")).toBeVisible();
  await fits(member);
}

/** Opens the phone with the prompt and types a PIN. */
async function typePin(
  page: Page,
  { phones }: Mpesa,
  pin: string,
  mobileNo: string = poor,
): Promise<void> {
  await openPhone(page, phones, mobileNo);
  await page.getByLabel("M-PESA PIN").fill(pin);
  await page.getByRole("button", { name: "OK" }).press("Enter");
}

async function openPhone(page: Page, phones: string, mobileNo: string = poor): Promise<void> {
  await page.goto(`${phones}/dev/phones`);
  await page.getByLabel("Phone").selectOption(`254${mobileNo.replaceAll(" ", "").slice(1)}`);
  await expect(page.getByRole("heading", { name: /Do you want to pay/ })).toBeVisible();
}

test("a request on the phone is paid with the PIN and is on the statement", async ({
  society,
  demo,
  mpesa,
  page,
}) => {
  test.setTimeout(120_000);
  await register(demo, mpesa);
  const member = await society.open("MS1005");
  await member.goto("/app/ShareStatement");
  await member.getByRole("link", { name: "Pay in" }).press("Enter");
  await expect(member.getByLabel("To", { exact: true })).toHaveValue("deposits");
  await fits(member);
  await ask(member, "1,250");
  await onPhone(member);
  // A closed page comes back to the same request.
  await member.goto("/app/MemberDetails");
  await member.goto("/app/PayIn");
  await expect(member.getByText("On the phone")).toBeVisible();
  expect(await violations(member)).toEqual([]);
  await typePin(page, mpesa, "1234");
  const sms = page.getByText(/Confirmed\. Ksh1,250\.00 sent to UZIMA SACCO/);
  const code = /^[A-Z0-9]{10}/.exec(await sms.innerText())?.[0] ?? "no code";
  const said = member.getByRole("status").filter({ hasText: "Ksh 1,250.00 in your deposits" });
  await expect(said).toBeVisible();
  await fits(member);
  await member.getByRole("link", { name: "See the statement" }).press("Enter");
  const line = member.getByRole("row").filter({ hasText: code });
  await expect(line).toContainText("Paid in by M-Pesa");
  await expect(line).toContainText("1,250.00");
  await fits(member);
});

test("paybill, account numbers and amounts are copied as M-Pesa takes them @narrow", async ({
  society,
}) => {
  const member = await society.open("MS1009");
  await member.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await member.goto("/app/PayIn");
  const how = member.getByRole("region", { name: "Pay by the paybill" });
  const copied: string[] = [];
  for (const name of ["Business number", "Deposits", "Loan IL1987", "Amount: all of IL1987"]) {
    await how.getByRole("button", { name: `Copy: ${name}` }).press("Enter");
    await expect(how.getByRole("button", { name: `Copied: ${name}` })).toBeVisible();
    copied.push(await member.evaluate(() => navigator.clipboard.readText()));
  }
  expect(copied).toEqual([
    PAYBILL,
    expect.stringMatching(/^MS1009/),
    "IL1987",
    expect.stringMatching(/^[1-9]\d*$/),
  ]);
  await fits(member);
});

test("an instalment and then the whole of a loan are paid by phone", async ({
  society,
  demo,
  mpesa,
  page,
}) => {
  test.setTimeout(180_000);
  await register(demo, mpesa);
  const member = await society.open("MS1001");
  // A loan of which several instalments are still to come on any day.
  const loanNo = "IL2041";
  for (const [link, basis] of [
    [/^Pay (the instalment|what is overdue)$/, /^(This instalment|Overdue): Ksh ([\d,]+\.00)/],
    ["Settle the loan", /^(Settle the loan): Ksh ([\d,]+\.00)/],
  ] as const) {
    await member.goto(`/app/LoanStatement?loan=${loanNo}`);
    await member.getByRole("link", { name: link }).press("Enter");
    const chosen = member.getByLabel("Pay", { exact: true }).locator("option:checked");
    await expect(chosen).toHaveText(basis);
    const amount = basis.exec(await chosen.innerText())?.[2] ?? "";
    await fits(member);
    await send(member, rich);
    await onPhone(member);
    await typePin(page, mpesa, "1234", rich);
    await expect(member.getByText("The money has arrived.")).toBeVisible();
    await expect(member.getByText(amount).first()).toBeVisible();
    await expect(member.getByText(new RegExp(`on loan ${loanNo}`))).toBeVisible();
    await fits(member);
  }
  await member.getByRole("link", { name: "See the statement" }).press("Enter");
  const terms = member.getByRole("button", { name: "Show: Loan terms" });
  // A phone folds them.
  if (test.info().project.name === "phone") await terms.press("Enter");
  await expect(member.getByText("Settled").first()).toBeVisible();
  await expect(member.getByRole("link", { name: "Settle the loan" })).toHaveCount(0);
});

test("a wrong PIN, too little money, a cancellation and no answer each say what happened", async ({
  society,
  mpesa,
  page,
}) => {
  test.setTimeout(180_000);
  const member = await society.open("MS1005");
  await ask(member, "100");
  await onPhone(member);
  await typePin(page, mpesa, "9999");
  await expect(member.getByText("No money was taken. The M-Pesa PIN was wrong.")).toBeVisible();
  await fits(member);
  await member.getByRole("link", { name: "Pay again" }).press("Enter");
  await expect(member.getByLabel("To", { exact: true })).toHaveValue("deposits");
  await ask(member, "6000");
  await onPhone(member);
  await typePin(page, mpesa, "1234");
  await expect(member.getByText("There is not enough money in that M-Pesa account.")).toBeVisible();
  for (const [button, said] of [
    ["Cancel", "The request was cancelled on the phone."],
    ["Do not answer", "Nobody answered the request on the phone."],
  ] as const) {
    await ask(member, "100");
    await onPhone(member);
    await openPhone(page, mpesa.phones);
    await page.getByRole("button", { name: button }).press("Enter");
    await expect(member.getByText(said)).toBeVisible();
  }
});

test("a lost result is found by asking, and a lost answer ends with the receipt", async ({
  society,
  demo,
  mpesa,
  page,
}) => {
  test.setTimeout(180_000);
  await register(demo, mpesa);
  const { twin } = mpesa;
  const member = await society.open("MS1005");
  twin.faults.set({ seed: 1, share: 1, kinds: ["lose"], calls: ["stk", "c2b"] });
  await ask(member, "100");
  await onPhone(member);
  await typePin(page, mpesa, "9999");
  await expect(member.getByText("The M-Pesa PIN was wrong.")).toBeVisible({ timeout: 30_000 });
  await ask(member, "200");
  await onPhone(member);
  await typePin(page, mpesa, "1234");
  const waiting = "M-Pesa says it is paid; we are waiting for the receipt.";
  await expect(member.getByText(waiting)).toBeVisible({ timeout: 30_000 });
  await fits(member);
  twin.faults.set({ seed: 1, share: 1, kinds: ["answer-lost"], calls: ["stk"] });
  await ask(member, "300");
  await expect(member.getByText("We do not know whether the request reached")).toBeVisible({
    timeout: 45_000,
  });
  await fits(member);
  await typePin(page, mpesa, "1234");
  await expect(member.getByText("Ksh 300.00 in your deposits")).toBeVisible({ timeout: 30_000 });
});

test("an amount or number that M-Pesa cannot take is said beside its field", async ({
  society,
}) => {
  const member = await society.open("MS1005");
  await member.goto("/app/PayIn?to=share-capital");
  const [amount, mobile] = [member.getByLabel("Amount in Ksh"), member.getByLabel("M-Pesa number")];
  const send = member.getByRole("button", { name: "Send the request to the phone" });
  for (const [typed, said] of [
    ["10.50", "M-Pesa pays whole shillings."],
    ["0", "Use an amount in shillings, more than 0"],
    ["-5", "Use an amount in shillings, more than 0"],
  ] as const) {
    await amount.fill(typed);
    await send.press("Enter");
    await expect(member.getByText(said)).toBeVisible();
    await expect(amount).toBeFocused();
    await expect(amount).toHaveValue(typed);
  }
  await amount.fill("250001");
  await send.press("Enter");
  await expect(member.getByText("Pay at most Ksh 250,000.00 at once.")).toBeVisible();
  await expect(member.getByRole("alertdialog")).toHaveCount(0);
  await fits(member);
  await amount.fill("100");
  await mobile.fill("+44 7700 900123");
  await send.press("Enter");
  await expect(member.getByText("Use a Kenyan mobile number")).toBeVisible();
  await expect(amount).toHaveValue("100");
});

test("a payment is found by its code, and one that is not here becomes a question", async ({
  society,
  demo,
  mpesa,
  page,
}) => {
  test.setTimeout(120_000);
  await register(demo, mpesa);
  const member = await society.open("MS1005");
  await ask(member, "150");
  await typePin(page, mpesa, "1234");
  const sms = page.getByText(/Confirmed\. Ksh150\.00 sent/);
  const receipt = /[A-Z0-9]{10}/.exec(await sms.innerText())?.[0] ?? "";
  await expect(member.getByText("The money has arrived.")).toBeVisible();
  await member.goto("/app/PayIn");
  const code = member.getByLabel("M-Pesa code");
  await code.press("Enter");
  await expect(member.getByText("Type the code, or both the amount and the date.")).toBeVisible();
  await member.getByLabel("Amount paid, in Ksh").fill("150");
  await member.getByLabel("Date of the payment").fill("2099-12-31");
  await code.press("Enter");
  await expect(member.getByText("Use today or an earlier date.")).toBeVisible();
  await code.fill(receipt.toLowerCase());
  await code.press("Enter");
  const said = member.getByRole("status").filter({ hasText: "has arrived" });
  await expect(said).toContainText(`Receipt ${receipt}.`);
  await expect(said).toContainText("Ksh 150.00 in your deposits");
  await expect(said).toBeInViewport({ ratio: 1 });
  await fits(member);
  await code.fill("TZZ9ZZ9ZZ9");
  await code.press("Enter");
  await expect(member.getByText("We found no such payment from you.")).toBeVisible();
  await fits(member);
  await member.getByRole("button", { name: "Ask the office" }).press("Enter");
  await expect(code).toHaveCount(0);
  await expect(member.getByRole("textbox")).toHaveValue(/Code: TZZ9ZZ9ZZ9\./);
});
