import type { Page } from "@playwright/test";
import { expect, fits } from "./portal.ts";

/** Approves the only request of a kind, as the second person, once it shows what is expected. */
export async function approveRequest(page: Page, step: string, shows: string): Promise<void> {
  await page.goto("/app/Approvals");
  await page.getByRole("button", { name: `Approve: ${step}` }).press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(shows);
  await fits(page);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(page.getByText("Approved and done.")).toBeVisible();
}
