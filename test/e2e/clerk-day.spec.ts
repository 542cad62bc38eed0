import type { Page } from "@playwright/test";
import { pressOn, tabTo } from "./keyboard.ts";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** Fills fields one after the other; an empty value leaves its field as it is. */
async function typeOn(page: Page, values: readonly string[]): Promise<void> {
  for (const value of values) {
    if (value !== "") await page.keyboard.type(value);
    await page.keyboard.press("Tab");
  }
}

async function openFromMenu(page: Page, name: string | RegExp): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Menu" });
  await pressOn(page, menu.getByRole("link", { name }));
}

/** Confirms a dialog, whose focus starts on the safe answer. */
async function agree(page: Page, yes: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Not now" })).toBeFocused();
  await fits(page);
  await pressOn(page, question.getByRole("button", { name: yes }));
  await expect(question).toHaveCount(0);
}

async function register(clerk: Page): Promise<string> {
  await openFromMenu(clerk, "Members");
  await pressOn(clerk, clerk.getByRole("link", { name: "Add member" }));
  await tabTo(clerk, clerk.getByLabel("Name", { exact: true }));
  await typeOn(clerk, ["Zawadi Mwikali Mutua", "39104482", "F", "29", "Kasarani", "0799 123 456"]);
  await typeOn(clerk, ["zawadi@example.com"]);
  await clerk.keyboard.type("2500");
  await fits(clerk);
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByRole("heading", { name: "Data submitted successfully" })).toBeFocused();
  await fits(clerk);
  return (await clerk.getByText(/^MS\d+$/).textContent()) ?? "";
}

async function requestChange(clerk: Page): Promise<void> {
  await pressOn(clerk, clerk.getByRole("link", { name: "Open record" }));
  await pressOn(clerk, clerk.getByRole("button", { name: "Request a change" }));
  await tabTo(clerk, clerk.getByLabel("New mobile"));
  await clerk.keyboard.type("0799 654 321");
  await tabTo(clerk, clerk.getByLabel("How did you check the member's identity?"));
  await clerk.keyboard.type("ID");
  await tabTo(clerk, clerk.getByLabel("Reason for the change"));
  await clerk.keyboard.type("Lost the old phone");
  await fits(clerk);
  const question = clerk.getByRole("alertdialog");
  await pressOn(clerk, question.getByRole("button", { name: "Request it" }));
  await expect(question).toHaveCount(0);
}

async function sendImport(clerk: Page): Promise<void> {
  await openFromMenu(clerk, "Import");
  await fits(clerk);
  await pressOn(clerk, clerk.getByRole("link", { name: "New import" }));
  await tabTo(clerk, clerk.getByLabel("Contents of the file"));
  await clerk.keyboard.type("Entries");
  const csv = "member_no,value_date,kind,amount\nMS1009,2024-02-01,deposit,1500\n";
  const asked = clerk.waitForEvent("filechooser");
  await pressOn(clerk, clerk.getByLabel("File", { exact: true }));
  const chosen = { name: "till.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  await (await asked).setFiles(chosen);
  await pressOn(clerk, clerk.getByRole("button", { name: "Upload the file" }));
  await pressOn(clerk, clerk.getByRole("button", { name: "Check the file" }));
  await fits(clerk);
  await pressOn(clerk, clerk.getByRole("button", { name: "Send for checking" }));
  await expect(clerk.getByText("Waiting for another person to post it.")).toBeVisible();
  await fits(clerk);
}

async function answerCase(clerk: Page): Promise<void> {
  await openFromMenu(clerk, /^Suggestions/);
  const first = clerk.locator("a[data-case]").first();
  await expect(first).toBeVisible();
  await clerk.keyboard.press("j");
  await expect(first).toBeFocused();
  await clerk.keyboard.press("Enter");
  const reply = clerk.getByLabel("Reply to the member");
  await expect(reply).toBeVisible();
  await clerk.keyboard.press("r");
  await expect(reply).toBeFocused();
  await clerk.keyboard.type("We look into it today.");
  await clerk.keyboard.press("Tab");
  await clerk.keyboard.press("Enter");
  await expect(clerk.getByText("Reply sent.")).toBeVisible();
  await fits(clerk);
}

/** The change waits for another person than the clerk; they see who requested it and how. */
async function approveChange(treasurer: Page, memberNo: string): Promise<void> {
  await openFromMenu(treasurer, /^Contact changes/);
  const waiting = treasurer.getByRole("listitem").filter({ hasText: memberNo });
  await fits(treasurer);
  await pressOn(treasurer, waiting.getByRole("button", { name: /^Approve/ }));
  await agree(treasurer, "Yes, approve");
  await expect(waiting).toHaveCount(0);
}

async function reconcile(treasurer: Page): Promise<void> {
  await openFromMenu(treasurer, "Books");
  await pressOn(treasurer, treasurer.getByRole("link", { name: "Reconciler" }));
  await pressOn(treasurer, treasurer.getByRole("button", { name: "Run now" }));
  await expect(treasurer.getByText("The books tie.")).toBeVisible();
  await fits(treasurer);
}

/** The demo leaves lines of the statements open, so that each of the two gives a reason. */
async function closeMonth(clerk: Page, treasurer: Page): Promise<void> {
  await openFromMenu(clerk, "Books");
  await pressOn(clerk, clerk.getByRole("link", { name: "Months" }));
  await pressOn(clerk, clerk.getByRole("button", { name: "Prepare the close" }));
  await expect(clerk.getByLabel("Your reason to close it anyway")).toBeFocused();
  await clerk.keyboard.type("The bank promised to explain its charge");
  await pressOn(clerk, clerk.getByRole("button", { name: "Prepare the close" }));
  await expect(clerk.getByText("You did the first step")).toBeVisible();
  await fits(clerk);
  await pressOn(treasurer, treasurer.getByRole("link", { name: "Months" }));
  await pressOn(treasurer, treasurer.getByRole("button", { name: /^Approve/ }));
  const question = treasurer.getByRole("alertdialog");
  await tabTo(treasurer, question.getByLabel("Your reason to close it anyway"));
  await treasurer.keyboard.type("I saw the charge on the bank's page");
  await fits(treasurer);
  await pressOn(treasurer, question.getByRole("button", { name: "Yes, close it" }));
  await expect(question).toHaveCount(0);
  await expect(treasurer.getByText("No month to close")).toBeVisible();
  await fits(treasurer);
}

test("a clerk works by keyboard alone, with another member of staff where two are needed", async ({
  society,
}) => {
  test.setTimeout(150_000);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app");
  const memberNo = await register(clerk);
  await requestChange(clerk);
  await sendImport(clerk);
  await answerCase(clerk);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app");
  await approveChange(treasurer, memberNo);
  await reconcile(treasurer);
  await closeMonth(clerk, treasurer);
});
