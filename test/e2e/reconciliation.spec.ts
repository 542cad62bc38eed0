import type { Page } from "@playwright/test";
import { bankFile, type BankRow } from "#test/bank-statements.ts";
import { test } from "./own-society.ts";
import type { SocietyServer } from "./society-server.ts";
import { expect, fits } from "./portal.ts";

interface Books {
  /** The balance before the month, in cents. */
  readonly opening: bigint;
  readonly month: string;
  readonly rows: BankRow[];
}

/** Takes the demo's own statements away, so that the first one can be imported. */
function forgetStatements({ query }: SocietyServer): Promise<unknown> {
  const tables = [
    "payout_return",
    "pay_in_line",
    "pay_in_correction",
    "bank_item_note",
    "bank_match_rejected",
    "bank_match_entry",
    "bank_statement_line",
    "bank_statement",
    "bank_match",
  ];
  const forEach = (step: (table: string) => string) => tables.map(step).join(" ");
  return query(`
    ${forEach((table) => `alter table ${table} disable trigger user;`)}
    truncate ${tables.join(", ")};
    ${forEach((table) => `alter table ${table} enable trigger user;`)}
    update reconciled_account set starts_on = null, opening_cents = null, covers_to = null;`);
}

/** Posts a month of bank movements and returns them as the bank would list them. */
async function monthInBooks({ query }: SocietyServer): Promise<Books> {
  const found = await query<{ month: string; opening: string }>(`
    with m as (select (date_trunc('month', akiba_today()) - interval '1 month')::date as first)
    select to_char(first, 'YYYY-MM') as month,
      (select coalesce(sum(debit_cents - credit_cents), 0) from ledger_day
        where code = 'bank' and value_date < first)::text as opening from m`);
  const { month = "", opening = "0" } = found[0] ?? {};
  await query(`with given (n, day, cents, receipt) as (values
      (1, 4, 150000, 'SLIP-401'), (2, 9, 220050, 'SLIP-402'), (3, 17, 99900, ''),
      (4, 21, 47000, 'SLIP-404')
    ), e as (
      insert into journal_entry (kind, value_date, narration, receipt_no, actor)
      select 'cash-banked', ('${month}-01'::date + day - 1), 'Cash of the office banked', receipt,
        'staff:ST9001' from given returning id, value_date
    )
    insert into journal_line (entry_id, line_no, account_id, value_date, amount_cents)
    select e.id, s.line_no, a.id, e.value_date, s.sign * g.cents
    from e join given g on e.value_date = '${month}-01'::date + g.day - 1,
      (values (1, 'bank', 1), (2, 'cash', -1)) as s (line_no, code, sign)
      join ledger_account a on a.code = s.code and a.member_id is null`);
  const others = await query<{ day: string; cents: string }>(`
    select j.value_date::text as day, j.amount_cents::text as cents
    from journal_line j join ledger_account a on a.id = j.account_id
      join journal_entry e on e.id = j.entry_id
    where a.code = 'bank' and to_char(j.value_date, 'YYYY-MM') = '${month}'
      and e.actor <> 'staff:ST9001' order by j.value_date, j.entry_id`);
  const known = others.map(({ day, cents }) => ({ day, amount: BigInt(cents) }));
  const rows = [
    ...known,
    { day: `${month}-04`, amount: 150000n, receipt: "SLIP-401" },
    // A slip of the bank: 2,205.00 in place of 2,200.50.
    { day: `${month}-09`, amount: 220500n, receipt: "SLIP-402" },
    { day: `${month}-19`, amount: 99900n, details: "CASH DEPOSIT" },
    { day: `${month}-25`, amount: -35000n, details: "LEDGER FEE" },
  ];
  rows.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
  return { opening: BigInt(opening), month, rows };
}

/** Returns the last day of a month, such as 2026-11-30 of 2026-11. */
function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

