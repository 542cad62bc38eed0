import { extractText, getDocumentProxy } from "unpdf";
import { downloaded } from "./pdf-codes.ts";
import type { Page } from "@playwright/test";
import { callsOf, holdCalls } from "./calls.ts";
import { type OwnSociety, test } from "./own-society.ts";
import { drawn, expect, fits } from "./portal.ts";

const recent = (page: Page) => page.getByRole("region", { name: "Recent" });
const toDo = (page: Page) => page.getByRole("region", { name: "To do" });

/** Opens the profile of a member. */
async function profileOf(society: OwnSociety, memberNo: string): Promise<Page> {
  const page = await society.open(memberNo);
  await page.goto("/app");
  return page;
}

type Calls = Awaited<ReturnType<typeof callsOf>>;

/** Decides as a page does, with the digest of what it has read. */
async function decide(
  call: Calls,
  { read, write, data }: { readonly read: string; readonly write: string; readonly data: object },
): Promise<void> {
  const { shownDigest } = await call<{ shownDigest: string }>("GET", read);
  await call("POST", write, { ...data, shownDigest });
}

const english = "update member set language = 'en'";

test("the profile leads to a decline with its reason, and to a guarantor to replace", async ({
  society,
  demo,
}) => {
  test.slow();
  await demo.query(english);
  const declined = await profileOf(society, "MS1003");
  const news = recent(declined).getByRole("listitem").filter({ hasText: "was declined" });
  await expect(news).toContainText("The office says: Two instalments of the development loan");
  await expect(news).toContainText("You now meet all the conditions. You can apply again.");
  await news.getByRole("link").click();
  await expect(declined).toHaveURL(/\/app\/LoanList\?loan=/);
  const progress = declined.getByRole("region", { name: "Progress" });
  await expect(progress.getByText("The office declined it: Two instalments")).toBeInViewport();
  await expect(progress).toContainText("You now meet all the conditions.");
  const figures = { amount: 6600, period: 2, total: 6897, repayment: 3449 };
  const own = await callsOf(society.request, "MS1003");
  await own("POST", "instant/register", { memNo: "MS1003", category: "Instant", ...figures });
  await declined.reload();
  await expect(progress).toContainText("In the way now: ");
  await expect(progress).not.toContainText("You now meet all the conditions");
  // A new application does not take the news of the one that was declined.
  await declined.goto("/app");
  await expect(news).toContainText("In the way now: ");

  await demo.query(
    `update guarantee set state = 'declined', answered_at = akiba_now() where state = 'asked'
      and guarantor_id = (select id from member where member_no = 'MS1001')`,
  );
  const borrower = await profileOf(society, "MS1009");
  const task = toDo(borrower)
    .getByRole("listitem")
    .filter({ hasText: "MS1001 will not guarantee" });
  await task.getByRole("link", { name: "Name another" }).click();
  await expect(borrower).toHaveURL(/\/app\/LoanList\?loan=/);
  const guarantors = borrower.getByRole("region", { name: "Guarantors" });
  await expect(guarantors.getByText("MS1001")).toBeInViewport();
  await expect(guarantors.getByRole("button", { name: "Replace Member MS1001" })).toBeInViewport();
});

test("an application that was declined is on the statement with its state", async ({ society }) => {
  const page = await society.open("MS1003");
  await page.goto("/app/LoanStatement");
  const applications = page.getByRole("table", { name: "Applications" });
  const declined = applications.getByRole("row").filter({ hasText: "Declined" }).first();
  await expect(declined).toContainText(/INS-\d+/);
  const loanNo = (await declined.getByRole("link").innerText()).trim();
  await expect(page.getByRole("main")).not.toContainText("0.00 of");
  await fits(page);
  const pdf = await getDocumentProxy(await downloaded(page));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).not.toContain(loanNo);
});

