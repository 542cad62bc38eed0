import type { Page } from "@playwright/test";
import type { SocietyServer } from "./society-server.ts";
import { pressOn } from "./keyboard.ts";
import { test } from "./own-society.ts";
import { expect, fits } from "./portal.ts";

/** A payment that the demo's bank paid, and the line on which the bank's statement returns it. */
async function returnedPayment({ query }: SocietyServer): Promise<{ id: string }> {
  const [payout] = await query<{ id: string }>(`
    with back as (
      select p.id, p.amount_cents from payout p join eft_line l on l.payout_id = p.id
      where l.bank_reference = 'FT26330KQ7L1'
    ), line as (
      insert into bank_statement_line (account, statement_id, row_no, day, receipt_no, details,
          amount_cents, content, copy_no)
        select 'bank', max(s.id), 9001, akiba_today(), 'FT26330RTN', 'RETURNED ACCOUNT CLOSED',
          (select amount_cents from back), sha256('returned'), 1
        from bank_statement s where s.account = 'bank'
    ) select id::text from back`);
  if (payout === undefined) throw new Error("the demo's bank paid nothing");
  return payout;
}

/** Records the return from the line that the page offers, after a try without a reason. */
async function recordReturn(page: Page): Promise<void> {
  await pressOn(page, page.getByRole("button", { name: "Record a return" }));
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("4,000.00");
  await fits(page);
  await pressOn(page, dialog.getByRole("button", { name: "Yes, it came back" }));
  await expect(dialog.getByLabel("Reason", { exact: false })).toBeFocused();
  await expect(dialog.getByText("Please fill this in.")).toBeVisible();
  await page.keyboard.type("Account closed");
  await pressOn(page, dialog.getByRole("button", { name: "Yes, it came back" }));
  await expect(page.getByText("You recorded a return.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Record a return" })).toHaveCount(0);
  await fits(page);
}

test("a payment that came back is recorded from its line, by two people and by keyboard", async ({
  society,
  demo,
}) => {
  test.setTimeout(120_000);
  const administrator = await society.open("ST9003");
  const { id } = await returnedPayment(demo);
  const address = `/app/Payouts?payout=${id}`;
  await administrator.goto(address);
  await recordReturn(administrator);

  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Approvals");
  const kind = "Record that a payment came back after it was paid";
  await pressOn(treasurer, treasurer.getByRole("button", { name: `Approve: ${kind}` }));
  const question = treasurer.getByRole("alertdialog");
  await expect(question).toContainText("FT26330RTN");
  await fits(treasurer);
  await pressOn(treasurer, question.getByRole("button", { name: "Yes, approve" }));
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();

  await administrator.goto(address);
  await expect(
    administrator.getByText(/Paid by FT26330KQ7L1, came back on .* closed/),
  ).toBeVisible();
  await fits(administrator);
});
