import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const inDialog = (page: Page, name: string) =>
  page.getByRole("alertdialog").getByRole("button", { name });

async function suspend(page: Page, reason: string): Promise<void> {
  await page.goto("/app/MemberRecord?member=MS1011");
  await page.getByRole("button", { name: "Suspend" }).click();
  await page.getByLabel("Reason").fill(reason);
  await inDialog(page, "Yes, suspend").click();
  await expect(page.getByText("Suspended", { exact: true })).toBeVisible();
}

async function askToLift(page: Page): Promise<void> {
  await page.goto("/app/MemberRecord?member=MS1011");
  await page.getByRole("button", { name: "Lift the suspension" }).click();
  await page.getByLabel("Reason").fill("Has another phone");
}

test("a suspension newer than the one on the page is shown before it is lifted", async ({
  society,
}) => {
  test.slow();
  const clerk = await society.open("ST9001");
  await suspend(clerk, "The phone was stolen");
  const treasurer = await society.open("ST9005");
  await askToLift(treasurer);
  const administrator = await society.open("ST9003");
  await askToLift(administrator);
  await inDialog(administrator, "Yes, lift it").click();
  await expect(administrator.getByText("Suspended", { exact: true })).toHaveCount(0);
  await suspend(clerk, "Suspected fraud");

  await inDialog(treasurer, "Yes, lift it").click();
  const reason = treasurer.getByRole("row", { name: /^Reason for suspension/ });
  await expect(reason).toContainText("The phone was stolen");
  await expect(reason).toContainText("Suspected fraud");
  await fits(treasurer);
  await inDialog(treasurer, "Yes, lift it").click();
  await expect(treasurer.getByText("Suspended", { exact: true })).toHaveCount(0);
});

async function openErasure(page: Page): Promise<void> {
  await page.goto("/app/PrivacyRequests");
  await page.getByRole("link", { name: "Erasure" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Request no\. \d+$/);
}

async function prepare(page: Page, parts: readonly string[]): Promise<void> {
  for (const name of parts) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Prepare for approval" }).click();
  await expect(page.getByText(`To be erased: ${parts.join(", ")}.`)).toBeVisible();
}

test("an erasure larger than the one on the page is shown before it is approved", async ({
  society,
}) => {
  test.slow();
  const member = await society.open("MS1002");
  await member.goto("/app/Privacy");
  await member
    .getByLabel("What would you like to ask for?")
    .selectOption("Erase data the Sacco does not need");
  await member.getByRole("button", { name: "Send the request" }).click();
  await expect(member.getByText(/^14 days left, until/)).toBeVisible();
  const clerk = await society.open("ST9001");
  await openErasure(clerk);
  await clerk.getByRole("button", { name: "Start" }).click();
  await prepare(clerk, ["Next of kin"]);
  const treasurer = await society.open("ST9005");
  await openErasure(treasurer);
  await treasurer.getByLabel("Answer to the member").fill("Your next of kin are erased");
  const administrator = await society.open("ST9003");
  await openErasure(administrator);
  await administrator.getByRole("button", { name: "Return it" }).click();
  await expect(administrator.getByRole("button", { name: "Return it" })).toHaveCount(0);
  await openErasure(clerk);
  await prepare(clerk, ["Email", "Next of kin"]);

  await treasurer.getByRole("button", { name: "Approve and carry out" }).click();
  const erased = treasurer.getByRole("row", { name: /^To be erased/ });
  await expect(erased).toContainText("Email, Next of kin");
  await fits(treasurer);
  await treasurer.getByRole("button", { name: "Approve and carry out" }).click();
  await expect(treasurer.getByText("This request is closed.")).toBeVisible();
});
