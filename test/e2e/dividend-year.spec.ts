import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { callsOf } from "./calls.ts";
import { confirm, declare, type OwnSociety, test } from "./own-society.ts";
import { expect, lastCode, mobileOf, fits } from "./portal.ts";

// Nyambura has a running loan and a phone that is not confirmed yet.
const memberNo = "MS1008";
const loanNo = "DL0335";
const phone = { width: 360, height: 740 };

/** Pays what the demo's latest year still owes, so that the new year starts with nothing due. */
async function payYearBefore({ request }: OwnSociety, year: number): Promise<void> {
  const call = await callsOf(request, "ST9003");
  for (const step of ["lock", "payment"]) {
    const { digest } = await call<{ digest: string }>("GET", `dividends/${year}/uptake`);
    await call("POST", `dividends/${year}/${step}`, { digest });
  }
}

async function latestYear({ request }: OwnSociety): Promise<number> {
  const call = await callsOf(request, "ST9001");
  const [latest] = await call<{ year: number }[]>("GET", "dividends");
  return latest?.year ?? 0;
}

async function place(page: Page, row: number, mode: string, amount: string): Promise<void> {
  await page.getByLabel(`Mode, row ${row}`).selectOption({ label: mode });
  await page.getByLabel(`Amount, row ${row}`, { exact: true }).fill(amount);
}

/** Confirms the number on the split page, with the code sent to it. */
async function confirmNumber(page: Page, { request }: OwnSociety): Promise<void> {
  await page.getByRole("button", { name: "Confirm this number" }).first().click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Send OTP" }).click();
  await expect(dialog.getByText("Code sent.")).toBeVisible();
  const code = await lastCode(request, await mobileOf(request, memberNo));
  await dialog.getByLabel("OTP", { exact: true }).fill(code);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toBeHidden();
}

/** The member sees the calculation and splits it: to shares, to the phone twice, and to a loan. */
async function split(page: Page, society: OwnSociety): Promise<void> {
  await page.setViewportSize(phone);
  await page.goto("/app");
  await page.getByRole("link", { name: "Split your dividend" }).click();
  await expect(page.getByText("How we calculated it")).toBeVisible();
  await place(page, 1, "CAPITALIZE TO SHARES", "1,000");
  await place(page, 2, "PAY THROUGH EFT(MOBILE)", "2,000");
  await place(page, 3, "PAY THROUGH EFT(MOBILE)", "1,000");
  await place(page, 4, "OFFSET A LOAN", "500");
  await confirmNumber(page, society);
  await page.getByRole("button", { name: "Put the rest here, in row 4" }).click();
  await expect(page.getByText("All shared out", { exact: true })).toBeVisible();
  await fits(page);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("heading", { name: "We have your choice" })).toBeFocused();
  await expect(page.getByText(`Loan ${loanNo}`, { exact: true })).toBeVisible();
  await smsTo(society, /(choice no\.|toleo) 1\b/);
}

/** Waits until the member's phone has received such a text. */
async function smsTo({ request }: OwnSociety, says: RegExp): Promise<void> {
  const mobile = await mobileOf(request, memberNo);
  await expect(async () => {
    const messages = await (await request.get("/dev/outbox.json")).json();
    const texts = (messages as { to: string; text: string }[]).filter(({ to }) => to === mobile);
    expect(texts.map(({ text }) => text).join("\n")).toMatch(says);
  }).toPass({ timeout: 30_000 });
}

async function saved(page: Page, button: string): Promise<string[][]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const lines = text.replace("\uFEFF", "").trimEnd().split("\r\n");
  return lines.map((line) => line.split(","));
}

/** Puts the waiting payouts into a file and returns its rows. */
async function takeFile(page: Page, file: number): Promise<string[][]> {
  await page.getByRole("button", { name: "Make a file" }).click();
  await page.getByRole("button", { name: "Yes, make the file" }).click();
  await expect(page.getByText(`File ${file}:`)).toBeVisible();
  return saved(page, `CSV of file ${file}`);
}

interface Results {
  readonly file: number;
  readonly rows: readonly string[];
}

