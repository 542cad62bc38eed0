import type { Locator, Page } from "@playwright/test";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** The rule in the list; the message that it is set has the same text for a while. */
const setRule = (page: Page): Locator =>
  page.getByRole("listitem").filter({ hasText: "Sessions: 60 days from" });

test("the administrator sets a retention rule, after a preview of what it deletes first", async ({
  society,
}) => {
  const administrator = await society.open("ST9003");
  await administrator.goto("/app/Settings");
  await administrator.getByRole("link", { name: "Data kept" }).press("Enter");
  const amount = administrator.getByLabel("Period", { exact: true });
  const look = administrator.getByRole("button", { name: "Preview the effect" });
  await look.press("Enter");
  await expect(amount).toBeFocused();
  await amount.fill("6");
  await amount.press("Enter");
  await expect(administrator.getByText("Use at least the period shown here")).toBeVisible();
  await fits(administrator);

  await administrator.getByLabel("Data", { exact: true }).selectOption({ label: "Sessions" });
  await amount.fill("60");
  await amount.press("Enter");
  const dialog = administrator.getByRole("alertdialog");
  await expect(dialog).toContainText("Sessions: 60 days");
  await fits(administrator);
  await dialog.getByRole("button", { name: "Set the rule" }).press("Enter");
  await expect(administrator.getByText("The rule was set")).toBeVisible();
  await expect(amount).toHaveValue("");
  await expect(setRule(administrator)).toContainText("Scheduled");

  const auditor = await society.open("ST9006");
  await auditor.goto("/app/Settings?part=retention");
  await expect(setRule(auditor)).toContainText("Scheduled");
  await expect(auditor.getByLabel("Period", { exact: true })).toHaveCount(0);
});

test(
  "the card of a case ends with its actions",
  { tag: "@both" },
  async ({ society, isMobile }) => {
    const clerk = await society.open("ST9001");
    await clerk.goto("/app/Questions?search=counter");
    await clerk.locator("a[data-case]").first().click();
    await expect(clerk.getByRole("button", { name: "Conclude" })).toBeVisible();
    // Shortcuts are for people with a keyboard; on a phone nothing replaces them.
    await expect(clerk.getByRole("button", { name: "Turn off keyboard shortcuts" })).toBeVisible({
      visible: !isMobile,
    });
    const below = await clerk.getByRole("button", { name: "Conclude" }).evaluate((button) => {
      const card = button.closest("section");
      return (card?.getBoundingClientRect().bottom ?? 0) - button.getBoundingClientRect().bottom;
    });
    expect(below).toBeGreaterThan(0);
    if (isMobile) expect(below).toBeLessThan(24);
  },
);
