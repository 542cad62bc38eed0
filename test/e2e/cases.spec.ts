import type { Page } from "@playwright/test";
// Everybody reads the notices and there is only one inbox, so both change in a separate society.
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** Sends a case and returns its number. */
async function write(page: Page, words: string, isAnonymous: boolean): Promise<string> {
  const box = page.getByLabel("Your message");
  await page.getByLabel("Complaint").check();
  await box.fill(words);
  if (isAnonymous) await page.getByLabel("Send it without my name").check();
  await page.getByRole("button", { name: "Submit" }).click();
  const sent = page.getByText(/Your reference number is Q-\d+/);
  await expect(sent).toBeInViewport({ ratio: 1 });
  await expect(box).toHaveValue("");
  return /Q-\d+/.exec((await sent.textContent()) ?? "")?.[0] ?? "";
}

/** Finds a case in the inbox with J alone. */
async function walkTo(page: Page, caseNo: string): Promise<void> {
  const link = page.getByRole("link", { name: caseNo });
  await expect(link).toBeVisible();
  const count = await page.locator("a[data-case]").count();
  for (let press = 0; press < count; press += 1) {
    await page.keyboard.press("j");
    if (await link.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(link).toBeFocused();
}

/** Replies with letters and Enter alone. */
async function replyByKeyboard(page: Page, words: string): Promise<void> {
  await expect(page.getByLabel("Reply to the member")).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByLabel("Reply to the member")).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Reply sent.")).toBeVisible();
}

test("a member writes with and without a name, and the office answers by keyboard", async ({
  society,
}) => {
  const member = await society.open("MS1007");
  const { width } = member.viewportSize() ?? { width: 360 };
  // As low as a laptop's screen: the message about sending is below Submit.
  await member.setViewportSize({ width, height: 768 });
  await member.goto("/app/Questioners");
  await expect(member).toHaveURL(/\/app\/Questions$/);
  await member.getByRole("button", { name: "Submit" }).click();
  await expect(member.getByLabel("Your message")).toBeFocused();
  const named = await write(member, "The printer is always broken.", false);
  const unnamed = await write(member, "The cashier shouts at us.", true);
  await expect(member.getByText("without your name")).toBeVisible();
  await fits(member);

  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Questions");
  await walkTo(clerk, named);
  await fits(clerk);
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByRole("heading", { level: 1 })).toContainText(named);
  await expect(clerk.getByText("Kipkemboi Cheruiyot Langat").first()).toBeVisible();
  await replyByKeyboard(clerk, "Which printer?");
  await fits(clerk);
  await clerk.keyboard.press("c");
  await expect(clerk.getByLabel("The conclusion and its reason")).toBeFocused();
  await clerk.keyboard.type("It was mended today.");
  await clerk.getByRole("button", { name: "Conclude" }).press("Enter");
  await expect(clerk.getByText("Concluded. The member has been notified.")).toBeVisible();

  await clerk.goto(`/app/Questions?case=${unnamed}`);
  await expect(clerk.getByText(/wishes to remain anonymous/)).toBeVisible();
  expect(await clerk.locator("main").textContent()).not.toMatch(/MS1007|Kipkemboi|Langat/);
  await clerk.keyboard.press("a");
  await expect(clerk.getByText("Acknowledged. The member has been notified.")).toBeVisible();
  await replyByKeyboard(clerk, "We are sorry. When was it?");

  await member.goto("/app/Questions");
  await member.getByRole("link", { name: named }).click();
  await expect(member.getByText("It was mended today.")).toBeVisible();
  await fits(member);
  await member.getByRole("button", { name: "Yes, close it" }).click();
  await expect(member.getByText("Thank you. It is closed.")).toBeVisible();
  await member.goto(`/app/Questions?case=${unnamed}`);
  await expect(member.getByText("We are sorry. When was it?")).toBeVisible();
  await member.getByLabel("Your message").fill("On Monday");
  await member.getByRole("button", { name: "Send", exact: true }).click();
  await expect(member.getByText("On Monday", { exact: true })).toBeVisible();
  await expect(member.getByLabel("Your message")).toHaveValue("");
});

/** Presses J at the very moment the inbox appears after a press in the menu. */
async function pressAtOnce(clerk: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await clerk.getByRole("button", { name: "Menu" }).click();
  const link = clerk.getByRole("link", { name: /^Suggestions/ });
  await expect(link).toHaveText(/\d/);
  await clerk.evaluate(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector("a[data-case]")) return;
      watch.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await link.click();
  await expect(clerk.locator("a[data-case]:focus")).toHaveCount(1);
}

