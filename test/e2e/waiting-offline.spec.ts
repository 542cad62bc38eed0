import type { Page } from "@playwright/test";
import { outOfReach } from "./cut-line.ts";
import { expect, fitsInEveryColour, logIn, logOut } from "./portal.ts";
import type { SocietyServer } from "./society-server.ts";
import {
  apply,
  ask,
  borrower,
  goOffline,
  goOnline,
  logInOver,
  openWaiting,
  test,
  visit,
  waiting,
} from "./waiting.ts";

// One member, who has one application at a time.
test.describe.configure({ mode: "serial" });

/** Withdraws the open application, as the member. */
async function withdrawAll(page: Page): Promise<void> {
  await page.evaluate(async (memberNo) => {
    const headers = {
      Authorization: `Bearer ${localStorage.getItem("access")}`,
      "Content-Type": "application/json",
    };
    const answer = await fetch(`/api/v1/members/${memberNo}/loans`, { headers });
    const { rows } = (await answer.json()) as { rows: { loanNo: string; state: string }[] };
    for (const { loanNo } of rows.filter(({ state }) => state === "applied")) {
      const path = `/api/v1/instant-loans/${loanNo}/withdrawal`;
      await fetch(path, { method: "POST", headers, body: "{}" });
    }
  }, borrower.memberNo);
}

/** Has loans cost twice as much from today on. */
async function raiseFees(society: SocietyServer): Promise<void> {
  await society.query(
    `insert into loan_policy overriding system value
      select (jsonb_populate_record(null::loan_policy, to_jsonb(newest) || jsonb_build_object(
          'id', newest.id + 1, 'follows', newest.id, 'effective_from', akiba_today(),
          'fee_tiers', '[{"upToCents": null, "flatFeeCents": "0", "rateBasisPoints": 900}]'::jsonb
        ))).* from (select * from loan_policy order by id desc limit 1) newest`,
  );
}

const kept = (page: Page) => page.getByText("Kept until you are online");
const online = (page: Page) => page.getByText(outOfReach);

test("a question asked offline is sent automatically, once", async ({ page, line, society }) => {
  await logInOver(page, line, society);
  await goOffline(page, line);
  await visit(page, "/app/Questions?new=");
  await expect(page.getByText(/If you close the page, it is gone\./)).toBeVisible();
  const text = `Is there a queue offline at ${page.viewportSize()?.width}?`;
  await ask(page, text);
  await expect(kept(page)).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveValue("");
  await expect(waiting(page)).toContainText("Waiting to be sent: 1");
  await openWaiting(page);
  await fitsInEveryColour(page);
  await goOnline(page, line);
  const said = page.getByRole("status").filter({ hasText: `Sent: Question: ${text.slice(0, 40)}` });
  await expect(said.first()).toBeVisible({ timeout: 30_000 });
  await expect(waiting(page)).toHaveCount(0);
  await visit(page, "/app/Questions");
  await expect(page.getByRole("listitem").filter({ hasText: text })).toHaveCount(1);
});

test("an application made offline is in the list once", async ({ page, line, society }) => {
  await logInOver(page, line, society);
  await goOffline(page, line);
  await apply(page, "5000");
  await expect(kept(page)).toBeVisible();
  await openWaiting(page);
  await expect(waiting(page)).toContainText("Loan application, Ksh 5,000");
  await goOnline(page, line);
  await expect(page.getByText("Sent: Loan application, Ksh 5,000")).toBeVisible({
    timeout: 30_000,
  });
  const loans = await society.query<{ state: string }>(
    `select l.state from loan l join member m on m.id = l.member_id
      where m.member_no = '${borrower.memberNo}' and l.state = 'applied'`,
  );
  expect(loans).toHaveLength(1);
});

test("a rejected item is kept with its reason and opens with all of its input", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await goOffline(page, line);
  await apply(page, "6000");
  await goOnline(page, line);
  // There is one already, from the journey before.
  const list = waiting(page);
  await expect(list).toContainText("Not sent.", { timeout: 30_000 });
  await fitsInEveryColour(page);
  await list.getByRole("button", { name: /^Open the form/ }).click();
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("6,000");
});

