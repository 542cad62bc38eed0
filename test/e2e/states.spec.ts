import { expect, signedInTest as test } from "./portal.ts";

test("a slow answer shows a placeholder of the content, and a quick one does not", async ({
  page,
}) => {
  const held: (() => void)[] = [];
  await page.route("**/api/v1/member/*", async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto("/app");
  const loading = page.getByRole("status", { name: "Loading your profile" });
  await expect(loading).toBeVisible();
  for (const release of held) release();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test("details that cannot be loaded say so, and Retry loads them", async ({ page }) => {
  await page.route("**/api/v1/member/*", (route) => route.abort());
  await page.goto("/app");
  const failed = page.getByRole("alert").filter({ hasText: "We could not load your details" });
  await expect(failed).toContainText("Your money is not affected");
  await page.unroute("**/api/v1/member/*");
  await failed.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
});

test("one total that fails leaves the others in place", async ({ page }) => {
  await page.route("**/shareCapital/sumTotal/*", (route) => route.abort());
  await page.goto("/app");
  const have = page.getByRole("region", { name: "What you have" });
  await expect(have.getByRole("alert")).toContainText("Could not be loaded");
  await expect(have).toContainText(/Savings\s*Ksh [\d,]+\.\d\d/);
  await page.unroute("**/shareCapital/sumTotal/*");
  await have.getByRole("button", { name: "Retry Share Capital" }).click();
  await expect(have.getByRole("alert")).toHaveCount(0);
});

test("notices that cannot be loaded say so, on every page that has them", async ({ page }) => {
  await page.route("**/api/v1/notices", (route) => route.abort());
  for (const address of ["/Information", "/app/Notes", "/app", "/"]) {
    await page.goto(address);
    await expect(page.getByText("We could not load the notices")).toBeVisible();
  }
  await page.unroute("**/api/v1/notices");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("We could not load the notices")).toHaveCount(0);
});

test("a society without notices says what will appear here", async ({ page }) => {
  await page.route("**/api/v1/notices", (route) => route.fulfill({ json: [] }));
  await page.goto("/Information");
  await expect(page.getByText("There are no notices at the moment.")).toBeVisible();
});

test("the information page lists the five notices with the office's phone and e-mail", async ({
  page,
}) => {
  await page.goto("/Information");
  const main = page.getByRole("main");
  await expect(main.getByRole("listitem")).toHaveCount(5);
  await expect(main.locator('a[href^="tel:"]').first()).toBeVisible();
  await expect(main.locator('a[href^="mailto:"]').first()).toBeVisible();
});

test("an unknown address shows a friendly page with a link onward", async ({ page }) => {
  await page.goto("/nothing/here");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("link", { name: "Go to your profile" }).click();
  await expect(page).toHaveURL("/app");
});

test("an unknown address of the member's pages keeps the menu", async ({ page }) => {
  await page.goto("/app/Nothing");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await expect(page.getByRole("link", { name: "Go to your profile" })).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Share Statement" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Deposits/Savings Statement");
});

test("Reload without a line stays on the page of a member and says so", async ({ page }) => {
  await page.route("**/assets/later-pages-*.js", (route) => route.abort());
  await page.goto("/app/Questions");
  await expect(page.getByRole("alert")).toContainText("This page could not be loaded");
  await page.route("**", (route) => route.abort());
  const reload = page.getByRole("button", { name: "Reload" });
  await reload.click();
  await expect(page.getByText("We could not reach the Sacco.")).toBeVisible();
  await page.unrouteAll();
  await reload.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Questions and suggestions");
});

test("a part that cannot be loaded offers to reload the page", async ({ page }) => {
  await page.route("**/assets/public-*.js", (route) => route.abort());
  await page.goto("/SignUp");
  await expect(page.getByRole("alert")).toContainText("This page could not be loaded");
  await page.unroute("**/assets/public-*.js");
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create an Account");
});