test(
  "a letter pressed the moment the inbox appears is handled",
  { tag: "@both" },
  async ({ society, isMobile }) => {
    const clerk = await society.open("ST9001");
    await clerk.goto("/app");
    await pressAtOnce(clerk, isMobile);
    // On return the inbox appears without loading. On a phone the menu still covers it then, and
    // takes the keys.
    if (isMobile) return;
    await clerk.getByRole("link", { name: /^Exits/ }).click();
    await expect(clerk.locator("a[data-case]")).toHaveCount(0);
    await pressAtOnce(clerk, isMobile);
  },
);

test("a reply to a case that changed meanwhile shows the change, and keeps what was typed", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Questions?search=counter");
  await clerk.locator("a[data-case]").first().click();
  await clerk.getByLabel("Reply to the member").fill("From the clerk");
  const officer = await society.open("ST9002");
  await officer.goto(clerk.url());
  await replyByKeyboard(officer, "From the officer");
  await clerk.getByRole("button", { name: "Send reply" }).click();
  await expect(clerk.getByText("A new message arrived")).toBeVisible();
  await expect(clerk.getByText("From the officer")).toBeVisible();
  await expect(clerk.getByLabel("Reply to the member")).toHaveValue("From the clerk");
  await clerk.getByRole("button", { name: "Send reply" }).click();
  await expect(clerk.getByText("Reply sent.")).toBeVisible();

  await clerk.goto("/app/Questions?holidays=");
  const next = String(new Date().getFullYear() + 1);
  await clerk.getByRole("button", { name: next }).click();
  const day = `${next}-03-10`;
  await clerk.getByLabel("Date", { exact: true }).fill(day);
  await clerk.getByLabel("Name in English").fill("Idd-ul-Fitr");
  await clerk.getByLabel("Name in Kiswahili").fill("Idi");
  await clerk.getByRole("button", { name: "Add", exact: true }).click();
  await expect(clerk.getByRole("cell", { name: "Idd-ul-Fitr" })).toBeVisible();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Remove" }).click();
  await clerk.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(clerk.getByRole("cell", { name: "Idd-ul-Fitr" })).toBeHidden();
});

test("notices are written, ordered, kept from being overwritten unseen and withdrawn", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Notices");
  await fits(clerk);
  await clerk.getByRole("link", { name: "Write a notice" }).click();
  await clerk.getByLabel("Title").first().fill("Closed on Friday.");
  await clerk.getByLabel("Text").first().fill("Call {phone}.");
  await clerk.getByRole("button", { name: "Publish" }).click();
  await expect(clerk.getByLabel("Title").nth(1)).toBeFocused();
  await clerk.getByLabel("Title").nth(1).fill("Tumefunga Ijumaa.");
  await clerk.getByLabel("Text").nth(1).fill("Piga {phone}.");
  await expect(clerk.getByText("Call 0709 000 210.")).toBeVisible();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Publish" }).click();
  await clerk.getByRole("button", { name: "Move Closed on Friday. up" }).click();
  await expect(clerk.getByText("The order was changed.")).toBeVisible();

  const other = await society.open("ST9003");
  await other.goto("/app/Notices");
  const edit = (page: Page) =>
    page.getByRole("listitem").filter({ hasText: "Closed on Friday." }).getByText("Edit").click();
  await edit(other);
  await edit(clerk);
  await other.getByLabel("Text").first().fill("Write to {email}.");
  await other.getByRole("button", { name: "Publish" }).click();
  await expect(other.getByText("The notice was saved.")).toBeVisible();
  await clerk.getByLabel("Text").first().fill("Come to the office.");
  await clerk.getByRole("button", { name: "Publish" }).click();
  await expect(clerk.getByText("Present version, by Amina Hassan Abdi")).toBeVisible();
  await expect(clerk.getByLabel("Text").first()).toHaveValue("Come to the office.");
  await clerk.getByRole("button", { name: "Publish" }).click();
  await expect(clerk.getByText("The notice was saved.")).toBeVisible();

  const member = await society.open("MS1002");
  await member.goto("/app/Notes");
  await expect(member.getByText("Come to the office.")).toBeVisible();
  const row = clerk.getByRole("listitem").filter({ hasText: "Closed on Friday." });
  await row.getByRole("button", { name: "Versions" }).click();
  await expect(clerk.getByRole("alertdialog")).toContainText("Write to {email}.");
  await fits(clerk);
  await clerk.keyboard.press("Escape");
  await row.getByRole("button", { name: "Withdraw" }).click();
  await clerk.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(clerk.getByRole("heading", { name: "Withdrawn" })).toBeVisible();
  await member.reload();
  await expect(member.getByText("Confirm your mobile number.")).toBeVisible();
  await expect(member.getByText("Come to the office.")).toBeHidden();
});