test("the profile says that the money of a loan failed, is on its way, and arrived", async ({
  society,
  demo,
}) => {
  test.slow();
  await demo.query(`${english}, mobile_confirmed_at = akiba_now()`);
  const office = await callsOf(society.request, "ST9003");
  const [loan] = await demo.query<{ loan_no: string }>(
    `select l.loan_no from loan l join member m on m.id = l.member_id
      where m.member_no = 'MS1007' and l.state = 'approved'`,
  );
  const loanNo = loan?.loan_no ?? "";
  const send = async (disburses: Calls, data: object) => {
    const read = `instant-loans/${loanNo}/file`;
    await decide(disburses, { read, write: `instant-loans/${loanNo}/disbursement`, data: {} });
    await decide(office, { read: "payout-queue/file", write: "payout-files", data: {} });
    const [payout] = await demo.query<{ id: string }>(
      `select p.id::text from payout p join loan l on l.id = p.loan_id
        where l.loan_no = '${loanNo}' order by p.id desc limit 1`,
    );
    const path = `payouts/${payout?.id}`;
    await decide(office, { read: path, write: `${path}/result`, data });
    return path;
  };
  await send(office, { outcome: "failed", reason: "The number is closed" });
  const page = await profileOf(society, "MS1007");
  const news = recent(page).getByRole("listitem").filter({ hasText: loanNo });
  await expect(news).toContainText("It is still with us");
  // Somebody else disburses it again than the person who recorded the failure.
  const treasurer = await callsOf(society.request, "ST9005");
  // The receipt that is typed waits for a second person.
  const path = await send(treasurer, { outcome: "paid", receipt: "TKA7B2C9D4" });
  await page.reload();
  await expect(news).toContainText("The money is on its way to your phone.");
  await decide(treasurer, { read: path, write: `${path}/confirmation`, data: { agrees: true } });
  await page.reload();
  await expect(news).toContainText(/^Ksh [\d,]+\.00 reached your phone/);
  await expect(news).toContainText(`The money of loan ${loanNo} has arrived.`);
  await news.getByRole("link").click();
  await expect(page.getByText(/^You received 40,000/)).toBeInViewport();
});

test("the profile leads to an answer, a choice to change and a number to keep", async ({
  society,
  demo,
}) => {
  test.slow();
  await demo.query(english);
  const asker = await profileOf(society, "MS1001");
  await recent(asker)
    .getByRole("link", { name: /^We answered Q-/ })
    .click();
  await expect(asker).toHaveURL(/\/app\/Questions\?case=Q-/);
  await expect(asker.getByText("Yes, with the deposits that are free.")).toBeInViewport();

  const own = await callsOf(society.request, "MS1004");
  const { split } = await own<{ split: { year: number; toSplit: number } }>(
    "GET",
    "members/MS1004/dividend-split",
  );
  const rows = [{ mode: "CAPITALIZE TO SHARES", amount: split.toSplit }];
  await own("POST", `dividends/${split.year}/elections`, { seen: 0, rows });
  const chooser = await profileOf(society, "MS1004");
  const choice = recent(chooser).getByRole("listitem").filter({ hasText: "Change until" });
  await expect(toDo(chooser)).not.toContainText(`dividend for ${split.year}`);
  await choice.getByRole("link").click();
  await expect(chooser).toHaveURL(new RegExp(`SplitDividend\\?year=${split.year}`, "i"));
  await expect(chooser.getByRole("button", { name: "Change it" })).toBeVisible();

  const clerk = await callsOf(society.request, "ST9001");
  await clerk("POST", "contact-changes", {
    memberNo: "MS1005",
    mobileNo: "0799 654 321",
    identifiedBy: "id-card",
    reason: "ID card seen",
  });
  const holder = await profileOf(society, "MS1005");
  const change = toDo(holder).getByRole("listitem").filter({ hasText: "0799 " });
  await change.getByRole("button").click();
  await expect(holder.getByRole("alertdialog")).toContainText("Cancel this change?");
});

test("tasks and events appear together, so that none moves away from a finger", async ({
  society,
  demo,
}) => {
  await demo.query(english);
  const page = await society.open("MS1002");
  const release = await holdCalls(page, "**/check-off");
  const ofEvents = ["sessions", "own-cases", "withdrawals", "dividend-split", "loans"];
  const answered = ofEvents.map((name) =>
    page.waitForResponse((answer) => answer.url().endsWith(`/${name}`)),
  );
  await page.goto("/app");
  for (const answer of await Promise.all(answered)) await answer.finished();
  await drawn(page);
  await expect(recent(page)).toHaveCount(0);
  release();
  await expect(recent(page)).toContainText("Withdrawal of Ksh 1,500.00");
  await expect(toDo(page).getByRole("listitem")).not.toHaveCount(0);
});

