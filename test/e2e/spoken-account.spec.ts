import { callsOf } from "./calls.ts";
import { expect, memberPassword } from "./portal.ts";
import { test } from "./own-society.ts";
import { button, field, hear, once, openSpoken, speaking, submit } from "./spoken-page.ts";

/** The names of the buttons and fields on the way. */
const labels = {
  en: {
    memberNo: "Member No",
    password: "Password",
    menu: "Menu",
    logOut: "Log Out",
    endDevice: /^Log out Unknown device/,
    stopChange: /^Not you\?/,
    cancelChange: "Yes, cancel the change",
    detail: "What is wrong?",
    shouldBe: "What should it say?",
    withdraw: "Withdraw",
    satisfied: "Yes, close it",
    why: "Not satisfied? Tell us why",
    reopen: "Reopen",
    reason: "The loan is paid off now.",
  },
  sw: {
    memberNo: "Nambari ya Mwanachama",
    password: "Nenosiri",
    menu: "Menyu",
    logOut: "Toka",
    endDevice: /^Toa Kifaa/,
    stopChange: /^Si wewe\?/,
    cancelChange: "Ghairi badiliko",
    detail: "Nini si sahihi?",
    shouldBe: "Inapaswa kuwa nini?",
    withdraw: "Ondoa ombi",
    satisfied: "Ndiyo, lifunge",
    why: "Hujaridhika? Tueleze sababu",
    reopen: "Fungua tena",
    reason: "Mkopo huo umelipwa wote sasa.",
  },
} as const;

test.use(speaking);

for (const language of ["en", "sw"] as const) {
  const words = labels[language];
  const heard = `is spoken in ${language} as written down`;

  test(`a log-in and a log-out ${heard}`, once, async ({ demo, page }) => {
    await page.clock.setFixedTime(speaking.moment);
    await openSpoken(page, `${demo.url}/Login`, language);
    await field(page, words.memberNo).fill("MS1005");
    await field(page, words.password).fill(memberPassword);
    await submit(page);
    await page.waitForURL(`${demo.url}/app`);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await hear(page, "session-1-logged-in", language);
    await button(page, words.menu).click();
    await page.getByRole("dialog").getByRole("button", { name: words.logOut }).waitFor();
    await hear(page, "session-2-menu", language);
    await page.getByRole("dialog").getByRole("button", { name: words.logOut }).click();
    await page.waitForURL(`${demo.url}/`);
    await page.locator("main h3").first().waitFor();
    await hear(page, "session-3-logged-out", language);
  });

  test(`a device logged out ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await society.open("MS1001");
    await openSpoken(page, "/app/MySettings", language);
    const end = page.getByRole("button", { name: words.endDevice });
    await end.waitFor();
    await hear(page, "devices-1-two", language);
    await end.click();
    await expect(end).toHaveCount(0);
    await hear(page, "devices-2-logged-out", language);
  });

  test(`a change of contact that is stopped ${heard}`, once, async ({ society }) => {
    const clerk = await callsOf(society.request, "ST9001");
    await clerk("POST", "contact-changes", {
      memberNo: "MS1005",
      mobileNo: "0799 654 321",
      identifiedBy: "id-card",
      reason: "ID card seen",
    });
    const page = await society.open("MS1005");
    await openSpoken(page, "/app", language);
    const stop = page.getByRole("button", { name: words.stopChange });
    await stop.waitFor();
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await hear(page, "contact-change-1-asked", language);
    await stop.click();
    await page.getByRole("alertdialog").waitFor();
    await hear(page, "contact-change-2-question", language);
    await button(page, words.cancelChange).click();
    await expect(stop).toHaveCount(0);
    await hear(page, "contact-change-3-stopped", language);
  });

  test(`a request about one's data sent and withdrawn ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/Privacy", language);
    await field(page, words.detail).selectOption("email");
    await submit(page);
    await page.locator("[aria-invalid=true]").waitFor();
    await hear(page, "privacy-2-empty", language);
    await field(page, words.shouldBe).fill("wanjiru@example.com");
    await submit(page);
    const withdraw = page.getByRole("main").getByRole("button", { name: words.withdraw });
    await withdraw.waitFor();
    await hear(page, "privacy-3-sent", language);
    await withdraw.click();
    const question = page.getByRole("alertdialog");
    await question.waitFor();
    await hear(page, "privacy-4-question", language);
    await question.getByRole("button", { name: words.withdraw }).click();
    await expect(withdraw).toHaveCount(0);
    await hear(page, "privacy-5-withdrawn", language);
  });

  test(`a question closed and reopened ${heard}`, once, async ({ society }) => {
    const page = await society.open("MS1001");
    await openSpoken(page, "/app/Questions?case=Q-000004", language);
    const satisfied = button(page, words.satisfied);
    await satisfied.waitFor();
    await hear(page, "case-1-decided", language);
    await satisfied.click();
    await expect(satisfied).toHaveCount(0);
    await hear(page, "case-2-closed", language);
    await field(page, words.why).fill(words.reason);
    await button(page, words.reopen).click();
    await expect(field(page, words.why)).toHaveCount(0);
    await hear(page, "case-3-reopened", language);
  });
}
