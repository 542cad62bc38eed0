import type { Page } from "@playwright/test";

/** One screen that `npm run shots` photographs, at each size and in each colour scheme. */
export interface Screen {
  /** The picture's file name; `npm run shots -- word` takes the names that contain the word. */
  name: string;
  path: string;
  as: "nobody" | "member" | "clerk" | "checker" | "administrator";
  /** What happens before the page is opened, such as calls made to fail. */
  before?: (page: Page) => Promise<unknown>;
  /** What happens once it is open, such as a form filled in. */
  after?: (page: Page) => Promise<unknown>;
}

const abort = (pattern: string) => (page: Page) => page.route(pattern, (route) => route.abort());

/** Opens the page once more with calls that are never answered: what loading looks like. */
const keepLoading = (pattern: string) => async (page: Page) => {
  await page.route(pattern, () => undefined);
  await page.reload({ waitUntil: "commit" });
  await page
    .getByRole("status", { name: /^Loading/ })
    .first()
    .waitFor();
};

const seen = (words: string) => (page: Page) => page.getByText(words).first().waitFor();

async function speakKiswahili(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Kiswahili" }).click();
  await page.getByRole("button", { name: "English" }).waitFor();
}

async function fillSignUp(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("MS1012");
  await page.getByLabel("Mobile No").fill("0712 000 482");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await page.getByLabel("OTP", { exact: true }).fill("4071");
  await page.getByLabel("Email").fill("jina@example.com");
  await page.getByLabel("Password", { exact: true }).fill("savings-2019");
  await page.getByLabel("Password Confirmation", { exact: true }).fill("savings");
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("MS1001");
  await page.getByLabel("Password", { exact: true }).fill("not-the-one");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("alert").waitFor();
}

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
    after: refuseLogin,
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
  { name: "not-open", path: "/app/Questions", as: "member" },
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
  { name: "guarantor", path: "/app/GurantorList", as: "member" },
  { name: "withdrawable", path: "/app/WithdrawableStatement", as: "member" },
  { name: "verify", path: "/Verify", as: "nobody" },
  { name: "verify-unknown", path: "/Verify/AAAA-BBBB-CCCC", as: "nobody" },
  { name: "verify-differs", path: "/Verify", as: "nobody", before: answerCode, after: compare },
  { name: "staff", path: "/app", as: "clerk" },
];

const accounts = {
  member: ["MS1001", "Demo-2026-mwanachama"],
  clerk: ["ST9001", "Demo-2026-mfanyakazi"],
  checker: ["ST9002", "Demo-2026-mfanyakazi"],
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
