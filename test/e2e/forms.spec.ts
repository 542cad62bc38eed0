import { expect, logIn, test } from "./portal.ts";

test("Login works with the keyboard alone", async ({ page, visitor }) => {
  await page.goto("/Login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const press = async (key: string, times = 1): Promise<void> => {
    for (let count = 0; count < times; count += 1) await page.keyboard.press(key);
  };
  await press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the content" })).toBeFocused();
  await press("Tab", 4);
  await expect(page.getByLabel("Member No")).toBeFocused();
  await page.keyboard.type(visitor.memberNo.toLowerCase());
  await press("Tab");
  await page.keyboard.type(visitor.password);
  await press("Tab");
  await expect(page.getByRole("button", { name: /^Show: / })).toBeFocused();
  await press("Enter");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await press("Shift+Tab");
  await press("Enter");
  await expect(page).toHaveURL("/app");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("an empty Login shows what to enter, at each field", async ({ page }) => {
  await page.goto("/Login");
  await page.getByRole("button", { name: "Log in" }).click();
  const memberNo = page.getByLabel("Member No");
  await expect(memberNo).toBeFocused();
  await expect(memberNo).toHaveAccessibleDescription("Please input your Member No!");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(
    "Please input your Password!",
  );
});

test("an impossible member number is reported beside its field at Login", async ({ page }) => {
  await page.goto("/Login");
  await logIn(page, { memberNo: "9".repeat(300), password: "not-the-one" });
  const memberNo = page.getByLabel("Member No");
  await expect(memberNo).toHaveAccessibleDescription(/member number, for example/);
  await expect(memberNo).toBeFocused();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a rejected Login shows the server's message and keeps what was typed", async ({ page }) => {
  await page.goto("/Login");
  await logIn(page, { memberNo: "XX404", password: "not-the-one" });
  await expect(page.getByRole("alert")).toHaveText(/member number or the password is wrong/);
  await expect(page.getByLabel("Member No")).toHaveValue("XX404");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("not-the-one");
  expect(await page.evaluate(() => localStorage.getItem("access"))).toBeNull();
});

test("a Login without an answer says so, keeps what was typed and works again", async ({
  page,
  visitor,
}) => {
  await page.goto("/Login");
  await page.route("**/auth/authenticate", (route) => route.abort());
  await logIn(page, visitor);
  await expect(page.getByRole("alert")).toContainText("We could not reach the Sacco");
  await page.unroute("**/auth/authenticate");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/app");
});

test("an answer without a message is shown in the specification's words", async ({
  page,
  visitor,
}) => {
  await page.route("**/auth/authenticate", (route) => route.fulfill({ status: 502, body: "" }));
  await page.goto("/Login");
  await logIn(page, visitor);
  await expect(page.getByRole("alert")).toHaveText(
    "There was an error signing in. Please contact Admin for assistance",
  );
});

test("sign-up marks each wrong field and loses nothing that was typed", async ({ page }) => {
  await page.goto("/SignUp");
  await page.getByLabel("Member No").fill("MS 1010");
  await page.getByLabel("Mobile No").fill("12345");
  await page.getByLabel("OTP", { exact: true }).fill("12 34");
  await page.getByLabel("Email").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByLabel("Password Confirmation", { exact: true }).fill("shorter");
  await page.getByRole("button", { name: "Sign Up" }).click();
  const described: [string, string, string | RegExp][] = [
    ["Member No", "MS 1010", /member number, for example/],
    ["Mobile No", "12345", /Kenyan mobile number/],
    ["OTP", "1234", "The code has 6 digits."],
    ["Email", "nobody", /email address, for example/],
    ["Password", "short", "Must be at least 8 characters"],
    ["Password Confirmation", "shorter", "Passwords don't match"],
  ];
  for (const [label, value, words] of described) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveValue(value);
    await expect(field).toHaveAccessibleDescription(words);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  const notice = page.getByRole("checkbox", { name: /privacy notice/ });
  await expect(notice).toHaveAccessibleDescription("Read the privacy notice, then tick this box.");
  await expect(page.getByLabel("Member No")).toBeFocused();
});

test("the same write keeps its idempotency key until it is answered", async ({ page }) => {
  const keys: (string | undefined)[] = [];
  await page.route("**/auth/registerOtp", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await route.abort();
  });
  await page.goto("/ChangePassword");
  await page.getByLabel("Member No").fill("XX405");
  const send = page.getByRole("button", { name: "Send Otp" });
  await send.click();
  await expect(page.getByRole("alert")).toContainText("We could not reach the Sacco");
  await send.click();
  await expect.poll(() => keys.length).toBe(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

test("a code is valid for five minutes and the page says when it has expired", async ({ page }) => {
  await page.clock.install();
  await page.route("**/auth/registerOtp", (route) =>
    route.fulfill({ json: { code: 200, message: "Otp Sent Successful" } }),
  );
  await page.goto("/ChangePassword");
  await page.getByRole("button", { name: "Send Otp" }).click();
  await expect(page.getByLabel("Member No")).toHaveAccessibleDescription(
    "Please input your Member No!",
  );
  await page.getByLabel("Member No").fill("XX406");
  await page.getByRole("button", { name: "Send Otp" }).click();
  await expect(page.getByRole("button", { name: /Send OTP again in / })).toBeVisible();
  await page.clock.fastForward("01:01");
  await expect(page.getByRole("button", { name: "Send OTP again", exact: true })).toBeVisible();
  await page.clock.fastForward("04:00");
  await expect(page.getByText("That code has expired.")).toBeVisible();
});

test("the message about a code is cleared by an error, and an error by a sent code", async ({
  page,
}) => {
  await page.clock.install();
  await page.route("**/auth/registerOtp", (route) =>
    route.fulfill({ json: { code: 200, message: "Otp Sent Successful", againSeconds: 60 } }),
  );
  await page.route("**/auth/changePassword", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/ChangePassword");
  await page.getByLabel("Member No").fill("XX407");
  await page.getByRole("button", { name: "Send Otp" }).click();
  const sent = page.getByText("Code sent.");
  await expect(sent).toBeVisible();
  await page.getByLabel("OTP").fill("123456");
  await page.getByLabel("Password", { exact: true }).fill("Tausi-2026-maji");
  await page.getByLabel("Password Confirmation", { exact: true }).fill("Tausi-2026-maji");
  await page.getByRole("button", { name: "Change Password" }).click();
  const alert = page.getByText("Something went wrong on our side.");
  await expect(alert).toBeVisible();
  await expect(sent).toHaveCount(0);
  // A correction is no reason to announce the same code again.
  await page.getByLabel("OTP").fill("654321");
  await expect(alert).toHaveCount(0);
  await expect(sent).toHaveCount(0);
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(alert).toBeVisible();
  await page.clock.fastForward("01:01");
  await page.getByRole("button", { name: "Send OTP again", exact: true }).click();
  await expect(sent).toBeVisible();
  await expect(alert).toHaveCount(0);
  await expect(page.getByLabel("OTP")).toHaveValue("");
});
