import { callsOf } from "./calls.ts";
import { test } from "./own-society.ts";
import { codesOf, downloaded } from "./pdf-codes.ts";
import { expect } from "./portal.ts";
import { button, field, hear, once, openSpoken, speaking, submit } from "./spoken-page.ts";

/** The names of the buttons and fields on the way. */
const labels = {
  en: {
    agree: /^Agree to/,
    code: "M-Pesa code",
    none: "We found no such payment from you.",
    paid: /^We paid you Ksh 1,500\.00/,
    pin: { first: "PIN", again: "PIN again" },
    paidBy: { phone: "Pay me by phone", stay: "Stay with the bank" },
    figure: "Closing balance on the paper",
    matches: "It matches.",
  },
  sw: {
    agree: /^Kubali/,
    code: "Msimbo wa M-Pesa",
    none: "Hatuna malipo yako kama hayo.",
    paid: /1,500\.00/,
    pin: { first: "PIN", again: "Rudia PIN" },
    paidBy: { phone: "Nilipwe kwa simu", stay: "Niendelee na benki" },
    figure: "Salio la mwisho kwenye karatasi",
    matches: "Inalingana.",
  },
} as const;

test.use(speaking);

for (const language of ["en", "sw"] as const) {
  const words = labels[language];
  const heard = `is spoken in ${language} as written down`;

  test(`a change that the office proposes ${heard}`, once, async ({ society }) => {
    const own = await callsOf(society.request, "MS1005");
    const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
    const asked = { memNo: "MS1005", category: "Instant", ...figures };
    const { loanNo } = await own<{ loanNo: string }>("POST", "instant/register", asked);
    const clerk = await society.open("ST9001");
    await clerk.goto(`/app/UpdateLoanData?loan=${loanNo}`);
    await field(clerk, "Amount").fill("8,000");
    await button(clerk, "Save new amount").click();
    await button(clerk, "Ask the member").click();
    await clerk.getByText("The member was asked to agree.").waitFor();

    const page = await society.open("MS1005");
    await openSpoken(page, `/app/LoanList?loan=${loanNo}`, language);
    await button(page, words.agree).waitFor();
    await hear(page, "amendment-1-proposed", language);
    await button(page, words.agree).click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await hear(page, "amendment-2-question", language);
    await question.getByRole("button", { name: words.agree }).click();
    await expect(button(page, words.agree)).toHaveCount(0);
    await hear(page, "amendment-3-agreed", language);
  });

  test(`the search for a payment ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/PayIn", language);
    const code = field(page, words.code);
    await code.press("Enter");
    await page.locator("[aria-invalid=true]").waitFor();
    await hear(page, "find-payment-2-empty", language);
    await code.fill("TZZ9ZZ9ZZ9");
    await code.press("Enter");
    await page.getByText(words.none).waitFor();
    await hear(page, "find-payment-3-none", language);
    await code.fill("PC0000001");
    await code.press("Enter");
    await page.getByText(words.paid).waitFor();
    await hear(page, "find-payment-4-found", language);
  });

  test(`the choice of a PIN ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1003");
    await openSpoken(page, "/app/MySettings", language);
    await field(page, words.pin.first).fill("111111");
    await field(page, words.pin.again).fill("111112");
    await field(page, words.pin.again).press("Enter");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await hear(page, "pin-2-refused", language);
  });

  test(`the choice of the phone or the bank ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1002");
    await openSpoken(page, "/app/BankAccount", language);
    await button(page, words.paidBy.phone).click();
    await button(page, words.paidBy.stay).waitFor();
    await hear(page, "paid-by-2-phone", language);
    await button(page, words.paidBy.stay).click();
    await button(page, words.paidBy.phone).waitFor();
    await hear(page, "paid-by-3-bank", language);
  });

  test(`a paper that is verified ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/ShareStatement", language);
    const closing = await page.locator("tfoot td").last().innerText();
    const { code, key } = await codesOf(await downloaded(page));
    await page.goto(`/Verify/${code}#${key}`);
    await page.getByRole("table").waitFor();
    await hear(page, "verify-2-entries", language);
    await field(page, words.figure).fill(closing);
    await submit(page);
    await page.getByText(words.matches).waitFor();
    await hear(page, "verify-3-matches", language);
  });
}