test("the profile leads to withdrawals that arrived or failed, and to a dividend", async ({
  society,
  demo,
}) => {
  test.slow();
  await demo.query(english);
  const paid = await profileOf(society, "MS1002");
  const arrived = recent(paid).getByRole("listitem").filter({ hasText: "Ksh 1,500.00" });
  await expect(arrived).toContainText("Withdrawal of Ksh 1,500.00");
  await expect(arrived).toContainText(/\d+ \w+ \d{4}: Arrived\. Receipt PC0000001/);
  const queued = recent(paid).getByRole("listitem").filter({ hasText: "Ksh 2,000.00" });
  await expect(queued).toContainText("To be paid at the office");
  await arrived.getByRole("link").click();
  const row = paid.getByRole("row", { name: /PC0000001/ });
  await expect(row).toContainText("Arrived");
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport({ ratio: 1 });

  await paid.goto("/app");
  const dividend = recent(paid)
    .getByRole("listitem")
    .filter({ hasText: /^Dividend for \d{4}/ });
  await expect(dividend).toContainText(/Ksh \d{3}\.00\d+ \w+ \d{4}: On its way\./);
  await dividend.getByRole("link").click();
  const payments = paid.getByRole("region", { name: "Paid to you" });
  await expect(payments.getByText("On its way")).toBeInViewport();

  const office = await callsOf(society.request, "ST9003");
  const [payout] = await demo.query<{ id: string }>(
    `select p.id::text from payout p join withdrawal w on w.id = p.withdrawal_id
      where p.state = 'waiting' and w.amount_cents = 200000`,
  );
  const path = `payouts/${payout?.id}`;
  const data = { outcome: "failed", reason: "The account is closed" };
  await decide(office, { read: path, write: `${path}/result`, data });
  await paid.goto("/app");
  const failed = recent(paid).getByRole("listitem").filter({ hasText: "Ksh 2,000.00" });
  await expect(failed).toContainText("Could not be sent. The money is back in your account.");
  await failed.getByRole("link").click();
  const past = paid.getByRole("region", { name: "Your withdrawals" });
  await expect(past.getByText("Could not be sent")).toBeInViewport();
});

test("the profile leads to the request of each guarantee", async ({ society, demo }) => {
  await demo.query(english);
  const page = await profileOf(society, "MS1001");
  const task = toDo(page).getByRole("listitem").filter({ hasText: "asks you to guarantee" });
  await task.getByRole("link", { name: "Answer" }).click();
  const request = page.getByRole("region", { name: /asks you to guarantee/ });
  await expect(request).toBeFocused();
  await expect(request.getByText("8,000.00").first()).toBeInViewport();
});

test("the profile leads to a part of a dividend that is on hold", async ({ society, demo }) => {
  await demo.query(english);
  await demo.query(
    `insert into dividend_leg
        (dividend_id, member_id, leg_no, source, mode, amount_cents, tax_cents, hold_reason)
      select g.dividend_id, g.member_id, 9, 'chosen', 'mobile', 123400, 0, 'mobile-missing'
        from dividend_leg g join dividend d on d.id = g.dividend_id and d.state = 'paid'
          join member m on m.id = g.member_id
        where m.member_no = 'MS1002' order by d.year desc limit 1`,
  );
  const page = await profileOf(society, "MS1002");
  const task = toDo(page).getByRole("listitem").filter({ hasText: "is on hold" });
  await task.getByRole("link", { name: "See it" }).click();
  const held = page.getByRole("region", { name: "On hold" });
  await expect(held).toBeFocused();
  await expect(held.getByText(/^Ksh 1,234\.00 of your \d{4} dividend is on hold/)).toBeInViewport();
});

test("the profile leads to a decision about an application of long ago", async ({
  society,
  demo,
}) => {
  await demo.query(english);
  await demo.query(
    `update loan set applied_at = applied_at - interval '65 days' where loan_no = 'INS-2026-0001'`,
  );
  const page = await profileOf(society, "MS1003");
  await expect(
    recent(page).getByRole("link", { name: /INS-2026-0001 was declined/ }),
  ).toBeVisible();
});
