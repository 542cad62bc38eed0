import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

async function choose(page: Page, name: string, csv: string): Promise<void> {
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload the file" }).click();
}

/** Answers a dialog that asks for a reason, by keyboard as staff at a desk would. */
async function answer(page: Page, open: string, reason: string, yes: string): Promise<void> {
  await page.getByRole("button", { name: open, exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await question.getByLabel("Reason").fill(reason);
  await question.getByRole("button", { name: yes, exact: true }).press("Enter");
  await expect(question).toHaveCount(0);
}

/** Deposits of two members, with one date that does not exist, and the file set right. */
function savings() {
  const header = "Payroll 2024,Posted,What,Sum,Ref";
  const file = (day: string) =>
    `${header}\nMS1009,2024-${day},deposit,"1,500.00",IMP-2024\n` +
    `MS1012,2024-02-28,deposit,250,\n`;
  return { faulty: file("02-31"), right: file("02-01") };
}

async function begin(clerk: Page): Promise<void> {
  await clerk.goto("/app/Import?import=new");
  await clerk.getByLabel("Contents of the file").selectOption({ index: 2 });
}

/** Returns the selects that do not fill their field. */
function cutOff(lists: Locator): Promise<string[]> {
  return lists.evaluateAll((all) =>
    all
      .filter(({ parentElement: around, clientWidth }) => clientWidth < (around?.clientWidth ?? 0))
      .map(({ id }) => id),
  );
}

/** Maps the columns, starting with the missing ones. */
async function map(clerk: Page): Promise<void> {
  const check = clerk.getByRole("button", { name: "Check the file" });
  await expect(clerk.getByRole("heading", { name: "Which column is which?" })).toBeVisible();
  await check.click();
  await expect(clerk.getByLabel(/^Date/)).toBeFocused();
  await expect(clerk.getByText("Choose the column of your file that has this.")).not.toHaveCount(0);
  await clerk.getByLabel(/^Member number/).selectOption({ index: 1 });
  await clerk.getByLabel(/^Date/).selectOption({ index: 2 });
  await clerk.getByLabel(/^Kind of entry/).selectOption({ index: 3 });
  await clerk.getByLabel(/^Amount(?!:)/).selectOption({ index: 4 });
  await expect(clerk.getByText("First rows: 1,500.00 · 250")).toBeVisible();
  expect(await cutOff(clerk.locator("form select"))).toEqual([]);
  await clerk.getByLabel("Expected number of rows").fill("2");
  await clerk.getByLabel("Amount: expected total").fill("1,750");
  await fits(clerk);
  await check.click();
}

/**
 * Reads the findings, downloads the row, fixes it and uploads it to replace the row in the file.
 */
async function mend(clerk: Page): Promise<void> {
  await expect(clerk.getByText("1 error", { exact: true })).toBeVisible();
  await clerk.getByRole("button", { name: "Kiswahili" }).click();
  await expect(clerk.getByText(/“.*-02-31” si siku kama/)).toBeVisible();
  await clerk.getByRole("button", { name: "English" }).click();
  await expect(clerk.getByText(/“.*-02-31” is not a date/)).toBeVisible();
  await clerk.getByRole("button", { name: "Go to the first" }).press("Enter");
  await expect(clerk.locator("#import-findings")).toBeFocused();
  const taken = clerk.waitForEvent("download");
  await clerk.getByRole("button", { name: /^Download the rows/ }).click();
  const rows = await taken;
  expect(rows.suggestedFilename()).toBe("savings-to-correct.csv");
  const mended = readFileSync(await rows.path(), "utf8").replaceAll("-02-31", "-02-01");
  await fits(clerk);
  await clerk.getByRole("button", { name: "Upload corrected rows of savings.csv" }).click();
  const file = { name: "mended.csv", mimeType: "text/csv", buffer: Buffer.from(mended) };
  await clerk.getByLabel("Corrected file").setInputFiles(file);
  const replaces = "Replace the corrected rows. Rows replaced: 1 (row 2). Rows unchanged: 1.";
  await expect(clerk.getByLabel(replaces)).toBeChecked();
  await expect(clerk.getByLabel(/Rows removed: 2. Rows added: 1.$/)).not.toBeChecked();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Replace these rows" }).click();
}

async function post(treasurer: Page): Promise<void> {
  await treasurer.getByRole("button", { name: "Post this import" }).click();
  const question = treasurer.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await expect(question).toContainText("2 rows are posted to the books together");
  await expect(question).toContainText("The entries total 1,750.00");
  await fits(treasurer);
  await question.getByRole("button", { name: "Post now" }).click();
  await expect(question).toHaveCount(0);
  await expect(treasurer.getByText("You posted this, so another person")).toBeVisible();
}

test("a file goes from another system's columns into the books, and out of them again", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const { faulty, right } = savings();
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Import");
  await expect(clerk.getByRole("heading", { name: "Import", exact: true })).toBeVisible();
  await fits(clerk);
  await begin(clerk);
  const sample = clerk.waitForEvent("download");
  await clerk.getByRole("button", { name: "Download a sample file" }).click();
  expect((await sample).suggestedFilename()).toBe("entries.csv");
  await choose(clerk, "savings.xlsx", "PK\u0003\u0004, then nothing of a workbook");
  await expect(
    clerk.getByText("This is not an Excel workbook (.xlsx) that we can read"),
  ).toBeVisible();
  await fits(clerk);
  await choose(clerk, "savings.csv", faulty);
  await map(clerk);
  await mend(clerk);
  await expect(clerk.getByText("No errors. Nothing is in the books yet.")).toBeVisible();
  await expect(clerk.getByText("Agrees", { exact: true })).toHaveCount(2);
  await fits(clerk);
  await clerk.getByRole("button", { name: "Send for checking" }).click();
  await expect(clerk.getByText("Waiting for another person to post it.")).toBeVisible();

  const treasurer = await society.open("ST9005");
  await treasurer.goto(clerk.url());
  await post(treasurer);
  const administrator = await society.open("ST9003");
  await administrator.goto(clerk.url());
  await answer(administrator, "Reverse import", "Sent for the wrong year", "Reverse import");
  await expect(administrator.getByText("Reversed: Sent for the wrong year")).toBeVisible();
  await administrator.getByRole("button", { name: "Kiswahili" }).click();
  await expect(administrator.getByText("Umetenguliwa: Sent for the wrong year")).toBeVisible();

  // An undone file may be imported again, and its columns are remembered.
  await begin(clerk);
  await choose(clerk, "again.csv", right);
  await expect(clerk.getByText("an earlier file with the same header")).toBeVisible();
  await answer(clerk, "Discard", "Only looked", "Discard");
  await expect(clerk.getByText("Discarded: Only looked")).toBeVisible();
});

test("imports that cannot be loaded say so, and offer Retry", async ({ society }) => {
  const clerk = await society.open("ST9001");
  await clerk.route("**/api/v1/imports", (route) => route.abort());
  await clerk.goto("/app/Import");
  await expect(clerk.getByText("The imports could not be loaded")).toBeVisible();
  await fits(clerk);
  await clerk.unroute("**/api/v1/imports");
  await clerk.getByRole("button", { name: "Retry" }).click();
  await expect(clerk.getByRole("alert")).toHaveCount(0);
});
