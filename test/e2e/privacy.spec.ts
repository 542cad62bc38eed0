import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { endSessionAt, expect, fits, logIn, staffPassword } from "./portal.ts";

async function openRequest(page: Page, named: string | RegExp): Promise<void> {
  await page.goto("/app/PrivacyRequests");
  await page.getByRole("link", { name: named }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Request no\. \d+$/);
}

async function answer(page: Page, words: string, press: string): Promise<void> {
  await page.getByLabel("Answer to the member").fill(words);
  await page.getByRole("button", { name: press }).click();
  await expect(page.getByText("This request is closed.")).toBeVisible();
}

test("a member reads the notice, downloads all, asks; two people correct the register", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const member = await society.open("MS1001");
  await member.goto("/Privacy");
  await expect(member.getByRole("heading", { name: "Who keeps your data" })).toBeVisible();
  await fits(member);

  await member.goto("/app");
  await member.getByRole("button", { name: "Read and confirm" }).click();
  await fits(member);
  await member.getByRole("button", { name: "I have read it" }).click();
  await expect(member.getByRole("button", { name: "Read and confirm" })).toHaveCount(0);

  await member.getByRole("link", { name: "Privacy", exact: true }).click();
  await expect(member.getByText(/^You confirmed version 1 on/)).toBeVisible();
  for (const format of ["JSON", "PDF"]) {
    const saved = member.waitForEvent("download");
    await member.getByRole("button", { name: `Download ${format}` }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^MS1001-personal-data-\d{4}-\d\d-\d\d\.(json|pdf)$/);
    const content = await readFile(await file.path(), "utf8");
    if (format === "PDF") expect(content.startsWith("%PDF-")).toBe(true);
    else expect(Object.keys((JSON.parse(content) as { held: object }).held)).toContain("entries");
  }

  await member.getByRole("button", { name: "Send the request" }).click();
  const should = member.getByLabel("What should it say?");
  await expect(should).toHaveAccessibleDescription("Please fill this in.");
  await should.fill("Wanjiru Njeri Otieno");
  await fits(member);
  await member.getByRole("button", { name: "Send the request" }).click();
  await expect(member.getByText(/^7 days left, until/)).toBeVisible();

  const clerk = await society.open("ST9001");
  await openRequest(clerk, "Correction: Name");
  await clerk.getByRole("button", { name: "Start" }).click();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Prepare for approval" }).click();
  const own = "You recorded or prepared this, so another person must approve it.";
  await expect(clerk.getByText(own)).toBeVisible();

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/PrivacyRequests");
  await expect(treasurer.getByText(/^1 open, 0 late$/)).toBeVisible();
  await fits(treasurer);
  await openRequest(treasurer, "Correction: Name");
  await expect(treasurer.getByText("Wanjiru Njeri Otieno")).toBeVisible();
  await fits(treasurer);
  // The typed answer outlives a session that ends meanwhile.
  const reads = treasurer.getByLabel("Answer to the member");
  await reads.fill("Corrected as on your ID card");
  await endSessionAt(treasurer, "**/api/v1/privacy-requests/*/approval");
  await treasurer.getByRole("button", { name: "Approve and carry out" }).click();
  await expect(treasurer.getByText("Your session has ended.")).toBeVisible();
  await logIn(treasurer, { memberNo: "ST9005", password: staffPassword });
  await expect(reads).toHaveValue("Corrected as on your ID card");
  await treasurer.getByRole("button", { name: "Approve and carry out" }).click();
  await expect(treasurer.getByText("This request is closed.")).toBeVisible();

  await member.reload();
  await expect(member.getByText("Corrected as on your ID card")).toBeVisible();
  await member.goto("/app");
  await expect(member.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome, Wanjiru Njeri Otieno",
  );
});

test("two people erase what can be erased; a paper request is recorded and rejected", async ({
  society,
}) => {
  test.setTimeout(60_000);
  const member = await society.open("MS1002");
  await member.goto("/app/Privacy");
  await member
    .getByLabel("What would you like to ask for?")
    .selectOption("Erase data the Sacco does not need");
  await expect(member.getByText(/^The office answers within 14 days\./)).toBeVisible();
  await member.getByRole("button", { name: "Send the request" }).click();
  await expect(member.getByText(/^14 days left, until/)).toBeVisible();

  const clerk = await society.open("ST9001");
  await openRequest(clerk, "Erasure");
  await expect(clerk.getByText("Kept during membership").first()).toBeVisible();
  await clerk.getByRole("button", { name: "Start" }).click();
  await clerk.getByRole("button", { name: "Prepare for approval" }).click();
  await expect(clerk.getByRole("alert")).toHaveText("Please fill this in.");
  await clerk.getByRole("checkbox", { name: "Next of kin" }).check();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Prepare for approval" }).click();
  await expect(clerk.getByText("To be erased: Next of kin.")).toBeVisible();

  const administrator = await society.open("ST9003");
  await openRequest(administrator, "Erasure");
  await answer(administrator, "Your next of kin are erased", "Approve and carry out");
  await member.reload();
  await expect(member.getByText("Your next of kin are erased")).toBeVisible();

  await clerk.getByRole("link", { name: "All requests" }).click();
  await clerk.getByRole("link", { name: "Record a paper request" }).click();
  await clerk.getByLabel("Member No").fill("MS1003");
  await clerk.getByLabel("Received on").fill("2026-01-05");
  await clerk
    .getByLabel("What would you like to ask for?")
    .selectOption("See my data at the office");
  await fits(clerk);
  await clerk.getByRole("button", { name: "Record it" }).click();
  await expect(clerk.getByText(/days late; it was due on/)).toBeVisible();
  await clerk.getByRole("button", { name: "Refuse" }).click();
  const question = clerk.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await fits(clerk);
  await question.getByLabel("Legal ground").selectOption("The identity is not confirmed");
  await question.getByLabel("Answer to the member").fill("Bring your ID card");
  await question.getByRole("button", { name: "Refuse" }).click();
  await expect(clerk.getByText("This request is closed.")).toBeVisible();
});
