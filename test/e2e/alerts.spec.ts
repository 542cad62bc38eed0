import { fits, test } from "./own-society.ts";
import { expect } from "./portal.ts";

test("a finding of the books is on the first page, in the menu and in Alerts", async ({
  society,
  demo,
  isMobile,
}) => {
  test.setTimeout(120_000);
  const bank = "update ledger_account set balance_cents = balance_cents";
  await demo.query(`${bank} + 1 where code = 'bank'`);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Books?part=runs");
  await treasurer.getByRole("button", { name: "Run now" }).click();
  await expect(treasurer.getByText("4 do not agree").first()).toBeVisible();

  await treasurer.goto("/app");
  const banner = treasurer.getByRole("alert");
  await expect(banner).toContainText("The books do not agree: 4 findings.");
  await fits(treasurer);
  if (!isMobile) {
    await expect(treasurer.getByRole("link", { name: /^Alerts/ })).toContainText("1");
  }
  await banner.getByRole("link").click();
  const open = treasurer.getByRole("region", { name: "Open" });
  await expect(open.getByText("Stop posting.", { exact: false })).toBeVisible();
  await fits(treasurer);

  await demo.query(`${bank} - 1 where code = 'bank'`);
  await treasurer.goto("/app/Books?part=runs");
  await treasurer.getByRole("button", { name: "Run now" }).click();
  await expect(treasurer.getByText("Nothing amiss").first()).toBeVisible();
  await treasurer.goto("/app/Alerts");
  await expect(treasurer.getByText("No open alerts")).toBeVisible();
  await expect(treasurer.getByRole("region", { name: /^Closed/ })).toBeVisible();
  await fits(treasurer);
});

test("the first page lists what waits for whoever looks, and leads there", async ({ society }) => {
  const admin = await society.open("ST9003");
  await admin.goto("/app");
  const waiting = admin.getByRole("region", { name: "Waiting for you" });
  await expect(waiting.getByRole("link", { name: /Imports to post/ })).toBeVisible();
  await fits(admin);
  const officer = await society.open("ST9002");
  await officer.goto("/app");
  const own = officer.getByRole("region", { name: "Waiting for you" });
  await expect(own.getByRole("link", { name: /Loan applications to decide/ })).toBeVisible();
  await expect(own.getByText("Imports to post")).toHaveCount(0);
  await waiting.getByRole("link", { name: /Imports to post/ }).click();
  await expect(admin).toHaveURL(/\/app\/Import$/);
});
