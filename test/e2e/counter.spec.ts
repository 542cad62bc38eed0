import type { Page } from "@playwright/test";
import { pdf } from "#test/pictures.ts";
import { approveRequest } from "./approve-request.ts";
import { type OwnSociety, test } from "./own-society.ts";
import { expect, fits, lastCode, mobileOf } from "./portal.ts";

/** Receives cash from a member, by keyboard. */
async function receive(page: Page, search: string, amount: string): Promise<void> {
  const finder = page.getByRole("combobox", { name: "Member" });
  await finder.focus();
  await page.keyboard.type(search);
  await expect(page.getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Amount, Ksh")).toBeFocused();
  await page.keyboard.type(amount);
  await page.keyboard.press("Enter");
}

/** Pays the withdrawal that waits by the code of its member, by keyboard. */
async function payOut(clerk: Page, { request }: OwnSociety): Promise<void> {
  await clerk.getByRole("button", { name: /^Pay .*, 2,000.00$/ }).press("Enter");
  const question = clerk.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not yet" })).toBeFocused();
  await question.getByRole("button", { name: "Yes, paid" }).press("Enter");
  await expect(question.getByText("Please fill this in.")).toBeVisible();
  await expect(question.getByText("Send the code first")).toBeVisible();
  await question.getByLabel("Document you have seen").fill("ID 22104482");
  await question.getByRole("button", { name: "Send code" }).press("Enter");
  await expect(question.getByText("Code sent.")).toBeVisible();
  await expect(question.getByText("The member has it on their phone")).toBeVisible();
  await expect(question.getByText("Send the code first")).toHaveCount(0);
  await question.getByLabel("OTP").fill("000000");
  await question.getByLabel("OTP").press("Enter");
  await expect(question.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await expect(question.getByLabel("Document you have seen")).toHaveValue("ID 22104482");
  await fits(clerk);
  await question.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, "MS1002")));
  await question.getByLabel("OTP").press("Enter");
  await expect(clerk.getByRole("button", { name: /^Pay .*, 2,000.00$/ })).toHaveCount(0);
  await expect(clerk.getByText(/^PC\d{7}$/)).toBeVisible();
  await fits(clerk);
}

/** Banks cash of the safe, as two people with the bank's slip. */
async function bank(treasurer: Page, { open }: OwnSociety): Promise<void> {
  await treasurer.goto("/app/Books?part=treasury");
  await treasurer.getByRole("link", { name: "Enter a movement" }).press("Enter");
  await treasurer.getByLabel("Movement", { exact: true }).selectOption("Cash of the safe banked");
  await treasurer.getByLabel("Amount (Ksh)").fill("5,150");
  await treasurer.getByLabel("Bank's number of the slip or transfer").fill("ds-991004");
  await treasurer.getByLabel("Description").fill("Cash of the day");
  const slip = { name: "slip.pdf", mimeType: "application/pdf", buffer: pdf() };
  await treasurer.getByLabel("Attach the slip or voucher").setInputFiles(slip);
  await treasurer.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(treasurer.getByText("Another person must approve it.")).toBeVisible();
  const { pathname, search } = new URL(treasurer.url());
  const administrator = await open("ST9003");
  await administrator.goto(`${pathname}${search}`);
  await administrator.getByRole("link", { name: "Open the request" }).press("Enter");
  const step = "Book a movement of the society's own money";
  await administrator.getByRole("button", { name: `Approve: ${step}` }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await expect(question).toContainText("5,150.00");
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(administrator.getByText("Approved and done.")).toBeVisible();
  await treasurer.goto(`${pathname}${search}`);
  await expect(treasurer.getByText("In the books")).toBeVisible();
}

test("a clerk's day, from the float to the banking, by keyboard", async ({ society }) => {
  test.setTimeout(180_000);
  const clerk = await society.open("ST9001");
  const treasurer = await society.open("ST9005");
  await clerk.goto("/app/Counter");
  await clerk.getByLabel("Float from the safe, Ksh").press("ControlOrMeta+a");
  await clerk.keyboard.type("10.50");
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByText("Cash is whole shillings.")).toBeVisible();
  await expect(clerk.getByLabel("Float from the safe, Ksh")).toHaveValue("10.50");
  await clerk.keyboard.press("ControlOrMeta+a");
  await clerk.keyboard.type("5000");
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByText("A float of 5,000.00 waits")).toBeVisible();
  await fits(clerk);
  await approveRequest(treasurer, "Give a till its float from the safe", "5,000.00");

  await clerk.reload();
  await expect(clerk.getByText("Ksh 5,000.00")).toBeVisible();
  await receive(clerk, "1011", "1500");
  await expect(clerk.getByText(/^Last receipt: RC\d{7}, Ksh 1,500.00/)).toBeVisible();
  await receive(clerk, "MS1010", "700");
  await expect(clerk.getByText("Ksh 7,200.00")).toBeVisible();
  await expect(clerk.getByRole("combobox", { name: "Member" })).toBeFocused();
  await fits(clerk);
  await payOut(clerk, society);
  await expect(clerk.getByText("Ksh 5,200.00")).toBeVisible();

  const pieces = { 1000: "5", 100: "1", 50: "1" };
  for (const [value, count] of Object.entries(pieces)) {
    await clerk.getByLabel(`Pieces of ${value}`, { exact: true }).focus();
    await clerk.keyboard.type(count);
  }
  await clerk.keyboard.press("Enter");
  const question = clerk.getByRole("alertdialog");
  await expect(question).toContainText("Hand over Ksh 5,150.00?");
  await expect(question).toContainText("50.00 short");
  await question.getByRole("button", { name: "Yes, hand over" }).press("Enter");
  await expect(clerk.getByText("Your count waits for the keeper of the safe")).toBeVisible();
  await fits(clerk);

  await approveRequest(treasurer, "Accept the counted cash of a till into the safe", "5,150.00");
  await clerk.reload();
  await expect(clerk.getByRole("heading", { name: "Open your till" })).toBeVisible();

  await treasurer.goto("/app/Counter?part=tills");
  await treasurer.getByRole("link", { name: /^With a variance 2 / }).press("Enter");
  await fits(treasurer);
  const first = treasurer.getByRole("row", { name: /ST9001/ });
  await expect(first).toContainText("−50.00");
  await first.getByRole("link").press("Enter");
  await expect(treasurer.getByText("Handed over to the safe")).toBeVisible();
  await expect(treasurer.getByText("Paid out")).toBeVisible();
  await fits(treasurer);
  await bank(treasurer, society);
});

