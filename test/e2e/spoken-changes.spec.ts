import { expect, lastCode, memberPassword, mobileOf } from "./portal.ts";
import { test } from "./own-society.ts";
import { button, field, hear, once, openSpoken, speaking, submit } from "./spoken-page.ts";

/** The names of the buttons and fields on the way. */
const labels = {
  en: {
    move: /^Move Ksh/,
    monthly: "Amount a month, Ksh",
    changes: "Changes",
    memberNo: "Member No",
    password: "Password",
    confirmation: "Password Confirmation",
    confirmNumber: "Confirm my number",
    sendOtp: "Send OTP",
    confirm: "Confirm",
  },
  sw: {
    move: /^Hamisha Ksh/,
    monthly: "Kiasi kwa mwezi, Ksh",
    changes: "Mabadiliko",
    memberNo: "Nambari ya Mwanachama",
    password: "Nenosiri",
    confirmation: "Rudia Nenosiri",
    confirmNumber: "Thibitisha nambari yangu",
    sendOtp: "Tuma OTP",
    confirm: "Thibitisha",
  },
} as const;

test.use(speaking);

for (const language of ["en", "sw"] as const) {
  const words = labels[language];
  const heard = `is spoken in ${language} as written down`;

  test(`a move between own accounts ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/Transfer", language);
    await page.locator("main form input").filter({ visible: true }).first().fill("150");
    await submit(page);
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await hear(page, "transfer-2-question", language);
    await question.getByRole("button", { name: words.move }).click();
    await expect(page.getByRole("row", { name: /TR-\d{6}/ })).not.toHaveCount(0);
    await hear(page, "transfer-3-moved", language);
  });

  test(`a change of the monthly contribution ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/MySettings?part=contribution", language);
    await field(page, words.monthly).fill("3500");
    await submit(page);
    await expect(page.getByRole("table", { name: words.changes })).toContainText("3,500.00");
    await hear(page, "contribution-2-changed", language);
  });

  test(`the confirmation of a number ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/Withdraw", language);
    await button(page, words.confirmNumber).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.waitFor();
    await hear(page, "number-1-dialog", language);
    await button(page, words.sendOtp).click();
    await expect(dialog.getByRole("status")).not.toBeEmpty();
    await hear(page, "number-2-code-sent", language);
    const { request } = society;
    await dialog.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, "MS1001")));
    await button(page, words.confirm).click();
    await expect(dialog).toHaveCount(0);
    await page.locator("main form").waitFor();
    await hear(page, "number-3-confirmed", language);
  });

  test(`a new password by a code ${heard}`, once, async ({ demo, society, page }) => {
    const { request } = society;
    await page.clock.setFixedTime(speaking.moment);
    await openSpoken(page, `${demo.url}/ChangePassword`, language);
    await field(page, words.memberNo).fill("MS1002");
    await button(page, new RegExp(`^${words.sendOtp}$`, "i")).click();
    const code = await lastCode(request, await mobileOf(request, "MS1002"));
    await field(page, "OTP").waitFor();
    await hear(page, "change-password-2-code-sent", language);
    await field(page, "OTP").fill(code);
    await field(page, words.password).fill(`${memberPassword}-2`);
    await field(page, words.confirmation).fill(`${memberPassword}-2`);
    await submit(page);
    await page.waitForURL(`${demo.url}/`);
    await page.locator("main h3").first().waitFor();
    await hear(page, "change-password-3-done", language);
  });
}
