import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

async function send(page: Page, csv: string, declared: string): Promise<void> {
  await page.getByLabel("Month").fill("2026-06");
  await page.getByLabel("Declared by the employer").fill(declared);
  const file = { name: "june.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await page.getByRole("button", { name: "Upload and match" }).click();
}

/** Finds a tab by its name, which includes the number of its lines. */
const tab = (page: Page, name: string) =>
  page.getByRole("group", { name: "Lines by state" }).getByRole("button", { name });

/** Approves what another person proposed for the only suspense line of a file. */
async function approvePlacement(administrator: Page, address: URL): Promise<void> {
  await administrator.goto(address.pathname + address.search);
  await tab(administrator, "In suspense").click();
  await administrator.getByRole("link", { name: "Open the request" }).click();
  await expect(administrator.getByText("Move money out of suspense")).toBeVisible();
  await fits(administrator);
  await administrator.getByRole("button", { name: /^Approve/ }).click();
  await administrator.getByRole("button", { name: "Yes, approve" }).click();
  await expect(administrator.getByText("Approved and done.")).toBeVisible();
}

test("a month's file goes from the clerk to the treasurer, and each line is accounted for", async ({
  society,
}) => {
  test.setTimeout(90_000);
  const member = "MS1009";
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/CheckOff");
  await clerk.getByRole("link", { name: "New file" }).click();
  await fits(clerk);

  const broken = `member_no,amount,note\n${member},-5,deposits\n`;
  await send(clerk, broken, "1,200");
  await expect(clerk.getByRole("alert")).toContainText("Errors in the file: 1.");
  await expect(clerk.getByText("Row 2, amount")).toBeVisible();
  await expect(clerk.getByLabel("Declared by the employer")).toHaveValue("1,200");
  await fits(clerk);

  const csv = `member_no,amount,note\n${member},1000,deposits\nMS9998,200.50,${member}\n`;
  await send(clerk, csv, "1,200");
  await expect(clerk.getByText("The lines add up to Ksh 1,200.50")).toBeVisible();
  await send(clerk, csv, "1,200.50");
  await expect(clerk.getByText("Control totals: 2 lines")).toBeVisible();
  await expect(tab(clerk, "Unmatched")).toHaveText(/1/);
  await fits(clerk);

  // Goes from the line to its decision by keyboard alone; the focus survives the line's removal.
  await clerk.getByRole("button", { name: "Decide row 3" }).press("Enter");
  const dialog = clerk.getByRole("alertdialog");
  await expect(dialog.getByRole("radio").first()).toBeFocused();
  await dialog.getByRole("radio", { name: "Leave in suspense" }).press("Space");
  await fits(clerk);
  await dialog.getByRole("button", { name: "Save decision" }).press("Enter");
  await expect(tab(clerk, "Decided")).toHaveText(/1/);
  await expect(clerk.getByText("No line of this file is in this state.")).toBeVisible();
  await expect(clerk.locator("body")).not.toBeFocused();
  await expect(clerk.getByText("Waiting for another person to post it.")).toBeVisible();

  const address = new URL(clerk.url());
  const treasurer = await society.open("ST9005");
  await treasurer.goto(address.pathname + address.search);
  await treasurer.getByRole("button", { name: "Post this file" }).click();
  const question = treasurer.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await expect(question).toContainText("deposits 1,000.00, share capital 0.00");
  await question.getByRole("button", { name: "Post now" }).click();
  await expect(treasurer.getByText("The file was posted")).toBeVisible();
  await expect(treasurer.getByText(/^Posted by Nyambura Wairimu Gitau · ST9005/)).toBeVisible();

  await tab(treasurer, "In suspense").click();
  await treasurer.getByRole("button", { name: "Decide row 3" }).click();
  const placing = treasurer.getByRole("alertdialog");
  await placing.getByRole("radio", { name: "Deposits of another member" }).check();
  await placing.getByRole("textbox", { name: "Number" }).fill(member);
  await fits(treasurer);
  await placing.getByRole("button", { name: "Propose" }).click();
  await expect(treasurer.getByText(`You proposed: Deposits of ${member}.`)).toBeVisible();
  await fits(treasurer);

  await approvePlacement(await society.open("ST9003"), address);
  await treasurer.reload();
  await tab(treasurer, "In suspense").click();
  await expect(treasurer.getByText(`Assigned: deposits ${member}`)).toBeVisible();

  await tab(treasurer, "Variance").click();
  await expect(treasurer.getByText(/suspense 200.50 = 1,200.50, the whole file/)).toBeVisible();
  await fits(treasurer);
  const saved = treasurer.waitForEvent("download");
  await treasurer.getByRole("button", { name: "Download CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("check-off-2026-06.csv");
});

test("a matched line is changed and split, and counts from the value date shown", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/CheckOff?file=new");
  await send(clerk, "member_no,amount,note\nMS1009,1000,deposits\n", "1,000");
  await expect(clerk.getByText(/^Counts from /)).toBeVisible();
  await clerk.getByRole("button", { name: "Change row 2" }).click();
  const dialog = clerk.getByRole("alertdialog");
  await expect(dialog.getByText("Now: The note says deposits")).toBeVisible();
  await dialog.getByRole("button", { name: "Split into parts" }).click();
  await expect(dialog.getByText("Left to allocate: Ksh 0.00")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Amount" }).first().fill("600");
  await expect(dialog.getByText("Left to allocate: Ksh 400.00")).toBeVisible();
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog.getByText("The parts must add up to the whole line.")).toBeVisible();
  await dialog
    .getByRole("combobox", { name: "Part 2" })
    .selectOption({ label: "Share capital of the member" });
  await dialog.getByRole("textbox", { name: "Amount" }).last().fill("400");
  await fits(clerk);
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await tab(clerk, "Decided").click();
  await expect(clerk.getByText("Share capital: 400.00")).toBeVisible();
  await expect(clerk.getByText("Decided by Akinyi Atieno Odhiambo · ST9001")).toBeVisible();
  await fits(clerk);

  await clerk.getByRole("button", { name: "Change the value date" }).click();
  await clerk.getByRole("textbox", { name: "Counts from" }).fill("2031-01-01");
  await clerk.getByRole("button", { name: "Save date" }).click();
  await expect(clerk.getByText("Use today or an earlier date.")).toBeVisible();
  await fits(clerk);
});

test("a check-off that cannot be loaded says so, and offers Retry", async ({ society }) => {
  const clerk = await society.open("ST9001");
  await clerk.route("**/api/v1/check-off", (route) => route.abort());
  await clerk.goto("/app/CheckOff");
  await expect(clerk.getByText("The check-off files could not be loaded")).toBeVisible();
  await fits(clerk);
  await clerk.unroute("**/api/v1/check-off");
  await clerk.getByRole("button", { name: "Retry" }).click();
  await expect(clerk.getByRole("alert")).toHaveCount(0);
});
