import type { Page } from "@playwright/test";
import { expect, fits, openSession, staffPassword, test as base } from "./portal.ts";

const test = base.extend<object, { desk: Awaited<ReturnType<typeof openSession>> }>({
  desk: [
    async ({ playwright }, use, { project }) => {
      const context = await playwright.request.newContext({ baseURL: project.use.baseURL ?? "" });
      await use(await openSession(context, { memberNo: "ST9003", password: staffPassword }));
      await context.dispose();
    },
    { scope: "worker" },
  ],
  storageState: async ({ desk }, use) => use(desk),
});

test.describe.configure({ mode: "serial" });

// Days far ahead, one for each screen size, so that no test running alongside is affected.
const DAY = "2099-01-01";
const SHOWN_DAY = "1 Jan 2099";

async function openPolicy(page: Page): Promise<void> {
  await page.goto("/app/LoanPolicy");
  await page.getByRole("heading", { name: "In force now" }).waitFor();
}

/** Confirms a dialog; confirms again where the test of the other screen size was first. */
async function agree(page: Page, day: string): Promise<void> {
  const submit = page.locator("form").getByRole("button", { name: "Set policy" });
  const question = page.getByRole("alertdialog");
  const coming = page.getByRole("region", { name: "Scheduled" });
  await expect(async () => {
    if (!(await coming.innerText()).includes(day)) {
      await submit.click();
      await question.getByRole("button", { name: "Set policy" }).click({ timeout: 2000 });
    }
    await expect(coming).toContainText(day, { timeout: 4000 });
  }).toPass({ timeout: 30_000 });
}

test("a policy for a future day is set after a preview of its effect, and withdrawn", async ({
  page,
}) => {
  await openPolicy(page);
  await page.getByRole("button", { name: "Add a tier" }).press("Enter");
  const second = page.getByRole("group", { name: /^Tier 2/ });
  await second.getByLabel("Up to").fill("20 000");
  await second.getByLabel("Percent").fill("5");
  const table = page.getByRole("table", { name: /^Sample amounts/ });
  const row = table.getByRole("row").filter({ hasText: "6,500.00" });
  await expect(row).toContainText("292.50");
  await expect(row).toContainText("325.00");
  await expect(row).toContainText("32.50 more");
  await expect(page.getByText("20,001.00 would cost 900.05")).toBeVisible();
  await page.getByLabel("Another amount").fill("12,345");
  await expect(table.getByRole("row").filter({ hasText: "12,345.00" })).toContainText("617.25");
  await page.getByLabel("Guarantors cover the part above deposits").uncheck();
  await page.getByLabel("Days of grace").fill("10");
  await page.getByLabel("Applies from").fill(DAY);
  // Elements fixed to the screen's edges must not cover half of a checked field.
  await page.getByRole("heading", { level: 1 }).scrollIntoViewIfNeeded();
  await fits(page);

  const submit = page.locator("form").getByRole("button", { name: "Set policy" });
  await submit.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Continue editing" })).toBeFocused();
  await expect(question).toContainText("Fee up to 20,000.00: 5 %");
  await expect(question).toContainText("Guarantors: cover the part above deposits → not used");
  await expect(question).toContainText("5 days after it was due → 10 days after it was due");
  await page.keyboard.press("Escape");
  await expect(submit).toBeFocused();
  await agree(page, SHOWN_DAY);

  const coming = page.getByRole("region", { name: "Scheduled" });
  const mine = coming.locator("div").filter({ hasText: SHOWN_DAY }).first();
  await expect(mine).toContainText("Set by Amina Hassan Abdi");
  await fits(page);
  await mine.getByRole("button", { name: "Withdraw" }).press("Enter");
  await question.getByRole("button", { name: "Withdraw it" }).click();
  await expect(coming).not.toContainText(SHOWN_DAY);
  const past = page.locator("details").filter({ hasText: SHOWN_DAY }).first();
  await past.locator("summary").press("Enter");
  await expect(past).toContainText("Withdrawn by Amina Hassan Abdi");
});

test("a problem of a policy appears next to its field, and nothing typed is lost", async ({
  page,
}) => {
  await openPolicy(page);
  await page.getByLabel("Maximum loan").fill("50");
  await page.getByLabel("Percent").first().fill("four");
  await page.getByLabel("Months of membership").waitFor({ state: "hidden" });
  await page.getByLabel("Minimum membership").check();
  await page.getByLabel("Months of membership").fill("0");
  await page.getByLabel("Days of grace").fill("91");
  await page.locator("form").getByRole("button", { name: "Set policy" }).press("Enter");
  await expect(page.getByLabel("Percent").first()).toBeFocused();
  await expect(page.getByText("Use a rate from 0 to 100")).toBeVisible();
  await expect(page.getByText("Use at least the minimum loan: 500.00.")).toBeVisible();
  await expect(page.getByText("Use whole months from 1 to 1200.")).toBeVisible();
  await expect(page.getByText("Use whole days from 0 to 90.")).toBeVisible();
  await expect(page.getByText("The figures appear here once every field is valid.")).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await expect(page.getByLabel("Mkopo mkubwa zaidi")).toHaveValue("50");
  await expect(page.getByText("Andika miezi kamili kuanzia 1 hadi 1200.")).toBeVisible();
  await page.getByRole("button", { name: "English" }).click();
});

test("a member is barred from borrowing, and taken off the list with a reason", async ({
  page,
}) => {
  const memberNo = "MS1009";
  await openPolicy(page);
  const list = page.getByRole("region", { name: "Barred from borrowing" });
  await list.getByRole("button", { name: "Add to the list" }).press("Enter");
  await expect(list.getByLabel("Member No")).toBeFocused();
  await list.getByLabel("Member No").fill(memberNo);
  await list.getByLabel("Reason").fill("In arrears");
  await list.getByRole("button", { name: "Add to the list" }).click();
  const row = list.getByRole("row").filter({ hasText: memberNo });
  await expect(row).toContainText("In arrears");
  await fits(page);
  await row.getByRole("button", { name: /^Remove/ }).press("Enter");
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(question.getByLabel("Reason")).toBeFocused();
  await fits(page);
  await question.getByLabel("Reason").fill("Paid up");
  await question.getByLabel("Reason").press("Enter");
  await expect(row).toHaveCount(0);
  await list.locator("summary").press("Enter");
  await expect(list.getByText("Paid up").first()).toBeVisible();
});
