import type { APIRequestContext, Browser, Page } from "@playwright/test";
import {
  expect,
  lastCode,
  memberPassword,
  mobileOf,
  openSession,
  sideways,
  staffPassword,
  test,
  violations,
} from "./portal.ts";

// A borrower may have one application, so one test covers both widths.
const BORROWER = "MS1012";
const widths = [
  { width: 1366, height: 900 },
  { width: 360, height: 740 },
];

/** Signs up people without a login, with the calls that the page makes. */
async function signUp(request: APIRequestContext): Promise<void> {
  const mobile = await mobileOf(request, BORROWER);
  await request.post("/api/v1/auth/registerOtp", { data: { memberNo: BORROWER } });
  const answer = await request.post("/api/v1/auth/register", {
    data: {
      memberNo: BORROWER,
      mobileNo: mobile,
      email: "lokwang.nakiru@example.com",
      password: memberPassword,
      password_confirmation: memberPassword,
      otp: await lastCode(request, mobile),
    },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

async function openAs(browser: Browser, request: APIRequestContext, memberNo: string) {
  const storageState = await openSession(request, { memberNo, password: memberPassword });
  const context = await browser.newContext({ storageState, reducedMotion: "reduce" });
  return context.newPage();
}

/** Checks the page at both widths. */
async function judge(page: Page): Promise<void> {
  for (const viewport of widths) {
    await page.setViewportSize(viewport);
    expect(await sideways(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  }
}

/** Answers the borrower's request as a guarantor does, with the code from the phone. */
async function answer(
  browser: Browser,
  request: APIRequestContext,
  { memberNo, accept }: { readonly memberNo: string; readonly accept: boolean },
): Promise<void> {
  const page = await openAs(browser, request, memberNo);
  await page.goto("/app");
  const need = page.getByRole("listitem").filter({ hasText: "Lokwang Ekai Nakiru asks you" });
  await need.getByRole("link", { name: "Answer" }).click();
  const card = page.getByRole("region", { name: /Lokwang Ekai Nakiru asks you/ });
  await expect(card.getByText("Left after that")).toBeVisible();
  await expect(card.getByText("You guarantee already")).toBeVisible();
  await card.getByRole("button", { name: accept ? "Accept" : "Decline", exact: true }).click();
  await expect(card.getByRole("heading", { name: "Your answer" })).toBeFocused();
  await judge(page);
  await card.getByRole("button", { name: "Send OTP" }).click();
  await expect(card.getByText("Code sent.")).toBeVisible();
  await card.getByLabel("OTP").fill(await lastCode(request, await mobileOf(request, memberNo)));
  const confirm = accept ? /Accept and pledge/ : "Decline this request";
  await card.getByRole("button", { name: confirm }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(card).toBeHidden();
  await page.goto("/app/GurantorList");
  const paid = page.getByRole("region", { name: "How these loans are being repaid" });
  const row = paid.getByRole("listitem").filter({ hasText: "Lokwang" });
  if (accept) await expect(row).toContainText("Not paid out yet");
  else await expect(row).toHaveCount(0);
  await judge(page);
  await page.context().close();
}

/** Applies for 95,000, more than the borrower's deposits cover, and names one guarantor. */
async function apply(page: Page): Promise<void> {
  await page.goto("/app/AddLoanForm");
  await page.getByLabel("Amount", { exact: true }).fill("95,000");
  await page.getByRole("radio", { name: "6" }).check();
  const group = page.getByRole("group", { name: "Guarantors" });
  await expect(group).toContainText("Still uncovered: Ksh");
  await group.getByLabel("Guarantor 1, Member No").fill("NOBODY");
  await group.getByLabel("Guarantor 1, amount").fill("20 000");
  await expect(group).toContainText("Your guarantors would cover it.");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(group.getByText(/^We cannot ask this member/)).toBeVisible();
  await expect(group.getByLabel("Guarantor 1, amount")).toHaveValue("20,000");
  await judge(page);
  await group.getByLabel("Guarantor 1, Member No").fill("ms1005");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/LoanList\?loan=/);
}

async function approve(request: APIRequestContext, loanNo: string): Promise<number> {
  const login = { memberNo: "ST9002", password: staffPassword };
  const signedIn = await request.post("/api/v1/auth/authenticate", { data: login });
  const { token } = (await signedIn.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const loan = `/api/v1/instant-loans/${loanNo}`;
  const file = await request.get(`${loan}/file`, { headers });
  const { shownDigest } = (await file.json()) as { shownDigest: string };
  const reply = await request.post(`${loan}/approval`, { headers, data: { shownDigest } });
  return reply.status();
}

test("one guarantor declines and is replaced, the other accepts, and the loan is approved", async ({
  browser,
  request,
}) => {
  test.setTimeout(180_000);
  await signUp(request);
  const page = await openAs(browser, request, BORROWER);
  await apply(page);
  const loanNo = new URL(page.url()).searchParams.get("loan") ?? "";
  const card = page.getByRole("region", { name: "Guarantors" });
  await expect(card.getByRole("listitem")).toContainText("Asked");
  await answer(browser, request, { memberNo: "MS1005", accept: false });
  expect(await approve(request, loanNo)).toBe(409);
  await page.reload();
  await expect(card.getByRole("listitem")).toContainText("Declined");
  await judge(page);
  await card.getByRole("button", { name: "Replace Member MS1005" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByLabel("Member No")).toBeFocused();
  await judge(page);
  await dialog.getByLabel("Member No").fill("MS1005");
  await dialog.getByRole("button", { name: "Ask this member" }).click();
  await expect(dialog.getByText(/already asked/)).toBeVisible();
  await dialog.getByLabel("Member No").fill("MS1007");
  await dialog.getByRole("button", { name: "Ask this member" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByRole("listitem")).toContainText("Member MS1007");
  await answer(browser, request, { memberNo: "MS1007", accept: true });
  await page.reload();
  await expect(card.getByRole("listitem")).toContainText("Kipkemboi Cheruiyot Langat");
  await expect(card).toContainText("Ksh 20,000.00 of");
  expect(await approve(request, loanNo)).toBe(201);
});
