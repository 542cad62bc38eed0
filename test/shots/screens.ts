import type { Page } from "@playwright/test";
import { abort, keepLoading, type Screen, seen, speakKiswahili } from "./arrange.ts";
import { approvalScreens } from "./approval-screens.ts";
import { caseScreens } from "./cases.ts";
import { deskScreens } from "./desk-screens.ts";
import { dividendDeskScreens } from "./dividend-desk.ts";
import { proofScreens } from "./proof-screens.ts";
import { guaranteeScreens } from "./guarantee-screens.ts";
import * as policy from "./loan-policy.ts";
import { membershipScreens } from "./membership-screens.ts";
import { checkOffScreens } from "./check-off.ts";
import { settingsScreens } from "./settings.ts";
import { privacyScreens } from "./privacy.ts";
import { payoutScreens } from "./payout-screens.ts";
import { importScreens } from "./imports.ts";
import { splitScreens } from "./split-screens.ts";
import { staffScreens } from "./staff-screens.ts";
import { answerLoans, fillLoan, noLoans, submitLoan } from "./loan-states.ts";

async function fillSignUp(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("MS1012");
  await page.getByLabel("Mobile No").fill("0712 000 482");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill("4071");
  await page.getByLabel("Email").fill("jina@example.com");
  await page.getByLabel("Password", { exact: true }).fill("savings-2019");
  await page.getByLabel("Password Confirmation", { exact: true }).fill("savings");
}

async function rejectLogin(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("MS1001");
  await page.getByLabel("Password", { exact: true }).fill("not-the-one");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").waitFor();
}

const searchFor = (typed: string, shown: string) => async (page: Page) => {
  await page.getByRole("combobox").fill(typed);
  await page.getByText(shown).first().waitFor();
  await page.getByRole("combobox").press("ArrowDown");
};

async function openMenu(page: Page): Promise<void> {
  const narrow = (page.viewportSize()?.width ?? 0) < 960;
  if (narrow) await page.getByRole("button", { name: "Menu", exact: true }).click();
}

const answerOtp = (page: Page) =>
  page.route("**/auth/registerOtp", (route) =>
    route.fulfill({ json: { code: 200, message: "Otp Sent Successful" } }),
  );

const answerCode = (page: Page) =>
  page.route("**/api/v1/verification/*", (route) =>
    route.fulfill({
      json: {
        organisationName: "Uzima Hospital Staff Sacco",
        holder: "W••••• N•••• K••••",
        memberNo: "MS••••",
        statement: "savings",
        from: "2025-10-15",
        to: "2026-04-14",
        closing: 225750.5,
        issuedOn: "2026-04-14",
      },
    }),
  );

async function compare(page: Page): Promise<void> {
  await page.getByLabel("Verification code").fill("7KQF-2M9D-XP4T");
  await page.getByRole("button", { name: "Check" }).click();
  await page.getByLabel("Closing balance on the paper").fill("325,750.50");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("alert").waitFor();
}