async function upload(page: Page, month: string, file: string): Promise<void> {
  await page.goto("/app/Reconciliation?account=bank&part=new");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Import a statement: Bank");
  const buffer = Buffer.from(file);
  await page.getByLabel("File").setInputFiles({ name: "bank.csv", mimeType: "text/csv", buffer });
  await expect(page.getByText(/Check what each column is|as you chose them/)).toBeVisible();
  await page.getByLabel("First day").fill(`${month}-01`);
  await page.getByLabel("Last day").fill(lastDayOf(month));
  await fits(page);
  await page.getByRole("button", { name: "Import", exact: true }).press("Enter");
}

/** Approves all matches that the rules proposed, as the second person. */
async function confirmAll(page: Page, account: string): Promise<void> {
  await page.goto(`/app/Reconciliation?account=${account}`);
  const buttons = page.getByRole("button", { name: /^Confirm all/ });
  await expect(buttons.first()).toBeVisible();
  await fits(page);
  for (let left = await buttons.count(); left > 0; left -= 1) {
    // The list reloads after each, and ignores other presses until then.
    await expect(buttons.first()).toBeEnabled();
    await buttons.first().press("Enter");
    await expect(buttons).toHaveCount(left - 1);
  }
}

/** Reads the reconciliation statement of the last day, and saves it. */
async function readStatement(page: Page): Promise<void> {
  await page.goto("/app/Reconciliation");
  await page.getByRole("link", { name: "Statement of a day" }).first().press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Reconciliation statement: Bank",
  );
  await expect(page.getByText("The statement and our books agree to the cent")).toBeVisible();
  const table = page.getByRole("table", { name: "From the statement to our books" });
  for (const item of [/LEDGER FEE/, /The bank corrects it next month/, /SLIP-404/]) {
    await expect(table.getByRole("row").filter({ hasText: item })).toBeVisible();
  }
  await fits(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF" }).press("Enter");
  expect((await saved).suggestedFilename()).toMatch(/^reconciliation-bank-.*\.pdf$/);
}

