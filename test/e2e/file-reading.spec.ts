import type { Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

test("a payroll file is previewed as it is read, mapped, and its repeated line confirmed", async ({
  society,
}) => {
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/CheckOff?file=new");
  const payroll = [
    "UZIMA HOSPITAL DEDUCTIONS;;;",
    "Staff;Who;Taken (KES);Why",
    "MS1009;Otieno;1,500.00;deposits",
    "MS1009;Otieno;1,500.00;deposits",
    "MS1012;Wanjiku;0.00;",
    "TOTAL;;3,000.00;",
  ].join("\n");
  await clerk.getByLabel("Month").fill("2026-03");
  await clerk.getByLabel("Declared by the employer").fill("3000");
  await choose(clerk, "march.csv", payroll);
  await expect(clerk.getByText("Text with semicolons, in UTF-8.")).toBeVisible();
  await clerk.getByText("Rows that are skipped").click();
  await expect(clerk.getByText("Row 6: a row of totals")).toBeVisible();
  await clerk.getByRole("button", { name: "Upload and match" }).click();
  await expect(clerk.getByText("Choose the column of your file that has this.")).toHaveCount(2);
  await clerk.getByLabel("Member number").selectOption({ label: "A: Staff" });
  await clerk.getByLabel("Amount").selectOption({ label: "C: Taken (KES)" });
  await clerk.getByLabel("Note").selectOption({ label: "D: Why" });
  await fits(clerk);
  await clerk.getByRole("button", { name: "Upload and match" }).click();
  await clerk.getByLabel(/repeated lines are correct/).check();
  await clerk.getByRole("button", { name: "Upload and match" }).click();
  await expect(clerk.getByText("Control totals")).toBeVisible();
  await expect(clerk.getByText("Listed twice: the same as row 3")).toBeVisible();
  await fits(clerk);
});
