import { expect } from "./portal.ts";
import { test } from "./own-society.ts";
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
    next: "Continue",
    sendCode: /^Send code/,
    bank: {
      bankName: "Bank",
      branchCode: "Bank and branch code",
      accountNo: "Account number",
      accountName: "Account name",
      give: "Send to the office",
    },
    monthly: {
      amount: "Amount in Ksh",
      when: "When",
      day: "Day of the month",
      order: "Set up monthly transfer",
    },
    stop: "Stop Ksh 250.00 to Deposits",
    amount: "Amount",
    withdraw: "Withdraw",
    memberNo: "Member No",
    guarantee: {
      decline: "Decline",
      sendOtp: /^Send OTP/,
      confirm: "Decline this request",
      replace: "Replace Member MS1001",
      ask: "Ask this member",
    },
  },
  sw: {
    next: "Endelea",
    sendCode: /^Tuma msimbo/,
    bank: {
      bankName: "Benki",
      branchCode: "Msimbo wa benki na tawi",
      accountNo: "Nambari ya akaunti",
      accountName: "Jina la akaunti",
      give: "Tuma kwa ofisi",
    },
    monthly: { amount: "Kiasi kwa Ksh", when: "Lini", day: "Tarehe ya mwezi", order: "Agiza" },
    stop: "Simamisha Ksh 250.00 kwenda Amana",
    amount: "Kiasi",
    withdraw: "Ondoa ombi",
    memberNo: "Nambari ya Mwanachama",
    guarantee: {
      decline: "Kataa",
      sendOtp: /^Tuma OTP/,
      confirm: "Kataa ombi hili",
      replace: "Badilisha Mwanachama MS1001",
      ask: "Mwombe mwanachama huyu",
    },
  },
} as const;

test.use(speaking);

for (const language of ["en", "sw"] as const) {
  const words = labels[language];
  const heard = `is spoken in ${language} as written down`;

  test(`a bank account given by a code ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/BankAccount", language);
    await field(page, words.bank.bankName).fill("Benki ya Ushirika");
    await field(page, words.bank.branchCode).fill("11000");
    await field(page, words.bank.accountNo).fill("0011223344");
    await field(page, words.bank.accountName).fill("Otieno Ochieng Owino");
    await button(page, words.next).click();
    await page.getByRole("button", { name: words.sendCode }).waitFor();
    await hear(page, "bank-account-2-question", language);
    await sendCode(page, words.sendCode);
    await hear(page, "bank-account-3-code-sent", language);
    await typeCode(page, society.request, "MS1002");
    await button(page, words.bank.give).click();
    await page.getByText("•••344", { exact: true }).waitFor();
    await hear(page, "bank-account-4-waits", language);
  });

  test(`a monthly transfer ordered and stopped ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/Transfer", language);
    await field(page, words.monthly.amount).fill("250");
    await field(page, words.monthly.when).selectOption("monthly");
    await field(page, words.monthly.day).selectOption({ label: "28" });
    await hear(page, "monthly-transfer-1-filled", language);
    await button(page, words.next).click();
    await page.getByRole("button", { name: words.sendCode }).waitFor();
    await hear(page, "monthly-transfer-2-question", language);
    await sendCode(page, words.sendCode);
    await typeCode(page, society.request, "MS1002");
    await button(page, words.monthly.order).click();
    const stop = button(page, words.stop);
    await stop.waitFor();
    await hear(page, "monthly-transfer-3-ordered", language);
    await stop.click();
    await expect(stop).toHaveCount(0);
    await hear(page, "monthly-transfer-4-stopped", language);
  });

  test(`an application withdrawn ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1006");
    await openSpoken(page, "/app/AddLoanForm", language);
    await field(page, words.amount).fill("5,001");
    await page.getByRole("radio", { name: "6" }).check();
    await submit(page);
    await page.waitForURL(/LoanList\?loan=/);
    const withdraw = page.getByRole("main").getByRole("button", { name: words.withdraw });
    await withdraw.click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await hear(page, "application-2-question", language);
    await question.getByRole("button", { name: words.withdraw }).click();
    await expect(withdraw).toHaveCount(0);
    await hear(page, "application-3-withdrawn", language);
  });

  test(`a guarantor who declines and is replaced ${heard}`, once, async ({ society }) => {
    const guarantor = await society.open("MS1001");
    await openSpoken(guarantor, "/app/GuaranteeRequests", language);
    await button(guarantor, words.guarantee.decline).click();
    await hear(guarantor, "decline-2-answer", language);
    await sendCode(guarantor, words.guarantee.sendOtp);
    await typeCode(guarantor, society.request, "MS1001");
    await button(guarantor, words.guarantee.confirm).click();
    await expect(guarantor.getByText("Bakari")).toHaveCount(0);
    await hear(guarantor, "decline-3-declined", language);

    const page = await society.open("MS1009");
    await openSpoken(page, "/app/LoanList", language);
    await page.getByRole("link", { name: /^INS-/ }).click();
    const replace = button(page, words.guarantee.replace);
    await replace.waitFor();
    await hear(page, "replace-1-declined", language);
    await replace.click();
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    await hear(page, "replace-2-dialog", language);
    await field(page, words.memberNo).fill("MS1007");
    await button(page, words.guarantee.ask).click();
    await expect(replace).toHaveCount(0);
    await hear(page, "replace-3-asked", language);
  });
}
