import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

test("a finding of the reconciler is on the first page, in the menu and in Alerts", async ({
  society,
  demo,
}) => {
  test.setTimeout(120_000);
  const bank = "update ledger_account set balance_cents = balance_cents";
  await demo.query(`${bank} + 1 where code = 'bank'`);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Books?part=runs");
  await treasurer.getByRole("button", { name: "Run now" }).click();
  await expect(treasurer.getByText("4 differences").first()).toBeVisible();

  await treasurer.goto("/app");
  const banner = treasurer.getByRole("alert");
  await expect(banner).toContainText("The books do not agree. Findings: 4.");
  await fits(treasurer);
  await expect(treasurer.getByRole("link", { name: /^Alerts/ })).toHaveText(/^Alerts\d/);
  await banner.getByRole("link").click();
  const open = treasurer.getByRole("region", { name: "Open" });
  await expect(open.getByText("Stop posting.", { exact: false })).toBeVisible();
  await fits(treasurer);

  await demo.query(`${bank} - 1 where code = 'bank'`);
  await treasurer.goto("/app/Books?part=runs");
  await expect(treasurer.getByText("4 differences").first()).toBeVisible();
  const clean = treasurer.getByText("No differences");
  const before = await clean.count();
  await treasurer.getByRole("button", { name: "Run now" }).click();
  await expect(clean).toHaveCount(before + 1);
  await treasurer.goto("/app/Alerts");
  await expect(open.getByText("The identity of some staff is unclear. Findings: 1.")).toBeVisible();
  await expect(open.getByText("The books do not agree. Findings: 4.")).toHaveCount(0);
  const closed = treasurer.getByRole("region", { name: /^Closed/ });
  await expect(closed.getByText("The books do not agree. Findings: 4.")).toBeVisible();
  await fits(treasurer);
});

test("the first page lists what waits for the person signed in, and links to it", async ({
  society,
}) => {
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

test("an auditor reads an alert, but gets no badge or advice for the work of others", async ({
  society,
}) => {
  const auditor = await society.open("ST9006");
  const alerts = auditor.getByRole("alert").getByRole("link", { name: "See the alerts" });
  // The desk asks once, and the server may still be finding what is wrong.
  await expect(async () => {
    await auditor.goto("/app");
    await expect(alerts).toBeVisible({ timeout: 3000 });
  }).toPass();
  await alerts.click();
  const open = auditor.getByRole("region", { name: "Open" });
  await expect(open.getByText("The administrators are advised to:").first()).toBeVisible();
  await expect(open.getByText("What to do:")).toHaveCount(0);
  await fits(auditor);
  const menu = auditor.getByRole("navigation", { name: "Menu" });
  await expect(menu.getByRole("link", { name: /^Alerts/ })).toHaveText(/^Alerts\d/);
  await expect(menu.getByRole("link", { name: /^Loan queue/ })).toHaveText("Loan queue");
});