/** One person uploads results, which settle nothing until the treasurer approves them. */
async function bringResults(page: Page, treasurer: Page, { file, rows }: Results): Promise<void> {
  await page.getByRole("button", { name: `Upload results of file ${file}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText("Choose the file first.")).toBeVisible();
  const csv = ["Reference,Receipt,Amount,Reason", ...rows].join("\n");
  const buffer = Buffer.from(csv);
  const chosen = { name: "results.csv", mimeType: "text/csv", buffer };
  await dialog.getByLabel("Results file").setInputFiles(chosen);
  await dialog.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(dialog.getByText(`${rows.length - failuresIn(rows)} paid`)).toBeVisible();
  await fits(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: "Results waiting for approval" })).toBeVisible();
  await treasurer.goto("/app/Approvals");
  await treasurer.getByRole("button", { name: /^Approve: Accept these results/ }).click();
  await fits(treasurer);
  await treasurer.getByRole("button", { name: "Yes, approve" }).click();
  await expect(treasurer.getByText("Approved and done.")).toBeVisible();
  await page.reload();
}

const failuresIn = (rows: readonly string[]) => rows.filter((row) => row.includes(",,")).length;

interface Year {
  readonly year: number;
  /** The day on which members choose. */
  readonly day: string;
}

/** Declares, reviews, approves by another person, and posts for all members. */
async function post(office: Page, treasurer: Page, { year, day }: Year): Promise<void> {
  await office.goto("/app/Dividends?year=new");
  await office.getByLabel("Hold against arrears").uncheck();
  await declare(office, { year, from: day, until: day, closesAt: "17:00" });
  await expect(office.getByRole("heading", { name: "The twenty largest" })).toBeVisible();
  await treasurer.goto(`/app/Dividends?year=${year}`);
  await confirm(treasurer, "Approve", /members, Ksh [\d,.]+ in total/, "Yes, approve");
  await office.reload();
  await confirm(office, "Post for all members", /members receive Ksh [\d,.]+/, "Yes, post");
}

/** Locks and pays; the tax return lists each member's withheld tax. */
async function payOut(office: Page, { year }: Year): Promise<void> {
  await office.goto(`/app/Dividends?year=${year}`);
  await confirm(office, "Lock", /1 members have chosen/, "Yes, lock");
  await confirm(office, "Pay", /OFFSET A LOAN: 1 members, Ksh [\d,.]+/, "Yes, pay");
  await expect(office.getByText("Every payable part is posted.")).toBeVisible();
  const tax = await saved(office, "CSV, Tax withheld");
  expect(tax.slice(1).map((row) => [row[0], row[4], row[5]])).toEqual([
    [memberNo, "2000.00", "100.00"],
    [memberNo, "1000.00", "50.00"],
  ]);
}

/** Sends the two payments in a file; one arrives, and the other is reported as failed. */
async function sendFile(office: Page, society: OwnSociety, references: string[]): Promise<void> {
  await office.getByRole("link", { name: "Open payouts" }).click();
  await expect(office.getByRole("row", { name: /MS1008/ })).toHaveCount(2);
  await fits(office);
  const [head, ...sent] = await takeFile(office, 2);
  const mobile = (await mobileOf(society.request, memberNo)).replace("+", "");
  expect(head).toEqual(["Phone", "Amount", "Name", "Reference"]);
  expect(sent.map(([to, amount, , reference]) => [to, amount, reference])).toEqual([
    [mobile, "1900", references[0]],
    [mobile, "950", references[1]],
  ]);
  const rows = [`${references[0]},QAB1000001,1900.00,`, `${references[1]},,,Number not registered`];
  await bringResults(office, await society.open("ST9005"), { file: 2, rows });
  await smsTo(society, /950\.00 .*(did not reach your phone|hazikufika kwenye simu yako)/);
}

/** Another person decides the exception; it is sent again and settled by its receipt. */
async function sendAgain(office: Page, treasurer: Page, reference: string): Promise<void> {
  await office.getByRole("link", { name: /^Exceptions 1/ }).click();
  const failed = office.getByRole("row", { name: /Number not registered/ });
  await failed.getByRole("link").click();
  await expect(office.getByText("The treasurer decides where it goes.")).toBeVisible();
  await fits(office);
  await treasurer.setViewportSize(phone);
  await treasurer.goto("/app/Payouts?tab=exceptions");
  await expect(treasurer.getByText("Number not registered")).toBeVisible();
  await fits(treasurer);
  await treasurer.getByRole("link", { name: /^Nyambura/ }).click();
  await confirm(treasurer, "Send again", /Ksh 950\.00 to 07\d\d \*\*\*/, "Yes, send again");
  await expect(treasurer.getByText("It is sent with the next file")).toBeVisible();
  await office.goto("/app/Payouts");
  expect(await takeFile(office, 3)).toHaveLength(2);
  await bringResults(office, treasurer, { file: 3, rows: [`${reference},QAB1000002,950,`] });
  // These two, and what the demo paid: a withdrawal in cash, and two by a file for the bank.
  await office.getByRole("link", { name: /^Paid 5/ }).click();
  await office
    .getByRole("row", { name: /QAB1000002/ })
    .getByRole("link")
    .click();
  await expect(office.getByText("Receipt QAB1000002")).toBeVisible();
  await expect(office.getByRole("listitem").filter({ hasText: "Failed" })).toHaveCount(1);
}

test("a year goes from the meeting to phones, shares and loans, and ends at zero", async ({
  society,
}) => {
  test.setTimeout(180_000);
  const before = await latestYear(society);
  const year = before + 1;
  const day = `${year + 1}-03-20`;
  await society.setClock(`${day}T07:00:00Z`);
  await payYearBefore(society, before);
  const office = await society.open("ST9003");
  await post(office, await society.open("ST9005"), { year, day });
  await split(await society.open(memberNo), society);
  await office.reload();
  await expect(office.getByText("Have chosen").locator("..")).toContainText("1");

  // The evening of that day: the window has closed, and everybody signs in again.
  await society.setClock(`${day}T15:00:00Z`);
  const evening = await society.open("ST9003");
  await payOut(evening, { year, day });
  const references = [2, 3].map((leg) => `DIV-${year}-${memberNo}-${leg}`);
  await sendFile(evening, society, references);
  const member = await society.open(memberNo);
  await member.setViewportSize(phone);
  await member.goto("/app");
  await expect(member.getByText("Ksh 950.00 of your dividend did not reach")).toBeVisible();
  await fits(member);
  await sendAgain(evening, await society.open("ST9005"), references[1] ?? "");

  await member.goto("/app/DividendList");
  await expect(member.getByText("Receipt QAB1000002")).toBeVisible();
  await expect(member.getByRole("row", { name: /Total Amount/ })).toContainText("0.00");
  await fits(member);
  await member.goto(`/app/LoanStatement?loan=${loanNo}`);
  await expect(member.getByText(`Dividend for ${year}, to loan ${loanNo}`)).toBeVisible();
});
