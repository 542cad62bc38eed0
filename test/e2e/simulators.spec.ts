import { expect, fits, violations } from "./portal.ts";
import { test } from "./own-society.ts";
import type { Page } from "@playwright/test";
import { cents, formatMoney } from "#shared/money.ts";

/** The amounts in a text, in cents; a minus sign may stand before one. */
const amountsIn = (text: string): number[] =>
  [...text.matchAll(/([−-]?)([\d,]+)\.(\d\d)/g)].map(([, minus, whole = "", rest = ""]) => {
    const amount = Number(whole.replaceAll(",", "")) * 100 + Number(rest);
    return minus ? -amount : amount;
  });
const written = (amount: number): string => formatMoney(cents(BigInt(amount)));

/** The last total of a statement, which is what the member owns or owes today. */
async function totalOf(page: Page, statement: string): Promise<number> {
  await page.goto(`/app/${statement}`);
  const total = page.getByRole("main").locator("tfoot");
  await expect(total).toContainText(/\d\.\d\d/);
  return amountsIn(await total.innerText()).at(-1) ?? 0;
}

test("a member tries a loan with guarantors before anything is sent", async ({ society }) => {
  const page = await society.open("MS1006");
  // The member owes nothing and guarantees nobody, so that all deposits are free.
  const asked = 9_500_000;
  const uncovered = asked - (await totalOf(page, "ShareStatement"));
  await page.goto("/app/AddLoanForm");
  await page.getByLabel("Amount", { exact: true }).fill("95,000");
  await page.getByRole("radio", { name: "6" }).press("Space");
  const group = page.getByRole("group", { name: "Guarantors" });
  await expect(group).toContainText(`Still uncovered: Ksh ${written(uncovered)}`);
  await group.getByLabel("Guarantor 1, amount").fill("100");
  const missing = written(uncovered - 10_000);
  await expect(
    page.getByText(`Your guarantors cover 100.00, so ${missing} is still missing`),
  ).toBeVisible();
  await group.getByLabel("Guarantor 1, amount").fill("95,000");
  const alone = `Your deposits secure up to ${written(asked - uncovered)}: `;
  const covered = `Your guarantors cover ${written(uncovered)}. ${alone}`;
  await expect(page.getByText(covered)).toBeVisible();
  await fits(page);
  await page.goto("/app/LoanList");
  await expect(page.getByText("95,000.00")).toHaveCount(0);
});

test("a member tries a monthly contribution before they change it", async ({ society }) => {
  const page = await society.open("MS1001");
  await page.goto("/app/MySettings?part=contribution");
  const amount = page.getByLabel("Amount a month, Ksh");
  await amount.fill("9000");
  const years = page.getByRole("table", { name: "Estimated result" });
  await expect(years.getByRole("row")).not.toHaveCount(0);
  await expect(page.getByText(/At the rates of \d{4}: .+ This is an estimate/)).toBeVisible();
  // Until now the employer deducts 4,000 a month for this member's savings.
  const from = await page.getByLabel("From", { exact: true }).locator("option:checked").innerText();
  const [first, last] = await years.locator("tbody tr").allInnerTexts();
  const endsIn = Number(/\d{4}/.exec(last ?? "")?.[0]);
  const begins = new Date(`1 ${from} UTC`);
  const months = (endsIn - begins.getUTCFullYear() + 1) * 12 - begins.getUTCMonth();
  const more = `your savings are Ksh ${written(months * 500_000)} more than`;
  await expect(page.getByText(`By the end of ${endsIn} ${more}`)).toBeVisible();
  const [[before = 0], [after = 0, gross = 0, tax = 0, net = 0]] = [first, last].map((row) =>
    amountsIn(row ?? ""),
  ) as [number[], number[]];
  expect(after - before, "each month of the second year").toBe(12 * 900_000);
  expect(gross, "more than the rate on the savings before").toBeGreaterThan(before / 10);
  expect(gross - tax).toBe(net);
  await fits(page);
  await amount.fill("1");
  await expect(years).toHaveCount(0);
  await page.route("**/monthly-contribution/outlook*", (route) => route.abort());
  await amount.fill("9001");
  await expect(page.getByText("We could not calculate it")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test("a member sees the refund if they left today, and from when they can leave", async ({
  society,
}) => {
  const page = await society.open("MS1001");
  const savings = await totalOf(page, "ShareStatement");
  const owed = await totalOf(page, "LoanStatement");
  await page.goto("/app/MySettings");
  await page.getByRole("link", { name: "See your refund" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "If you leave" })).toBeVisible();
  const refund = page.getByRole("region", { name: "Refund today" }).locator("dl > div");
  await expect(refund.first()).toContainText(written(savings));
  const lines = (await refund.allInnerTexts()).map((line) => amountsIn(line).at(0) ?? 0);
  // The last two are the refund and the share capital, which is not refunded.
  const [inAll = 0] = lines.slice(-2);
  expect(lines.slice(0, -2).reduce((sum, line) => sum + line, 0)).toBe(inAll);
  const loans = (await refund.filter({ hasText: /^Loan/ }).allInnerTexts()).flatMap(amountsIn);
  expect(loans.reduce((sum, line) => sum + line, 0)).toBe(-owed);
  await expect(page.getByText(/The refund is paid within 60 days/)).toBeVisible();
  await fits(page);
  await page.route("**/api/v1/leaving", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("We could not calculate your refund")).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
