import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { approveRequest } from "./approve-request.ts";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** Finds a member, and enters the first three fields of their bank account. */
async function enterAccount(page: Page, memberNo: string, name: string): Promise<void> {
  await page.getByLabel("Member no.").fill(memberNo);
  await page.getByRole("button", { name: "Find" }).press("Enter");
  await page.getByLabel("Bank", { exact: true }).fill("Benki ya Ushirika");
  await page.getByLabel("Bank and branch code").fill("11000");
  await page.getByLabel("Account name").fill(name);
}

async function sendForApproval(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(page.getByText("Another person must approve it.")).toBeVisible();
}

test("the bank account of a member is set by two people, by keyboard", async ({ society }) => {
  test.setTimeout(120_000);
  const administrator = await society.open("ST9003");
  await administrator.goto("/app/Payouts");
  await administrator.getByRole("link", { name: "Payouts by the bank" }).press("Enter");
  await expect(administrator.getByRole("heading", { name: "Ready for the bank" })).toBeVisible();
  await expect(administrator.getByText("2 paid, 1 returned, 0 open")).toBeVisible();
  await fits(administrator);
  await administrator.getByLabel("Member no.").fill("NOBODY1");
  await administrator.getByRole("button", { name: "Find" }).press("Enter");
  await expect(administrator.getByText("There is no member with this number.")).toBeVisible();
  await enterAccount(administrator, "MS1001", "Wanjiku Kamau Mwangi");
  await administrator.getByLabel("Account number").fill("=12345678");
  await administrator.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(administrator.getByLabel("Account number")).toBeFocused();
  await expect(administrator.getByLabel("Account name")).toHaveValue("Wanjiku Kamau Mwangi");
  await administrator.getByLabel("Account number").fill("0012 3456 78");
  await sendForApproval(administrator);
  await fits(administrator);
  const address = new URL(administrator.url());

  const treasurer = await society.open("ST9005");
  await treasurer.goto(`${address.pathname}${address.search}`);
  const requests = treasurer.getByRole("link", { name: "Open the request" });
  // The first is that of the demo's next file, which may be there before this one.
  await expect(requests).toHaveCount(2);
  await requests.last().press("Enter");
  const step = "Approve: Set the bank account of a member";
  await treasurer.getByRole("button", { name: step }).press("Enter");
  const question = treasurer.getByRole("alertdialog");
  await expect(question).toContainText("0012345678");
  await fits(treasurer);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await treasurer.goto(`${address.pathname}${address.search}`);
  await expect(treasurer.getByText("•••678")).toBeVisible();
  await fits(treasurer);
  await administrator.reload();
  await expect(administrator.getByRole("heading", { name: "Change the account" })).toBeVisible();
  await fits(administrator);
});

/** Asks for a file of all payments that are ready. */
async function askFile(page: Page): Promise<void> {
  await page.goto("/app/Payouts?part=bank");
  await page.getByRole("button", { name: "Ask for a file of these payments" }).press("Enter");
  await expect(page.getByText("waits for a second person")).toBeVisible();
  await fits(page);
}

