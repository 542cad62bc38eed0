import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";
import type { SocietyServer } from "./society-server.ts";

/** From a balance to its entries, to one of them, and to all of its lines. */
async function readEntries(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Deposits", exact: true }).press("Enter");
  await expect(page.getByRole("heading", { name: "Deposits" })).toBeFocused();
  await expect(page.getByRole("cell", { name: "Brought forward" })).toBeVisible();
  await fits(page);
  const search = page.getByRole("searchbox", { name: "Search the entries" });
  await search.fill("MS1001");
  await search.press("Enter");
  await expect(page).toHaveURL(/search=MS1001/);
  await page.getByRole("row").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: /^Entry \d+$/ })).toBeVisible();
  await expect(page.getByText("Posted by")).toBeVisible();
  await fits(page);
}

/** The total posted against the sum members hold, and one member's totals against the lines. */
async function readProof(page: Page): Promise<void> {
  await page.goto("/app/Books?part=controls");
  await expect(page.getByText("Ties").first()).toBeVisible();
  await expect(page.getByText("Differs")).toHaveCount(0);
  await fits(page);
  await page.getByRole("link", { name: "Members' totals" }).click();
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByLabel("Member No")).toBeFocused();
  await page.getByLabel("Member No").fill("MS1001");
  await page.getByLabel("Member No").press("Enter");
  await expect(page.getByRole("row", { name: /Deposits.*Ties/ })).toBeVisible();
  await fits(page);
}

/** Makes each run of the reconciler two days old: one may have run when the server started. */
async function ageRuns({ query }: SocietyServer): Promise<void> {
  await query(
    `alter table reconciliation disable trigger user;
     update reconciliation set ran_at = ran_at - interval '2 days';
     alter table reconciliation enable trigger user`,
  );
}

/** Closes the month that the treasurer prepared over a bank without a statement. */
async function closeMonth(administrator: Page): Promise<void> {
  await administrator.goto("/app/Books?part=months");
  await administrator.getByRole("button", { name: /^Approve/ }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await expect(question).toContainText("After that nothing can be posted into it.");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await fits(administrator);
  await expect(question).toContainText("The statement is late");
  await question.getByRole("button", { name: "Yes, close it" }).press("Enter");
  await expect(question.getByLabel("Your reason to close it anyway")).toBeFocused();
  await question.getByLabel("Your reason to close it anyway").fill("The bank promised it");
  await fits(administrator);
  await question.getByRole("button", { name: "Yes, close it" }).click();
  await expect(administrator.getByText(/: The bank promised it$/)).toBeVisible();
  await expect(administrator.getByText("No month to close")).toBeVisible();
  await expect(administrator.getByText(/^Record \d+/)).toHaveCount(1);
  await fits(administrator);
  await administrator.getByRole("link", { name: "Trial balance" }).click();
  await expect(administrator.getByText(/Closed up to \d/)).toBeVisible();
}

test("the treasurer reads the books and closes the month with the administrator", async ({
  society,
  demo,
}) => {
  test.setTimeout(120_000);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Books");
  await expect(treasurer.getByText("Debits equal credits")).toBeVisible();
  await expect(treasurer.getByText("No month is closed")).toBeVisible();
  await fits(treasurer);
  await treasurer.getByRole("button", { name: "Last month's end" }).press("Enter");
  await expect(treasurer).toHaveURL(/day=/);
  await expect(treasurer.getByText("Debits equal credits")).toBeVisible();

  const saved = treasurer.waitForEvent("download");
  await treasurer.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^trial-balance-\d{4}-\d\d-\d\d\.csv$/);

  await readEntries(treasurer);
  await readProof(treasurer);

  await ageRuns(demo);
  await treasurer.getByRole("link", { name: "Months" }).click();
  await expect(treasurer.getByText("Run the reconciler first")).toBeVisible();
  await expect(treasurer.getByRole("button", { name: "Prepare the close" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await fits(treasurer);
  await treasurer.getByRole("link", { name: "Open the reconciler" }).click();
  await treasurer.getByRole("button", { name: "Run now" }).click();
  await expect(treasurer.getByText("The books tie.")).toBeVisible();
  await expect(treasurer.getByRole("cell", { name: "ST9005" })).toBeVisible();
  await fits(treasurer);
  await treasurer.getByRole("link", { name: "Months" }).click();
  await expect(treasurer.getByText("The reconciler found no differences")).toBeVisible();
  await expect(treasurer.getByText(/^Bank is not reconciled/)).toBeVisible();
  await treasurer.getByRole("button", { name: "Prepare the close" }).press("Enter");
  await expect(treasurer.getByLabel("Your reason to close it anyway")).toBeFocused();
  await treasurer.getByLabel("Your reason to close it anyway").fill("The statement is late");
  await treasurer.getByRole("button", { name: "Prepare the close" }).press("Enter");
  await expect(treasurer.getByText("You did the first step")).toBeVisible();
  await expect(treasurer.getByText(/: The statement is late$/)).toBeVisible();
  await expect(treasurer.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await fits(treasurer);

  await closeMonth(await society.open("ST9003"));

  await treasurer.reload();
  await treasurer.getByRole("button", { name: /^Reopen/ }).click();
  await treasurer.getByRole("button", { name: "Request it" }).click();
  await expect(treasurer.getByLabel("Reason to reopen it")).toBeFocused();
  await treasurer.getByLabel("Reason to reopen it").fill("The bank was late");
  await treasurer.getByRole("button", { name: "Request it" }).click();
  await expect(treasurer.getByText("Reason: The bank was late")).toBeVisible();
});

test("the auditor searches the audit log, verifies its chain and exports its head", async ({
  society,
}) => {
  test.setTimeout(90_000);
  const auditor = await society.open("ST9006");
  await auditor.goto("/app/Audit");
  await auditor.getByRole("button", { name: "Verify the chain" }).press("Enter");
  await expect(auditor.getByText(/^All [\d,]+ records are intact/)).toBeVisible();
  await fits(auditor);
  const saved = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "Download the last digest" }).click();
  const head = await saved;
  expect(head.suggestedFilename()).toMatch(/^audit-head-\d+\.json$/);
  const kept = JSON.parse(readFileSync(await head.path(), "utf8")) as { hash: string };
  expect(kept.hash).toMatch(/^[0-9a-f]{64}$/);

  await auditor.getByLabel("Actor", { exact: true }).fill("staff:ST9006");
  await auditor.getByLabel("Action", { exact: true }).fill("looked");
  await auditor.getByLabel("Action", { exact: true }).press("Enter");
  const first = auditor.getByRole("button", { name: /^looked, Record/ }).first();
  await expect(auditor.getByRole("cell", { name: "audit.chain" }).first()).toBeVisible();
  await fits(auditor);
  await first.press("Enter");
  await expect(auditor.getByRole("alertdialog")).toContainText('"call"');
  await fits(auditor);
  await auditor.getByRole("button", { name: "Close", exact: true }).click();
  await expect(first).toBeFocused();
  await auditor.getByLabel("Actor", { exact: true }).fill("staff:NOBODY");
  await auditor.getByRole("button", { name: "Search", exact: true }).click();
  await expect(auditor.getByText("No records found")).toBeVisible();

  await auditor.goto("/app/Books?part=exports");
  await fits(auditor);
  const register = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: /^CSV, The register/ }).click();
  const members = readFileSync(await (await register).path(), "utf8");
  expect(members).toContain("MS1001,");
  await auditor.goto("/app/Staff");
  const people = auditor.waitForEvent("download");
  await auditor.getByRole("button", { name: "CSV, Staff" }).press("Enter");
  expect(readFileSync(await (await people).path(), "utf8")).toContain("ST9006,");

  await auditor.route("**/api/v1/audit", (route) => route.abort());
  await auditor.goto("/app/Audit");
  await expect(auditor.getByText("The audit log could not be loaded")).toBeVisible();
  await auditor.unroute("**/api/v1/audit");
  await auditor.getByRole("button", { name: "Retry" }).click();
  await expect(auditor.getByRole("button", { name: /^looked, Record/ }).first()).toBeVisible();
});

