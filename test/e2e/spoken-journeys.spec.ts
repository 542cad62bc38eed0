import { MpesaTwin } from "../../twin/mpesa.ts";
import { test as base } from "./own-society.ts";
import { expect, lastCode, memberPassword, mobileOf } from "./portal.ts";
import { PIN } from "./reading-offline.ts";
import {
  button,
  field,
  hear,
  once,
  openSpoken,
  sendCode,
  speaking,
  submit,
  typeCode,
} from "./spoken-page.ts";

/** The names of the buttons and fields on the way. */
const labels = {
  en: {
    amount: "Amount",
    accept: "Accept",
    sendOtp: "Send OTP",
    pledge: /^Accept and pledge/,
    allToShares: "All to shares",
    account: {
      memberNo: "Member No",
      mobileNo: "Mobile No",
      email: "Email",
      password: "Password",
      confirmation: "Password Confirmation",
    },
    payIn: {
      amount: "Amount in Ksh",
      mobileNo: "M-Pesa number",
      ask: "Send the request to the phone",
      confirm: "Send request",
      sent: "On the phone",
    },
    code: { next: "Continue", send: /^Send code/, done: /^Withdraw Ksh/, nominees: /^Change my/ },
    mail: { open: "Email", send: "Send" },
    pin: { first: "PIN", again: "PIN again" },
  },
  sw: {
    amount: "Kiasi",
    accept: "Kubali",
    sendOtp: "Tuma OTP",
    pledge: /^Kubali na udhamini/,
    allToShares: "Zote kwa hisa",
    account: {
      memberNo: "Nambari ya Mwanachama",
      mobileNo: "Nambari ya Simu",
      email: "Barua pepe",
      password: "Nenosiri",
      confirmation: "Rudia Nenosiri",
    },
    payIn: {
      amount: "Kiasi kwa Ksh",
      mobileNo: "Nambari ya M-Pesa",
      ask: "Tuma ombi kwenye simu",
      confirm: "Tuma ombi",
      sent: "Liko kwenye simu",
    },
    code: {
      next: "Endelea",
      send: /^Tuma msimbo/,
      done: /^Toa Ksh/,
      nominees: /^Badilisha wateule/,
    },
    mail: { open: "Barua pepe", send: "Tuma" },
    pin: { first: "PIN", again: "Rudia PIN" },
  },
} as const;

const paybill = {
  consumerKey: "key",
  consumerSecret: "word",
  shortCode: "400200",
  passkey: "pass-of-journeys",
  callbackSecret: "uK4wZ9mQ2xR7vB1nJ6dL8hF3yG5cA0eT",
  callbackAddresses: ["127.0.0.1"],
};

/** A society whose members pay in by M-Pesa. */
const test = base.extend<{ mpesa: string }>({
  mpesa: async ({ contextOptions: _ }, use) => {
    const payer = { msisdn: "254712000482", name: "Wanjiru Kamau", pin: "1234" };
    const twin = new MpesaTwin({
      organisations: [{ ...paybill, name: "UZIMA SACCO", balance: 0n }],
      phones: [{ ...payer, balance: 5_000_00n }],
    });
    await use(await twin.open());
    twin.close();
  },
  environment: async ({ mpesa }, use) => {
    await use({
      PAY_IN_CHANNEL: "daraja",
      DARAJA_BASE_URL: mpesa,
      DARAJA_CONSUMER_KEY: paybill.consumerKey,
      DARAJA_CONSUMER_SECRET: paybill.consumerSecret,
      DARAJA_PAYBILL: paybill.shortCode,
      DARAJA_PASSKEY: paybill.passkey,
      DARAJA_CALLBACK_SECRET: paybill.callbackSecret,
      DARAJA_CALLBACK_ADDRESSES: "127.0.0.1",
    });
  },
});

test.use(speaking);