async function openFile(page: Page, name: string): Promise<void> {
  await page.goto("/app/Payouts?part=bank");
  await page.getByRole("link", { name, exact: true }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name} for the bank`);
}

/** Withdraws a file, which was downloaded and never reached the bank. */
async function withdrawFile(administrator: Page, treasurer: Page): Promise<void> {
  await openFile(administrator, "File 3");
  await fits(administrator);
  const saved = administrator.waitForEvent("download");
  await administrator.getByRole("button", { name: "Download the file" }).press("Enter");
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain("Akoth Adhiambo Ouma,Benki ya Ushirika,11000,0099887766,8000.00,KES,");
  await administrator.getByRole("button", { name: "Ask to withdraw it" }).press("Enter");
  await expect(administrator.getByLabel("Reason", { exact: true })).toBeFocused();
  await administrator.getByLabel("Reason", { exact: true }).fill("It was never uploaded");
  await administrator.getByRole("button", { name: "Ask to withdraw it" }).press("Enter");
  await expect(administrator.getByText("Another person must approve it.")).toBeVisible();
  await approveRequest(treasurer, "Withdraw a file that the bank never got", "10,000.00");
  await administrator.reload();
  await expect(administrator.getByText("The file was withdrawn.")).toBeVisible();
  await expect(administrator.getByRole("button", { name: "Download the file" })).toHaveCount(0);
  await fits(administrator);
}

/** Enters manually that the bank paid the first payment. */
async function enterResult(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add to the list" }).press("Enter");
  await expect(page.getByLabel("Bank's reference")).toBeFocused();
  await page.getByLabel("Bank's reference").fill("FT26330ABC12");
  await page.getByRole("button", { name: "Add to the list" }).press("Enter");
  const told = page.getByRole("list", { name: "Results to send" });
  await expect(told.getByRole("listitem")).toHaveText([
    /^1: Akoth Adhiambo Ouma. Paid it, FT26330ABC12/,
  ]);
  await page.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(page.getByText("Another person must approve it.")).toBeVisible();
}

/** Uploads the bank's results, first with a changed amount, then as the bank sent them. */
async function uploadResults(page: Page): Promise<void> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the file" }).press("Enter");
  const sent = (await readFile(await (await saved).path(), "utf8")).split("\r\n");
  const answers = [",status,reason,bank_reference", ",paid,,FT26330ABC12", ",returned,Closed,"];
  const text = answers.map((answer, at) => `${sent[at]}${answer}\r\n`).join("");
  const choose = (csv: string) =>
    page.getByLabel("The bank's results").setInputFiles({
      name: "results.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv),
    });
  await choose(text.replace(",2000.00,", ",2001.00,"));
  await expect(page.getByText("Row 3, amount")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the file for approval" })).toHaveCount(0);
  await fits(page);
  await choose(text);
  await expect(page.getByRole("table", { name: "New results in the file" })).toContainText(
    "Returned it: Closed",
  );
  await fits(page);
  await page.getByRole("button", { name: "Send the file for approval" }).press("Enter");
  await expect(page.getByText("Another person must approve it.")).toBeVisible();
}

test("payouts leave in a file for the bank, up to what the bank did with each", async ({
  society,
}) => {
  test.setTimeout(240_000);
  const clerk = await society.open("ST9003");
  const second = await society.open("ST9005");
  await second.goto("/app/Payouts?part=bank");
  const later = "Payouts for the next file, ready after this one was asked for";
  await expect(second.getByRole("table", { name: later })).toContainText("2,000.00");
  await fits(second);
  // The demo leaves two requests: file 2, which the bank keeps, and an account of a member.
  await approveRequest(second, "Send payouts to the bank in a file", "5,500.00");
  await approveRequest(second, "Set the bank account of a member", "Chebet Jepkosgei Koech");
  const accounts = { MS1010: ["Akoth Adhiambo Ouma", "0099887766"], MS1002: ["Otieno", "12345"] };
  for (const [memberNo, [name = "", number = ""]] of Object.entries(accounts)) {
    await clerk.goto("/app/Payouts?part=bank");
    await enterAccount(clerk, memberNo, name);
    await clerk.getByLabel("Account number").fill(number);
    await sendForApproval(clerk);
    await approveRequest(second, "Set the bank account of a member", number);
  }
  // Money may go to an account 72 hours after its approval.
  await society.setClock(new Date(Date.now() + 73 * 3_600_000).toISOString());

  const administrator = await society.open("ST9003");
  const treasurer = await society.open("ST9005");
  await askFile(administrator);
  await approveRequest(treasurer, "Send payouts to the bank in a file", "10,000.00");
  await withdrawFile(administrator, treasurer);
  await askFile(administrator);
  await approveRequest(treasurer, "Send payouts to the bank in a file", "10,000.00");
  await openFile(administrator, "File 4");
  await enterResult(administrator);
  await approveRequest(treasurer, "Accept what the bank did with payments of a file", "8,000.00");
  await administrator.reload();
  await uploadResults(administrator);
  await approveRequest(treasurer, "Accept what the bank did with payments of a file", "2,000.00");
  await administrator.reload();
  await expect(administrator.getByText("Every payment has its result.")).toBeVisible();
  await expect(administrator.getByText("Paid: FT26330ABC12")).toBeVisible();
  await expect(administrator.getByText("Returned: Closed")).toBeVisible();
  await fits(administrator);
  await administrator.goto("/app/Payouts?part=bank");
  await expect(administrator.getByText("1 paid, 1 returned, 0 open")).toBeVisible();
  await expect(administrator.getByText("Withdrawn", { exact: true })).toBeVisible();
  await fits(administrator);
});
