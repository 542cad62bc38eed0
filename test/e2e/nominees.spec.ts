import { expect, fits, lastCode, mobileOf, violations } from "./portal.ts";
import { test } from "./own-society.ts";

test("a member changes their nominees by a code, and the office sees the old list", async ({
  society,
}) => {
  const page = await society.open("MS1002");
  await page.goto("/app/MySettings");
  await page.getByRole("link", { name: "See or change them" }).click();
  await expect(page.getByText("Grace Achieng Owino").first()).toBeVisible();
  await fits(page);
  const first = page.getByRole("group", { name: "Nominee 1" });
  const second = page.getByRole("group", { name: "Nominee 2" });
  const name = first.getByLabel("Name");
  const known = await name.inputValue();
  await name.fill("A".repeat(300));
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/2 to 100/);
  await name.fill(known);
  await first.getByLabel("Relation").fill("Wife");
  await first.getByLabel("Share, %").fill("60");
  await second.getByLabel("Relation").fill("Son");
  await second.getByLabel("Share, %").fill("30");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(first.getByLabel("Share, %")).toBeFocused();
  await expect(page.getByText("The shares add up to 90 % so far.")).toBeVisible();
  await expect(second.getByLabel("Relation")).toHaveValue("Son");
  expect(await violations(page)).toEqual([]);
  await second.getByLabel("Share, %").fill("40");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Change your nominees to these?" })).toBeFocused();
  await page.getByRole("button", { name: /^Send code to/ }).press("Enter");
  await expect(page.getByText("Code sent.")).toBeVisible();
  const mobile = await mobileOf(society.request, "MS1002");
  await page.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  await fits(page);
  await page.getByRole("button", { name: "Change my nominees" }).press("Enter");
  await expect(page.getByText("Son, 40 %")).toBeVisible();

  const officer = await society.open("ST9002");
  await officer.goto("/app/MemberRecord?member=MS1002");
  const changes = officer.getByRole("region", { name: "Changes of nominees" });
  await expect(changes).toContainText("Son, 40 %");
  await expect(changes).toContainText("Before");
  expect(await violations(officer)).toEqual([]);
});

test("a member confirms their number on the page of the nominees", async ({ society }) => {
  const page = await society.open("MS1001");
  await page.goto("/app/MySettings?part=nominees");
  await page.getByRole("button", { name: "Confirm my number" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Send OTP" }).press("Enter");
  const mobile = await mobileOf(society.request, "MS1001");
  const sent = dialog.getByText("Code sent.");
  await expect(sent).toBeVisible();
  await dialog.getByLabel("OTP").fill("12");
  await dialog.getByRole("button", { name: "Confirm", exact: true }).press("Enter");
  await expect(dialog.getByLabel("OTP")).toHaveAttribute("aria-invalid", "true");
  await expect(sent, "an error is shown").toHaveCount(0);
  await dialog.getByLabel("OTP").fill(await lastCode(society.request, mobile));
  await dialog.getByRole("button", { name: "Confirm", exact: true }).press("Enter");
  await expect(page.getByRole("group", { name: "Nominee 1" })).toBeVisible();
});

test("shares are shown as they will be kept, and what is missing is named", async ({ society }) => {
  const page = await society.open("MS1002");
  await page.goto("/app/MySettings?part=nominees");
  const first = page.getByRole("group", { name: "Nominee 1" });
  const second = page.getByRole("group", { name: "Nominee 2" });
  const share = first.getByLabel("Share, %");
  const go = () => page.getByRole("button", { name: "Continue" }).press("Enter");
  for (const group of [first, second]) {
    for (const label of ["Name", "Relation", "Share, %"]) await group.getByLabel(label).fill("");
  }
  await go();
  await expect(first.getByLabel("Name")).toHaveAccessibleDescription("Please fill this in.");
  await first.getByLabel("Name").fill("Grace Achieng Owino");
  await share.fill("33.333");
  await go();
  await expect(first.getByLabel("Relation")).toHaveAccessibleDescription(
    /or leave all three empty/,
  );
  await expect(share).toHaveAccessibleDescription("Use a share from 0.01 to 100, such as 33.33.");
  await first.getByLabel("Relation").fill("Wife");
  await share.fill("100 %");
  await go();
  await expect(page.getByText("Grace Achieng Owino, Wife, 100 %", { exact: true })).toBeVisible();
  await fits(page);
});