test("a month of the bank is reconciled, and every planted difference is named", async ({
  society,
  demo,
}) => {
  test.setTimeout(180_000);
  await forgetStatements(demo);
  const books = await monthInBooks(demo);
  const clerk = await society.open("ST9001");
  await clerk.goto("/app/Reconciliation");
  await expect(clerk.getByText("No statement imported").first()).toBeVisible();
  await fits(clerk);

  const incomplete = bankFile(books.opening, books.rows).split("\r\n").toSpliced(2, 1);
  await upload(clerk, books.month, incomplete.join("\r\n"));
  await expect(clerk.getByText("does not follow from the one before it")).toBeVisible();
  await fits(clerk);
  await upload(clerk, books.month, bankFile(books.opening, books.rows));
  await expect(clerk.getByRole("heading", { level: 1 })).toHaveText("Match lines: Bank");
  await expect(clerk.getByText("Same receipt and amount").first()).toBeVisible();
  await expect(clerk.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await fits(clerk);

  const treasurer = await society.open("ST9005");
  await confirmAll(treasurer, "bank");
  const statement = treasurer.getByRole("list", { name: "On the statement, not in our books" });
  await expect(statement.getByRole("listitem")).toHaveText([/2,205\.00/, /LEDGER FEE.*350\.00/]);
  const ours = treasurer.getByRole("list", { name: "In our books, not on the statement" });
  await expect(ours.getByRole("listitem")).toHaveText([/SLIP-402.*2,200\.50/, /SLIP-404.*470\.00/]);
  await fits(treasurer);

  await clerk.goto("/app/Reconciliation?account=bank");
  await clerk.getByRole("checkbox", { name: /SLIP-402, Ksh 2,205/ }).press("Enter");
  await clerk.getByRole("checkbox", { name: /SLIP-402, Ksh 2,200/ }).press("Enter");
  await expect(clerk.getByText("Difference Ksh 4.50")).toBeVisible();
  await clerk.getByRole("button", { name: "Add a note" }).first().press("Enter");
  await clerk.getByLabel("Note").fill("The bank corrects it next month");
  await clerk.getByRole("button", { name: "Save the note" }).press("Enter");
  await expect(clerk.getByText("The bank corrects it next month")).toBeVisible();
  await fits(clerk);
  await clerk.getByRole("button", { name: "Enter as a bank charge" }).last().press("Enter");
  await expect(clerk.getByText("Another person approves it at Approvals.")).toBeVisible();
  await readStatement(treasurer);
});

/** Runs the reconciler, which a close depends on. */
async function runReconciler(treasurer: Page): Promise<void> {
  await treasurer.goto("/app/Books?part=runs");
  await treasurer.getByRole("button", { name: "Run now" }).press("Enter");
  await expect(treasurer.getByText("The books tie.")).toBeVisible();
}

/** Prepares and approves a close with a difference left; returns once both reasons are kept. */
async function closeWithReasons(treasurer: Page, administrator: Page): Promise<void> {
  await treasurer.goto("/app/Books?part=months");
  await expect(treasurer.getByText(/^M-Pesa is not reconciled: open items 2/)).toBeVisible();
  await expect(treasurer.getByText(/^Bank is not reconciled/)).toHaveCount(0);
  await treasurer.getByRole("button", { name: "Prepare the close" }).press("Enter");
  const reason = treasurer.getByLabel("Your reason to close it anyway");
  await expect(reason).toBeFocused();
  await reason.fill("M-Pesa reversed it at once");
  await treasurer.getByRole("button", { name: "Prepare the close" }).press("Enter");
  await expect(treasurer.getByText(/: M-Pesa reversed it at once$/)).toBeVisible();
  await administrator.goto("/app/Books?part=months");
  await administrator.getByRole("button", { name: /^Approve/ }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes, close it" }).press("Enter");
  await expect(question.getByLabel("Your reason to close it anyway")).toBeFocused();
  await question.getByRole("button", { name: "Not now" }).press("Enter");
  await treasurer.getByRole("button", { name: /^Withdraw/ }).press("Enter");
  await treasurer.getByRole("button", { name: "Yes, withdraw" }).press("Enter");
  await expect(treasurer.getByText("Withdrawn", { exact: true })).toBeVisible();
}

/** Closes the month, for which nobody is asked for a reason. */
async function closeReconciled(treasurer: Page, administrator: Page): Promise<void> {
  await treasurer.goto("/app/Books?part=months");
  await expect(treasurer.getByRole("button", { name: "Prepare the close" })).toBeVisible();
  await expect(treasurer.getByText(/is not reconciled/)).toHaveCount(0);
  await expect(treasurer.getByLabel("Your reason to close it anyway")).toHaveCount(0);
  await treasurer.getByRole("button", { name: "Prepare the close" }).press("Enter");
  await expect(treasurer.getByText("You did the first step")).toBeVisible();
  await administrator.goto("/app/Books?part=months");
  await administrator.getByRole("button", { name: /^Approve/ }).press("Enter");
  const question = administrator.getByRole("alertdialog");
  await expect(question.getByLabel("Your reason to close it anyway")).toHaveCount(0);
  await question.getByRole("button", { name: "Yes, close it" }).press("Enter");
  await expect(administrator.getByText("No month to close")).toBeVisible();
}

/** Enters the movement of an open line as the clerk. */
async function enter(
  clerk: Page,
  account: string,
  as: string,
  news = "Another person approves it at Approvals.",
): Promise<void> {
  await clerk.goto(`/app/Reconciliation?account=${account}`);
  await clerk.getByRole("button", { name: as }).last().press("Enter");
  await expect(clerk.getByText(news)).toBeVisible();
}

/** Approves the movements that were entered from lines. */
async function approveEntered(treasurer: Page, count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await treasurer.goto("/app/Approvals");
    const requests = treasurer.getByRole("button", { name: /^Approve: Book a movement/ });
    await expect(requests).toHaveCount(left);
    await requests.first().press("Enter");
    const question = treasurer.getByRole("alertdialog");
    await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
    await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  }
}

/** Proposes what the rules find for lines that were entered, as the clerk. */
async function propose(clerk: Page, account: string): Promise<void> {
  await clerk.goto(`/app/Reconciliation?account=${account}`);
  await clerk.getByRole("button", { name: "Propose matches" }).press("Enter");
  await expect(clerk.getByText(/\d matches proposed/)).toBeVisible();
}

/** Proposes a match of chosen items, as the clerk. */
async function match(clerk: Page, account: string, items: readonly RegExp[]): Promise<void> {
  await clerk.goto(`/app/Reconciliation?account=${account}`);
  for (const name of items) await clerk.getByRole("checkbox", { name }).press("Enter");
  await clerk.getByRole("button", { name: `Match ${items.length} items` }).press("Enter");
  await expect(clerk.getByText("Match proposed")).toBeVisible();
}

test("the month closes once every difference is settled, and before with two reasons", async ({
  society,
}) => {
  test.setTimeout(240_000);
  const clerk = await society.open("ST9001");
  const treasurer = await society.open("ST9005");
  const administrator = await society.open("ST9003");
  await treasurer.goto("/app/Books?part=months");
  await expect(
    treasurer.getByText(/^Bank is not reconciled: open items 5, difference/),
  ).toBeVisible();
  await expect(treasurer.getByText(/^M-Pesa is not reconciled: open items 3/)).toBeVisible();
  await fits(treasurer);

  await enter(clerk, "bank", "Enter as a bank charge");
  await enter(clerk, "bank", "Enter as interest");
  await enter(clerk, "mobile-money", "Enter as a charge of M-Pesa");
  await approveEntered(treasurer, 3);
  const charges = [/CHARGES SEE ADVICE/, /LF-\d+/, /TM-\d+, Ksh \D?\d{3}\.\d\d/];
  await propose(clerk, "bank");
  await propose(clerk, "mobile-money");
  await match(clerk, "bank", charges);
  await confirmAll(treasurer, "bank");
  await confirmAll(treasurer, "mobile-money");
  await runReconciler(treasurer);
  await closeWithReasons(treasurer, administrator);

  await match(clerk, "mobile-money", [/TJK2M7Q4XA/, /TJK9P1W8ZC/]);
  await confirmAll(treasurer, "mobile-money");
  await closeReconciled(treasurer, administrator);
});

test("a payment whose confirmation was lost is entered from its line, by two people", async ({
  society,
}) => {
  test.setTimeout(120_000);
  const clerk = await society.open("ST9001");
  await enter(clerk, "mobile-money", "Enter as a payment in", "who did not import the statement");
  const treasurer = await society.open("ST9005");
  await treasurer.goto("/app/Approvals");
  const kind = "Enter a payment by M-Pesa from its statement";
  await treasurer.getByRole("button", { name: `Approve: ${kind}` }).press("Enter");
  const question = treasurer.getByRole("alertdialog");
  await expect(question).toContainText("TJK2M7Q4XA");
  await expect(question).toContainText("Suspense, as it names no account of a member");
  await fits(treasurer);
  await question.getByRole("button", { name: "Yes, approve" }).press("Enter");
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();

  await clerk.goto("/app/Reconciliation?account=mobile-money");
  const open = clerk.getByRole("list", { name: "On the statement, not in our books" });
  await expect(open.getByText("TJK9P1W8ZC")).toBeVisible();
  await expect(open.getByText("TJK2M7Q4XA")).toHaveCount(0);
  await clerk.goto("/app/PayIns");
  await expect(clerk.getByRole("row", { name: /TJK2M7Q4XA/ })).toBeVisible();
  await fits(clerk);
});
