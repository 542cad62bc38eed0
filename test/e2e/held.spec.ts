import { rmSync } from "node:fs";
import { runServer } from "../../scripts/lib/run-server.js";
import { scratchFolder } from "../../scripts/lib/scratch-folder.js";
import { makeDemoFolder } from "../../scripts/lib/seeded-demo.js";
import { expect, logIn, memberPassword, staffPassword, test } from "./portal.ts";

test("the office sees on every page that the database is a held copy, members do not", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const folder = await makeDemoFolder(scratchFolder());
  const server = await runServer(folder, {});
  try {
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    const words = page.getByText("This is a copy of the society’s books");
    await page.goto("/Login");
    await logIn(page, { memberNo: "MS1001", password: memberPassword });
    await expect(page).toHaveURL(/\/app/);
    await expect(words).toHaveCount(0);
    await context.clearCookies();
    await page.evaluate(() => localStorage.clear());
    await page.goto("/Login");
    await logIn(page, { memberNo: "ST9005", password: staffPassword });
    await expect(page).toHaveURL(/\/app/);
    for (const path of ["/app/Payouts", "/app/Books"]) {
      await page.goto(path);
      await expect(words).toBeVisible();
    }
    await context.close();
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