/** Waits until the menu's badge counts this many waiting loans, or any; returns the number. */
async function waitingLoans(page: Page, expected?: number): Promise<number> {
  const menu = page.getByRole("navigation", { name: "Menu" });
  const link = menu.getByRole("link", { name: /^Loan queue/ });
  await expect(link).toHaveText(expected === undefined ? /\d/ : `Loan queue${expected}`);
  const text = (await link.textContent()) ?? "";
  return Number(/\d+/.exec(text)?.[0]);
}

test("the menu's counts are not logged as accesses, and the audit log can hide accesses", async ({
  society,
}) => {
  test.setTimeout(90_000);
  const officer = await society.open("ST9002");
  await officer.goto("/app/Notices");
  await fits(officer);
  const before = await waitingLoans(officer);
  const auditor = await society.open("ST9006");
  await auditor.goto("/app/Audit?actor=staff%3AST9002");
  await expect(auditor.getByLabel("Actor", { exact: true })).toHaveValue("staff:ST9002");
  await expect(auditor.getByRole("cell", { name: "notices.desk" }).first()).toBeVisible();
  await expect(auditor.getByRole("cell", { name: /queue/ })).toHaveCount(0);

  await officer.goto("/app/LoanQueue?checks=met");
  await officer.locator("a[data-loan]").first().click();
  await officer.getByRole("button", { name: "Approve" }).press("Enter");
  const asked = officer.getByRole("alertdialog");
  await asked.getByRole("button", { name: "Approve" }).press("Enter");
  await expect(officer.getByText("Approved. Another officer disburses it.")).toBeVisible();
  await waitingLoans(officer, before - 1);

  await auditor.getByLabel("Show").selectOption("Without accesses");
  await expect(auditor.getByRole("button", { name: /^loan-step-approved, Record/ })).toBeVisible();
  await expect(auditor.getByRole("button", { name: /^looked, Record/ })).toHaveCount(0);
  await expect(auditor).toHaveURL(/kind=without-accesses/);
  await auditor.getByLabel("Show").selectOption("Changes only");
  await auditor.reload();
  await expect(auditor.getByLabel("Show")).toHaveValue("changes");
  await expect(auditor.getByRole("button", { name: /^loan-step-approved, Record/ })).toBeVisible();
  await expect(auditor.getByRole("button", { name: /^signed-in, Record/ })).toHaveCount(0);
  await fits(auditor);
  await auditor.getByRole("button", { name: "Clear" }).click();
  await expect(auditor).toHaveURL(/\/app\/Audit$/);
  await expect(auditor.getByLabel("Actor", { exact: true })).toHaveValue("");
  await expect(auditor.getByRole("button", { name: /^looked, Record/ }).first()).toBeVisible();
});