export const screens: Screen[] = [
  { name: "landing", path: "/", as: "nobody" },
  { name: "landing-kiswahili", path: "/", as: "nobody", after: speakKiswahili },
  { name: "landing-failed", path: "/", as: "nobody", before: abort("**/notices") },
  { name: "login", path: "/Login", as: "nobody" },
  {
    name: "login-empty",
    path: "/Login?next=%2Fapp%2FNotes",
    as: "nobody",
    after: (page) => page.getByRole("button", { name: "Log in" }).click(),
  },
  {
    name: "login-failed",
    path: "/Login",
    as: "nobody",
    before: abort("**/auth/authenticate"),
    after: rejectLogin,
  },
  { name: "sign-up", path: "/SignUp", as: "nobody" },
  { name: "sign-up-filled", path: "/SignUp", as: "nobody", before: answerOtp, after: fillSignUp },
  {
    name: "sign-up-refused",
    path: "/SignUp",
    as: "nobody",
    after: (page) => page.getByRole("button", { name: "Sign Up" }).click(),
  },
  { name: "change-password", path: "/ChangePassword", as: "nobody" },
  { name: "information", path: "/Information", as: "nobody" },
  { name: "information-failed", path: "/Information", as: "nobody", before: abort("**/notices") },
  {
    name: "information-empty",
    path: "/Information",
    as: "nobody",
    before: (page) => page.route("**/notices", (route) => route.fulfill({ json: [] })),
  },
  { name: "not-found", path: "/nothing", as: "nobody" },
  { name: "profile", path: "/app", as: "member" },
  { name: "profile-kiswahili", path: "/app", as: "member", after: speakKiswahili },
  { name: "profile-menu", path: "/app", as: "member", after: openMenu },
  {
    name: "profile-failed",
    path: "/app",
    as: "member",
    before: abort("**/MS*"),
    after: seen("We could not load your details"),
  },
  { name: "profile-loading", path: "/app", as: "member", after: keepLoading("**/api/v1/*/**") },
  { name: "notes", path: "/app/Notes", as: "member" },
  { name: "staff-only", path: "/app/Instant", as: "member" },
  { name: "desk-role", path: "/app/LoanPolicy", as: "clerk" },
  { name: "savings", path: "/app/ShareStatement", as: "member" },
  { name: "savings-kiswahili", path: "/app/ShareStatement", as: "member", after: speakKiswahili },
  {
    name: "savings-searched",
    path: "/app/ShareStatement",
    as: "member",
    after: (page) => page.getByRole("searchbox").fill("m-pesa"),
  },
  {
    name: "savings-not-found",
    path: "/app/ShareStatement",
    as: "member",
    after: (page) => page.getByRole("searchbox").fill("zzz"),
  },
  {
    name: "savings-quiet",
    path: "/app/ShareStatement?from=2019-01-01&to=2019-01-31",
    as: "member",
  },
  {
    name: "savings-backwards",
    path: "/app/ShareStatement?from=2026-02-01&to=2026-01-01",
    as: "member",
  },
  {
    name: "savings-failed",
    path: "/app/ShareStatement",
    as: "member",
    before: abort("**/statements/savings?**"),
    after: seen("We could not load your statement"),
  },
  {
    name: "savings-loading",
    path: "/app/ShareStatement",
    as: "member",
    after: keepLoading("**/statements/savings?**"),
  },
  {
    name: "savings-paper",
    path: "/app/ShareStatement",
    as: "member",
    after: async (page) => {
      await page.evaluate("window.print = () => undefined");
      await page.getByRole("button", { name: "Print" }).click();
      await page.locator("article").waitFor({ state: "attached" });
      await page.emulateMedia({ media: "print" });
    },
  },
  {
    name: "savings-copy-of-screen",
    path: "/app/ShareStatement",
    as: "member",
    after: (page) => page.emulateMedia({ media: "print" }),
  },
  {
    name: "savings-download-failed",
    path: "/app/ShareStatement",
    as: "member",
    before: abort("**/documents"),
    after: async (page) => {
      await page.getByRole("button", { name: "PDF" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "share-capital", path: "/app/ShareCapital", as: "member" },
  { name: "dividend", path: "/app/DividendList", as: "member" },
  { name: "loans", path: "/app/LoanStatement", as: "member" },
  { name: "loan", path: "/app/LoanStatement?loan=DL0318", as: "member" },
  { name: "loan-unknown", path: "/app/LoanStatement?loan=NONE-1", as: "member" },
  ...guaranteeScreens,
  ...privacyScreens,
  ...splitScreens,
  ...approvalScreens,
  ...staffScreens,
  { name: "apply", path: "/app/AddLoanForm", as: "member" },
  { name: "apply-filled", path: "/app/AddLoanForm", as: "member", after: fillLoan("5 001") },
  { name: "apply-cliff", path: "/app/AddLoanForm", as: "member", after: fillLoan("5,000") },
  { name: "apply-refused", path: "/app/AddLoanForm", as: "member", after: submitLoan },
  {
    name: "apply-lost",
    path: "/app/AddLoanForm",
    as: "member",
    before: abort("**/instant/register"),
    after: async (page) => {
      await fillLoan("6600")(page);
      await submitLoan(page);
    },
  },
  {
    name: "apply-kiswahili",
    path: "/app/AddLoanForm",
    as: "member",
    after: async (page) => {
      await fillLoan("5000")(page);
      await speakKiswahili(page);
    },
  },
  {
    name: "apply-blocked",
    path: "/app/AddLoanForm",
    as: "member",
    before: answerLoans,
    after: seen("You cannot borrow at the moment"),
  },
  {
    name: "apply-failed",
    path: "/app/AddLoanForm",
    as: "member",
    before: abort("**/instant-loans/policy"),
    after: seen("We could not load the application form"),
  },
  {
    name: "apply-loading",
    path: "/app/AddLoanForm",
    as: "member",
    after: keepLoading("**/instant-loans/policy"),
  },
  { name: "loan-list", path: "/app/LoanList", as: "member", before: answerLoans },
  {
    name: "loan-list-empty",
    path: "/app/LoanList",
    as: "member",
    before: (page) => page.route("**/loans", (route) => route.fulfill({ json: noLoans })),
  },
  {
    name: "loan-list-failed",
    path: "/app/LoanList",
    as: "member",
    before: abort("**/loans"),
    after: seen("We could not load your loans"),
  },
  {
    name: "application",
    path: "/app/LoanList?loan=INS-2026-0004",
    as: "member",
    before: answerLoans,
  },
  {
    name: "application-kiswahili",
    path: "/app/LoanList?loan=INS-2026-0004",
    as: "member",
    before: answerLoans,
    after: speakKiswahili,
  },
  {
    name: "application-declined",
    path: "/app/LoanList?loan=INS-2026-0002",
    as: "member",
    before: answerLoans,
  },
  {
    name: "application-paid-out",
    path: "/app/LoanList?loan=INS-2026-0001",
    as: "member",
    before: answerLoans,
  },
  {
    name: "application-withdrawing",
    path: "/app/LoanList?loan=INS-2026-0004",
    as: "member",
    before: answerLoans,
    after: (page) => page.getByRole("button", { name: "Withdraw" }).click(),
  },
  { name: "application-unknown", path: "/app/LoanList?loan=NONE-1", as: "member" },
  { name: "profile-waiting", path: "/app", as: "member", before: answerLoans },
  { name: "guarantor", path: "/app/GurantorList", as: "member" },
  { name: "contributions", path: "/app/Contributions", as: "member" },
  { name: "withdrawable", path: "/app/WithdrawableStatement", as: "member" },
  { name: "contribution", path: "/app/MySettings?part=contribution", as: "member" },
  { name: "leaving", path: "/app/MySettings?part=leaving", as: "member" },
  { name: "bank-account", path: "/app/BankAccount", as: "member" },
  { name: "verify", path: "/Verify", as: "nobody" },
  { name: "verify-unknown", path: "/Verify/AAAA-BBBB-CCCC", as: "nobody" },
  { name: "verify-differs", path: "/Verify", as: "nobody", before: answerCode, after: compare },
  { name: "staff", path: "/app", as: "clerk" },
  ...checkOffScreens,
  ...importScreens,
  ...deskScreens,
  ...caseScreens,
  ...membershipScreens,
  ...dividendDeskScreens,
  ...proofScreens,
  ...payoutScreens,
  { name: "member-search-empty", path: "/app/Instant", as: "clerk" },
  {
    name: "member-search-hits",
    path: "/app/Instant",
    as: "clerk",
    after: searchFor("mut", "by name"),
  },
  {
    name: "member-search-phone",
    path: "/app/Instant",
    as: "clerk",
    after: searchFor("0712", "by phone"),
  },
  {
    name: "member-search-short",
    path: "/app/Instant",
    as: "clerk",
    after: searchFor("wa", "Type 3 letters"),
  },
  {
    name: "member-search-none",
    path: "/app/Instant",
    as: "clerk",
    after: searchFor("xyzzy", "No member found"),
  },
  {
    name: "member-search-failed",
    path: "/app/Instant",
    as: "clerk",
    before: abort("**/members?search=*"),
    after: searchFor("wanjiru", "The search failed"),
  },
  {
    name: "member-search-limited",
    path: "/app/Instant",
    as: "clerk",
    before: (page) =>
      page.route("**/members?search=*", (route) =>
        route.fulfill({ status: 429, headers: { "retry-after": "42" }, json: { code: 429 } }),
      ),
    after: searchFor("wanjiru", "Too many searches"),
  },
  {
    name: "member-search-kiswahili",
    path: "/app/Instant",
    as: "clerk",
    after: async (page) => {
      await speakKiswahili(page);
      await searchFor("mut", "kwa jina")(page);
    },
  },
  { name: "member-record", path: "/app/MemberRecord?member=MS1001", as: "clerk" },
  {
    name: "member-record-kiswahili",
    path: "/app/MemberRecord?member=MS1001",
    as: "clerk",
    after: speakKiswahili,
  },
  { name: "member-record-unknown", path: "/app/MemberRecord?member=NONE", as: "clerk" },
  { name: "member-record-unnamed", path: "/app/MemberRecord", as: "clerk" },
  {
    name: "member-record-loading",
    path: "/app/MemberRecord?member=MS1001",
    as: "clerk",
    after: keepLoading("**/record"),
  },
  { name: "policy", path: "/app/LoanPolicy", as: "administrator", after: policy.typePolicy },
  { name: "policy-wrong", path: "/app/LoanPolicy", as: "administrator", after: policy.typeWrong },
  { name: "policy-question", path: "/app/LoanPolicy", as: "administrator", after: policy.askToSet },
  { name: "policy-set", path: "/app/LoanPolicy", as: "administrator", after: policy.listSomebody },
  ...settingsScreens,
];

const accounts = {
  member: ["MS1001", "Demo-2026-mwanachama"],
  clerk: ["ST9001", "Demo-2026-mfanyakazi"],
  officer: ["ST9002", "Demo-2026-mfanyakazi"],
  treasurer: ["ST9005", "Demo-2026-mfanyakazi"],
  administrator: ["ST9003", "Demo-2026-mfanyakazi"],
} as const;

/** Signs in through the page, as a person does. */
export async function signIn(page: Page, who: keyof typeof accounts): Promise<void> {
  const [number, password] = accounts[who];
  await page.goto("/Login");
  await page.getByLabel("Member No").fill(number);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL("**/app**");
}
