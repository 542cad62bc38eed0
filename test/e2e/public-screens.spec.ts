import type { Page } from "@playwright/test";
import { expect, test } from "./portal.ts";

/** Returns the labels of the fields on the page, in order. */
async function fieldsOf(page: Page): Promise<string[]> {
  return page.getByRole("main").locator("label").allTextContents();
}

test("the landing page names the society and offers Login and Create an account", async ({
  page,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/\w+ .*Sacco/);
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "Login" })).toHaveAttribute("href", "/Login");
  const create = main.getByRole("link", { name: "Create an account" });
  await expect(create).toHaveAttribute("href", "/SignUp");
});

test("Login has the specification's fields, button and links", async ({ page }) => {
  await page.goto("/Login");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  // Plus ours, for a phone that others use too.
  const shared = "Shared phone: keep nothing on it";
  expect(await fieldsOf(page)).toEqual(["Member No", "Password", shared]);
  const forgot = page.getByRole("link", { name: "Forgot password" });
  await expect(forgot).toHaveAttribute("href", "/ChangePassword");
  await page.getByRole("link", { name: "Register now" }).click();
  await expect(page).toHaveURL("/SignUp");
});

test("Create an Account has the specification's fields, button and hint", async ({ page }) => {
  await page.goto("/SignUp");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an Account");
  const fields = ["Member No", "Mobile No", "Email", "Password", "Password Confirmation", "OTP"];
  // Plus ours, required by law.
  const notice = "I have read the privacy notice";
  const shown = (await fieldsOf(page)).map((label) => (label.startsWith(notice) ? notice : label));
  expect(shown.toSorted()).toEqual([...fields, notice].toSorted());
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toHaveAccessibleDescription("Must be at least 8 characters");
  await expect(page.getByRole("button", { name: "Send OTP" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeVisible();
});

test("Change Password has the specification's fields and buttons", async ({ page }) => {
  await page.goto("/ChangePassword");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change Password");
  expect(await fieldsOf(page)).toEqual(["Member No", "OTP", "Password", "Password Confirmation"]);
  await expect(page.getByRole("button", { name: "Send Otp" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Change Password" })).toBeVisible();
});