test("a rejected item waits until its form is sent, and replaces no input without asking", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await withdrawAll(page);
  // So that the form knows of it.
  const ahead = page.waitForResponse((answer) => answer.url().endsWith("/transfers"));
  await page.reload();
  await ahead;
  await goOffline(page, line);
  for (const amount of ["5000", "6000", "6500"]) await apply(page, amount);
  await goOnline(page, line);
  const list = waiting(page);
  const rejected = list.getByText(/^Not sent\. You already have an application waiting\./);
  await expect(rejected).toHaveCount(2, { timeout: 30_000 });
  await withdrawAll(page);
  const open = (amount: string): Promise<void> =>
    list.getByRole("button", { name: `Open the form: Loan application, Ksh ${amount}` }).click();
  const field = page.getByLabel("Amount", { exact: true });
  await open("6,000");
  await expect(field).toHaveValue("6,000");
  await field.fill("6100");
  await open("6,500");
  await expect(page.getByRole("alertdialog")).toContainText("You typed something else");
  await fitsInEveryColour(page);
  await page.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(field).toHaveValue("6,100");
  await open("6,500");
  await page.getByRole("button", { name: "Replace it" }).click();
  await expect(field).toHaveValue("6,500");
  await expect(rejected).toHaveCount(2);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Application Successful")).toBeVisible();
  await expect(rejected).toHaveCount(1);
  await expect(list).toContainText("Loan application, Ksh 6,000");
});

test("figures that changed meanwhile are asked about before anything is sent", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await withdrawAll(page);
  await goOffline(page, line);
  await apply(page, "7000");
  await raiseFees(society);
  await goOnline(page, line);
  const list = waiting(page);
  await expect(list).toContainText("These figures have changed", { timeout: 30_000 });
  await expect(list).toContainText(/Fee, charged once\. You saw: [\d,.]+\. Now: [\d,.]+/);
  await fitsInEveryColour(page);
  await list.getByRole("button", { name: /^Send with the new figures/ }).click();
  await expect(page.getByText("Sent: Loan application, Ksh 7,000")).toBeVisible();
  await expect(list).toHaveCount(0);
});

test("a discarded item is never sent", async ({ page, line, society }) => {
  await logInOver(page, line, society);
  await goOffline(page, line);
  const text = `Never mind ${page.viewportSize()?.width}`;
  await ask(page, text);
  await openWaiting(page);
  await waiting(page)
    .getByRole("button", { name: /^Discard/ })
    .click();
  await expect(page.getByText(`Discarded: Question: ${text}`)).toBeVisible();
  await goOnline(page, line);
  await expect(online(page)).toHaveCount(0, { timeout: 30_000 });
  const { length } = await society.query(`select from member_case where text = '${text}'`);
  expect(length).toBe(0);
});

test("on a shared device nothing waits: Submit stays grey, with its reason", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await page.evaluate(() => localStorage.setItem("shared", "yes"));
  await visit(page, "/app/Questions?new=");
  await goOffline(page, line);
  const submit = page.getByRole("button", { name: "Submit", exact: true });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await expect(submit).toHaveAccessibleDescription(/use the grey buttons again/);
  await expect(page.getByText(/We keep this on this/)).toHaveCount(0);
});

test("Log Out warns of what would be lost, and then nothing is left", async ({
  page,
  line,
  society,
}) => {
  await logInOver(page, line, society);
  await goOffline(page, line);
  await ask(page, "To be lost");
  await logOut(page);
  const warning = page.getByRole("alertdialog");
  await expect(warning).toContainText(
    "Not sent yet: 1. If you log out, anything not sent is lost.",
  );
  await warning.getByRole("button", { name: "Stay logged in" }).click();
  await expect(waiting(page)).toHaveCount(1);
  await logOut(page);
  await warning.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("You are logged out")).toBeVisible();
  await goOnline(page, line);
  await visit(page, "/Login");
  await logIn(page, borrower);
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});
