import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { pdf } from "#test/pictures.ts";
import { holdCalls } from "./calls.ts";
import { type OwnSociety, test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const slip = { name: "slip 0881.pdf", mimeType: "application/pdf", buffer: pdf() };

/** Fills in cash that was banked, whose slips stay on their way until they are released. */
async function fillBanked({ open }: OwnSociety, reference: string) {
  const page = await open("ST9005");
  await page.goto("/app/Books?part=treasury");
  await page.getByRole("link", { name: "Enter a movement" }).press("Enter");
  await page.getByLabel("Movement", { exact: true }).selectOption("Cash of the safe banked");
  await page.getByLabel("Amount (Ksh)").fill("1,200");
  await page.getByLabel("Bank's number of the slip or transfer").fill(reference);
  await page.getByLabel("Description").fill("Cash of the morning");
  const release = await holdCalls(page, "**/treasury/attachments?*");
  return { page, release, field: page.getByLabel("Attach the slip or voucher") };
}

/** Approves the request about a movement, as the second person. */
async function approve(page: Page, step: string, says: string): Promise<void> {
  await page.getByRole("link", { name: "Open the request" }).press("Enter");
  await page.getByRole("button", { name: `Approve: ${step}` }).press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(says);
  await fits(page);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(page.getByText("Approved and done.")).toBeVisible();
}

test("cash is banked by two people with the bank's slip, and reversed by two", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Books?part=treasury");
  await expect(treasurer.getByText("Cash in the safe")).toBeVisible();
  await fits(treasurer);
  await treasurer.getByRole("link", { name: "Enter a movement" }).press("Enter");
  await treasurer.getByLabel("Movement", { exact: true }).selectOption("Cash of the safe banked");
  await treasurer.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(treasurer.getByLabel("Amount (Ksh)")).toBeFocused();
  await treasurer.getByLabel("Amount (Ksh)").fill("99,000,000");
  await treasurer.getByLabel("Bank's number of the slip or transfer").fill("ds-881004");
  await treasurer.getByLabel("Description").fill("Cash of the week");
  const field = treasurer.getByLabel("Attach the slip or voucher");
  const buffer = Buffer.from("MZ");
  await field.setInputFiles({ name: "slip.pdf", mimeType: "application/pdf", buffer });
  await expect(treasurer.getByText("Attach a PDF, or a picture that is a PNG")).toBeVisible();
  // It is not sent without the slip that was chosen.
  await treasurer.getByLabel("Description").press("Enter");
  const send = treasurer.getByRole("button", { name: "Send for approval" });
  await expect(send).toHaveAttribute("aria-disabled", "true");
  await treasurer.getByRole("button", { name: "Remove slip.pdf" }).press("Enter");
  await expect(send).not.toHaveAttribute("aria-disabled", "true");
  await field.setInputFiles(slip);
  await expect(treasurer.getByRole("button", { name: "Remove slip 0881.pdf" })).toBeVisible();
  await treasurer.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(treasurer.getByText(/That is more than is owed or held/)).toBeVisible();
  await expect(treasurer.getByLabel("Description")).toHaveValue("Cash of the week");
  await fits(treasurer);
  await treasurer.getByLabel("Amount (Ksh)").fill("1,500");
  await treasurer.getByRole("button", { name: "Send for approval" }).press("Enter");
  await expect(treasurer.getByText("Another person must approve it.")).toBeVisible();
  await fits(treasurer);
  const address = new URL(treasurer.url());

  const administrator = await society.open("ST9003");
  const movement = `${address.pathname}${address.search}`;
  await administrator.goto(movement);
  const download = administrator.waitForEvent("download");
  await administrator.getByRole("button", { name: "Download slip 0881.pdf" }).press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^attachment-\d+\.pdf$/);
  await approve(administrator, "Book a movement of the society's own money", "DS-881004");

  await treasurer.goto(movement);
  await expect(treasurer.getByText("In the books")).toBeVisible();
  await treasurer.getByLabel("Reason").fill("Another branch");
  await treasurer.getByRole("button", { name: "Ask for the reversal" }).press("Enter");
  await expect(treasurer.getByText("Another person must approve it.")).toBeVisible();
  await administrator.goto(movement);
  await approve(administrator, "Reverse a movement of the society's own money", "DS-881004");
  await administrator.goto("/app/Books?part=treasury&tab=reversed&search=DS-881004");
  await expect(administrator.getByRole("row", { name: /Cash of the week/ })).toBeVisible();
  await fits(administrator);
});

