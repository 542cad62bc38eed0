import { expect, fits, signedInTest as test } from "./portal.ts";

test("each card of the privacy page names what could not be loaded", async ({ page }) => {
  await page.route(/\/api\/v1\/privacy(-notice)?$/, (route) => route.abort());
  await page.goto("/app/Privacy");
  for (const [card, failed] of [
    ["Your requests", "Your requests could not be loaded"],
    ["The privacy notice", "The privacy notice could not be loaded"],
    ["What is kept", "What is kept could not be loaded"],
  ] as const) {
    const region = page.getByRole("region", { name: card, exact: true });
    const alert = region.getByRole("alert");
    await expect(alert).toContainText(failed);
    // Whether the phone or the portal is at fault is not known here.
    await expect(alert).toContainText("We could not reach the Sacco.");
  }
  await fits(page);
});

test("only a form says of a failure that what was typed is still there", async ({ page }) => {
  const typed = "Everything you typed is still here.";
  await page.goto("/app/ShareStatement");
  await expect(page.locator("tfoot")).toBeVisible();
  await page.route("**/documents", (route) => route.abort());
  await page.getByRole("button", { name: "CSV" }).click();
  await expect(page.getByRole("alert")).toContainText("We could not reach the Sacco.");
  await expect(page.getByRole("alert")).not.toContainText(typed);
  await page.goto("/app/Privacy");
  await page.route("**/privacy/requests", (route) => route.abort());
  await page.getByLabel("What should it say?").fill("Wanjiru Njeri Otieno");
  await page.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByRole("alert")).toContainText(`try again. ${typed}`);
});

test("a to-do list that is not whole never says that there is nothing to do", async ({ page }) => {
  await page.route("**/guarantees", (route) => route.abort());
  await page.goto("/app");
  const toDo = page.getByRole("region", { name: "To do" });
  await expect(toDo.getByText("We could not load all of your to-do list")).toBeVisible();
  await expect(toDo.getByText("Nothing to do now")).toHaveCount(0);
  await fits(page);
  await page.unroute("**/guarantees");
  await toDo.getByRole("button", { name: "Retry" }).click();
  await expect(toDo.getByRole("alert")).toHaveCount(0);
  await fits(page);
  await page.route("**/members/*/loans", (route) => route.abort());
  await page.goto("/app");
  await expect(toDo.getByText("We could not load all of your to-do list")).toBeVisible();
});
