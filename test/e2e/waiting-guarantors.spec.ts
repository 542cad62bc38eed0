import { cast, expect, memberPassword } from "./portal.ts";
import { goOffline, goOnline, logInOver, test, visit } from "./waiting.ts";

const who = { memberNo: cast.desktop.borrower, password: memberPassword };

test("an application made offline above the known limit keeps the guarantors it names", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society, who);
  await goOffline(page, line);
  await visit(page, "/app/AddLoanForm");
  await page.getByLabel("Amount", { exact: true }).fill("99000");
  await page.getByRole("radio", { name: "6" }).check();
  const named = page.getByRole("group", { name: "Guarantors" });
  await named.getByLabel("Guarantor 1, Member No").fill("MS1001");
  await named.getByLabel("Guarantor 1, amount").fill("95000");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Kept until you are online")).toBeVisible();
  // Other journeys of this society apply as the same member.
  await page.route("**/instant/register", (route) => route.abort());
  const sent = page.waitForRequest((request) => request.url().endsWith("/instant/register"));
  await goOnline(page, line);
  const { guarantors } = (await sent).postDataJSON() as { guarantors: unknown };
  expect(guarantors).toEqual([{ memberNo: "MS1001", amount: 95_000 }]);
});