test("a movement sent while its slips are on their way is sent with them as they arrive", async ({
  society,
}) => {
  const { page: treasurer, release, field } = await fillBanked(society, "ds-881005");
  await field.setInputFiles(slip);
  await field.setInputFiles({ ...slip, name: "voucher 12.pdf" });
  await expect(treasurer.getByText("Attaching…")).toHaveCount(2);
  const send = treasurer.getByRole("button", { name: "Send for approval" });
  await send.press("Enter");
  await expect(send).toHaveAttribute("aria-disabled", "true");
  release();
  await expect(treasurer.getByText("Another person must approve it.")).toBeVisible();
  for (const name of ["slip 0881.pdf", "voucher 12.pdf"])
    await expect(treasurer.getByRole("button", { name: `Download ${name}` })).toBeVisible();
});

test("a movement sent while its slip is on its way is not sent once the slip is rejected", async ({
  society,
}) => {
  const { page: treasurer, release, field } = await fillBanked(society, "ds-881006");
  const buffer = Buffer.from("MZ");
  await field.setInputFiles({ name: "slip.pdf", mimeType: "application/pdf", buffer });
  await treasurer.getByLabel("Description").press("Enter");
  release();
  await expect(treasurer.getByText("Attach a PDF, or a picture that is a PNG")).toBeVisible();
  await expect(treasurer.getByLabel("Description")).toHaveValue("Cash of the morning");
  await treasurer.getByRole("button", { name: "Remove slip.pdf" }).press("Enter");
  await treasurer.getByLabel("Description").press("Enter");
  await expect(treasurer.getByText("Another person must approve it.")).toBeVisible();
  await expect(treasurer.getByRole("button", { name: /^Download slip/ })).toHaveCount(0);
});

test("the auditor reads the treasury and exports it, and enters nothing", async ({ society }) => {
  const auditor = await society.open("ST9006");
  await auditor.goto("/app/Books?part=treasury&tab=posted");
  await expect(auditor.getByRole("row", { name: /Ledger fees of the month/ })).toBeVisible();
  await expect(auditor.getByRole("link", { name: "Enter a movement" })).toHaveCount(0);
  await fits(auditor);
  const download = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "CSV" }).press("Enter");
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("treasury-posted.csv");
  expect(readFileSync(await saved.path(), "utf8")).toContain("Ledger fees of the month");
  const fees = auditor.getByRole("row", { name: /Ledger fees of the month/ });
  await fees.getByRole("link", { name: "Bank charge" }).press("Enter");
  await expect(auditor.getByText("LF-40211")).toBeVisible();
  await expect(auditor.getByRole("button", { name: "Ask for the reversal" })).toHaveCount(0);
});

test("the income statement and the balance sheet of a day are read and saved", async ({
  society,
}) => {
  const auditor = await society.open("ST9006");
  await auditor.goto("/app/Books?part=balance");
  await expect(auditor.getByText("Assets equal liabilities and equity")).toBeVisible();
  await fits(auditor);
  const download = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "PDF" }).press("Enter");
  expect((await download).suggestedFilename()).toMatch(/^balance-sheet-\d{4}-\d{2}-\d{2}\.pdf$/);
  const workbook = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "Excel" }).press("Enter");
  const sheet = await readSheet(await (await workbook).path());
  const assets = sheet.find(([name]) => name === "Total: Assets")?.[1];
  expect(assets).toEqual(expect.any(Number));
  expect(sheet.at(-1)?.slice(0, 2)).toEqual(["Liabilities and equity", assets]);
  await auditor.getByRole("link", { name: "Income statement" }).press("Enter");
  await expect(auditor.getByText(/^(Surplus|Deficit): Ksh/)).toBeVisible();
  await fits(auditor);
  await auditor.getByRole("link", { name: "Bank charges" }).press("Enter");
  await expect(auditor.getByText("Ledger fees of the month")).toBeVisible();
});