test("a teller opens the counter at once, and nothing but the counter", async ({ society }) => {
  const teller = await society.open("ST9008");
  await teller.goto("/app");
  await expect(teller).toHaveURL(/\/app\/Counter$/);
  await expect(teller.getByText("Ksh 10,700.00")).toBeVisible();
  const row = teller.getByRole("row", { name: /MS1011/ });
  await row.getByRole("link").press("Enter");
  await expect(teller.getByRole("heading", { level: 1 })).toHaveText(/^Receipt RC\d{7}$/);
  await expect(teller.getByText("Achieng Adhiambo Okoth").last()).toBeVisible();
  await fits(teller);
  for (const paper of ["A6 sheet (PDF)", "80 mm roll (PDF)"]) {
    const saved = teller.waitForEvent("download");
    await teller.getByRole("button", { name: paper }).press("Enter");
    expect((await saved).suggestedFilename()).toMatch(/^RC\d{7}-(a6|roll)\.pdf$/);
  }
  await teller.goto("/app/Counter?part=withdrawals");
  await expect(teller.getByRole("heading", { name: "At the counter" })).toBeVisible();
  await fits(teller);
  await teller.goto("/app/MemberRecord?member=MS1011");
  await expect(teller.getByText("Your role has no access to this page")).toBeVisible();
});

test("a receipt is reversed by two people, and a cheque clears by another", async ({ society }) => {
  const teller = await society.open("ST9008");
  const treasurer = await society.open("ST9005");
  await teller.goto("/app/Counter?receipt=RC0000003");
  await teller.getByRole("button", { name: "Ask to reverse it" }).press("Enter");
  await expect(teller.getByText("Please fill this in.").first()).toBeVisible();
  await teller.getByLabel("Reason").fill("Meant for MS1010");
  await teller.getByLabel("Reason").press("Enter");
  await expect(teller.getByText("waits for a second person")).toBeVisible();
  await fits(teller);
  await approveRequest(treasurer, "Reverse a receipt of the counter", "RC0000003");
  await teller.reload();
  await expect(teller.getByText("Reversed", { exact: true })).toBeVisible();
  await fits(teller);

  await teller.goto("/app/Counter");
  await expect(teller.getByText("Ksh 9,200.00")).toBeVisible();
  const finder = teller.getByRole("combobox", { name: "Member" });
  await finder.fill("MS1010");
  await expect(teller.getByRole("option")).toHaveCount(1);
  await finder.press("Enter");
  await teller.getByLabel("Received as").selectOption("Cheque");
  await teller.getByLabel("Amount, Ksh").fill("8250.50");
  await teller.getByLabel("Cheque number").fill("004512");
  await teller.getByLabel("Bank and branch").fill("KCB Moi Avenue");
  await fits(teller);
  await teller.getByLabel("Bank and branch").press("Enter");
  await expect(teller.getByText(/^Last receipt: RC0000005/)).toBeVisible();

  await treasurer.goto("/app/Counter?part=receipts&clearing=yes");
  await treasurer
    .getByRole("row", { name: /RC0000005/ })
    .getByRole("link")
    .press("Enter");
  await fits(treasurer);
  await treasurer.getByLabel("Amount the bank paid, Ksh").fill("8250.50");
  await treasurer.getByLabel("Amount the bank paid, Ksh").press("Enter");
  await expect(treasurer.getByText("Credited", { exact: true })).toBeVisible();
});

test("a member without their phone is paid as two people agree", async ({ society }) => {
  const teller = await society.open("ST9008");
  const treasurer = await society.open("ST9005");
  await teller.goto("/app/Counter");
  await teller.getByRole("button", { name: /^Pay .*, 2,000.00$/ }).press("Enter");
  const question = teller.getByRole("alertdialog");
  await question.getByLabel("Document you have seen").fill("Passport A1203948");
  await question.getByLabel("How it is confirmed").selectOption("person");
  await question.getByRole("button", { name: "Ask a second person" }).press("Enter");
  await expect(question.getByText("Please fill this in.")).toBeVisible();
  await expect(question.getByLabel("Document you have seen")).toHaveValue("Passport A1203948");
  await question.getByLabel("Why there is no code").fill("The phone was stolen yesterday");
  await fits(teller);
  await question.getByLabel("Why there is no code").press("Enter");
  await expect(teller.getByText("Waits for a second person to agree.")).toBeVisible();
  await fits(teller);
  await approveRequest(
    treasurer,
    "Pay a withdrawal in cash to a member without their phone",
    "2,000.00",
  );
  await teller.getByRole("button", { name: "Check whether they agreed" }).press("Enter");
  await expect(teller.getByText("Waits for a second person to agree.")).toHaveCount(0);
  await expect(teller.getByText(/^PC\d{7}$/)).toHaveCount(2);
});
