import { expect, lastCode, logIn, logOut, mobileOf, test } from "./portal.ts";

const PASSWORD = "korosho-tamu-41";

test("a new member signs up, logs in, sees what they have and logs out", async ({
  page,
  request,
  people,
}) => {
  const memberNo = people.newcomer;
  const mobile = await mobileOf(request, memberNo);

  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Sacco/);
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/SignUp");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByLabel("Member No").fill(memberNo.toLowerCase());
  await page.getByLabel("Mobile No").fill(mobile.replace("+254", "0"));
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByRole("main")).toContainText("Code sent.");
  await expect(page.getByRole("button", { name: /Send OTP again in [01]:\d\d/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await page.getByLabel("OTP", { exact: true }).fill(await lastCode(request, mobile));
  await page.getByLabel("Email").fill("mwanachama@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password Confirmation", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: /I have read the privacy notice/ }).check();
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Registration Successful")).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.getByRole("link", { name: "Login" }).click();
  await expect(page).toHaveURL("/Login");
  await logIn(page, { memberNo, password: PASSWORD });
  await expect(page.getByText("You are logged in")).toBeVisible();
  await expect(page).toHaveURL("/app");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Welcome, \w+/);
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(Object.keys(kept).toSorted()).toEqual(["access", "member"]);
  expect(kept["member"]).toBe(memberNo);

  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("status")).toContainText("You are logged out");
  // Not waited for: it would go by itself.
  expect(await page.getByText("You are logged in").count()).toBe(0);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test("a member who forgot the password sets a new one with a code", async ({
  page,
  request,
  people,
}) => {
  const memberNo = people.forgetful;
  const mobile = await mobileOf(request, memberNo);

  await page.goto("/Login");
  await page.getByRole("link", { name: "Forgot password" }).click();
  await expect(page).toHaveURL("/ChangePassword");
  // Login has a "Member No" too, and its page is still there when the address changes.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Change Password");
  await page.getByLabel("Member No").fill(memberNo);
  await page.getByRole("button", { name: "Send Otp" }).click();
  await expect(page.getByRole("main")).toContainText("Code sent.");
  await page.getByLabel("OTP", { exact: true }).fill(await lastCode(request, mobile));
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password Confirmation", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(page).toHaveURL("/");

  await page.goto("/Login");
  await logIn(page, { memberNo, password: PASSWORD });
  await expect(page).toHaveURL("/app");
});

test("a code requested again at once is rejected with the server's message", async ({
  page,
  people,
}) => {
  const ask = async (): Promise<void> => {
    await page.goto("/ChangePassword");
    await page.getByLabel("Member No").fill(people.waiting);
    await page.getByRole("button", { name: "Send Otp" }).click();
  };
  await ask();
  await expect(page.getByRole("main")).toContainText("Code sent.");
  await ask();
  await expect(page.getByRole("alert")).toContainText("You asked for a code a moment ago");
  await expect(page.getByRole("button", { name: /Send OTP again in \d/ })).toBeVisible();
  await expect(page.getByLabel("Member No")).toHaveValue(people.waiting);
});
