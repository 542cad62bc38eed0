import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

test("the System page shows each automatic task with its last run", async ({ society, demo }) => {
  test.setTimeout(120_000);
  // As another instance would, so that this server's own run does not write over it.
  await demo.query(`update job set runner = 'another instance', result = 'failed',
    failures = 2, started_at = akiba_now(), ended_at = akiba_now(),
    lease_until = akiba_now() + interval '1 hour', running_since = null where name = 'retention'`);
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/System");
  const table = treasurer.getByRole("table", { name: "Automatic tasks" });
  await expect(table.getByRole("row", { name: /Nightly reconciliation/ })).toContainText(
    "Each night from 02:00",
  );
  const failed = table.getByRole("row", { name: /Applying the retention rules/ });
  await expect(failed).toContainText("Failed, 2 times in a row");
  await fits(treasurer);
  await treasurer.setViewportSize({ width: 1366, height: 768 });
  await fits(treasurer);
  await treasurer.setViewportSize({ width: 360, height: 740 });
  await expect(failed).toContainText("Daily");
  await fits(treasurer);
});

test("the System page says that the tasks could not be loaded, and is closed to a clerk", async ({
  society,
}) => {
  const auditor = await society.open("ST9006");
  await auditor.route("**/api/v1/jobs", (route) => route.abort());
  await auditor.goto("/app/System");
  await expect(auditor.getByText("The tasks could not be loaded.")).toBeVisible();
  await fits(auditor);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app");
  await expect(clerk.getByRole("link", { name: "System" })).toHaveCount(0);
});