for (const language of ["en", "sw"] as const) {
  const words = labels[language];
  const heard = `is spoken in ${language} as written down`;

  test(`an application for a loan ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1006");
    await openSpoken(page, "/app/AddLoanForm", language);
    await submit(page);
    await page.locator("[aria-invalid=true]").first().waitFor();
    await hear(page, "apply-2-empty", language);
    await field(page, words.amount).fill("99,000");
    await page.getByRole("radio", { name: "6" }).check();
    await submit(page);
    await page.getByRole("alert").first().waitFor();
    await hear(page, "apply-3-declined", language);
    await field(page, words.amount).fill("5,001");
    await submit(page);
    await page.waitForURL(/LoanList\?loan=/);
    await hear(page, "apply-4-sent", language);
  });

  test(`the answer to a guarantee request ${heard}`, once, async ({ society }) => {
    const { request } = society;
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/GuaranteeRequests", language);
    await button(page, words.accept).click();
    await hear(page, "guarantee-2-answer", language);
    await button(page, words.sendOtp).click();
    await expect(page.getByRole("main").getByRole("status")).not.toBeEmpty();
    await typeCode(page, request, "MS1001");
    await page.getByLabel("OTP").blur();
    await button(page, words.pledge).click();
    // The request is gone; its receipt names the borrower.
    await expect(page.getByRole("main").getByText("Bakari")).toHaveCount(1);
    await hear(page, "guarantee-3-accepted", language);
  });

  test(`the split of a dividend ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/SplitDividend", language);
    await button(page, words.allToShares).click();
    await hear(page, "split-2-shared-out", language);
    await submit(page);
    await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
    await hear(page, "split-3-receipt", language);
  });

  test(`a payment by M-Pesa ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/PayIn?to=deposits", language);
    await field(page, words.payIn.amount).fill("1,250");
    await field(page, words.payIn.mobileNo).fill("0712 000 482");
    await hear(page, "pay-in-2-filled", language);
    await button(page, words.payIn.ask).click();
    await button(page, words.payIn.confirm).waitFor();
    await hear(page, "pay-in-3-question", language);
    await button(page, words.payIn.confirm).click();
    await page.getByText(words.payIn.sent, { exact: true }).waitFor();
    await hear(page, "pay-in-4-on-the-phone", language);
  });

  test(`sign-up with a code ${heard}`, once, async ({ demo, society, page }) => {
    const { request } = society;
    const mobile = await mobileOf(request, "MS1010");
    await page.clock.setFixedTime(speaking.moment);
    await openSpoken(page, `${demo.url}/SignUp`, language);
    await field(page, words.account.memberNo).fill("MS1010");
    await field(page, words.account.mobileNo).fill(mobile);
    await button(page, words.sendOtp).click();
    await field(page, "OTP").fill(await lastCode(request, mobile));
    await field(page, "OTP").fill("");
    await hear(page, "sign-up-2-code-sent", language);
    await field(page, "OTP").fill(await lastCode(request, mobile));
    await field(page, words.account.email).fill("akoth@example.com");
    await field(page, words.account.password).fill(memberPassword);
    await field(page, words.account.confirmation).fill(memberPassword);
    await page.getByRole("checkbox").check();
    await submit(page);
    await page.getByRole("heading", { level: 1, name: "Uzima" }).waitFor();
    await hear(page, "sign-up-3-done", language);
  });

  test(`a withdrawal with its code ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/Withdraw", language);
    await field(page, words.payIn.amount).fill("1,000");
    await button(page, words.code.next).click();
    await page.getByRole("button", { name: words.code.send }).waitFor();
    await hear(page, "withdraw-2-question", language);
    await sendCode(page, words.code.send);
    await hear(page, "withdraw-3-code-sent", language);
    await typeCode(page, society.request, "MS1002");
    await page.getByRole("button", { name: words.code.done }).click();
    await page.getByRole("row", { name: "1,000.00" }).waitFor();
    await hear(page, "withdraw-4-asked", language);
  });

  test(`a change of nominees with its code ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/MySettings?part=nominees", language);
    const typed = page.locator("main form input");
    for (const [at, text] of ["Wife", "60", "", "Son", "40"].entries()) {
      if (text) await typed.nth(at + 1).fill(text);
    }
    await button(page, words.code.next).click();
    await page.getByRole("button", { name: words.code.send }).waitFor();
    await hear(page, "nominees-2-question", language);
    await sendCode(page, words.code.send);
    await typeCode(page, society.request, "MS1002");
    await page.getByRole("button", { name: words.code.nominees }).click();
    await button(page, words.code.next).waitFor();
    await hear(page, "nominees-3-changed", language);
  });

  test(`a statement by e-mail ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1003");
    await openSpoken(page, "/app/ShareCapital", language);
    await button(page, words.mail.open).click();
    await hear(page, "mail-1-dialog", language);
    await button(page, words.mail.send).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await hear(page, "mail-2-without-code", language);
    const dialog = page.getByRole("alertdialog");
    await button(page, words.sendOtp).click();
    await expect(dialog.getByRole("status")).not.toBeEmpty();
    await hear(page, "mail-3-code-sent", language);
    const title = (await dialog.getByRole("heading").first().textContent()) ?? "";
    const [email = ""] = /\S+@\S+/.exec(title) ?? [];
    await dialog.getByLabel("OTP").fill(await lastCode(society.request, email));
    await button(page, words.mail.send).click();
    await expect(dialog).toHaveCount(0);
    await hear(page, "mail-4-sent", language);
  });

  test(`a question ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/Questions", language);
    await page.locator("main form textarea").fill("May I pay in by standing order?");
    await submit(page);
    await expect(page.getByRole("link", { name: "Q-000006" })).toBeVisible();
    await hear(page, "question-2-sent", language);
  });

  test(`the download of a statement ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1003");
    await openSpoken(page, "/app/ShareCapital", language);
    const arrives = page.waitForEvent("download");
    await button(page, "CSV").click();
    const file = (await arrives).suggestedFilename();
    await expect(page.getByText(file)).toBeVisible();
    await hear(page, "statement-2-downloaded", language);
  });

  test(`the PIN that opens what is kept ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1003");
    await openSpoken(page, "/app/MySettings", language);
    await field(page, words.pin.first).fill(PIN);
    await field(page, words.pin.again).fill(PIN);
    await field(page, words.pin.again).press("Enter");
    await expect(field(page, words.pin.again)).toHaveCount(0);
    // As without a line: the server shows no sign of life.
    await page.route("**/health/live", (route) => route.abort());
    await openSpoken(page, "/Offline", language);
    await field(page, words.pin.first).waitFor();
    await hear(page, "unlock-1-pin", language);
    await submit(page);
    await page.locator("[aria-invalid=true]").waitFor();
    await hear(page, "unlock-2-empty", language);
    await field(page, words.pin.first).fill("999999");
    await submit(page);
    await expect(page.locator("[aria-invalid=true]")).toHaveAccessibleDescription(/4/);
    await hear(page, "unlock-3-wrong", language);
    await field(page, words.pin.first).fill(PIN);
    await submit(page);
    await page.waitForURL(/\/app/);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await hear(page, "unlock-4-open", language);
  });

  test(`a question asked offline ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1003");
    await openSpoken(page, "/app/Questions", language);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await page.route("**/*", (route) => route.abort());
    await page.context().setOffline(true);
    await page.locator("#offline-reason").waitFor();
    await hear(page, "offline-1-banner", language);
    await page.locator("main form textarea").fill("May I pay in by standing order?");
    await submit(page);
    await page.locator("details summary").first().click();
    await hear(page, "offline-2-waits", language);
  });
}
