import type { Page } from "@playwright/test";

/** The people whose pages are read; each is signed in once for both languages. */
export const readers = {
  nobody: "",
  member: "MS1001",
  withdrawer: "MS1002",
  applicant: "MS1009",
  officer: "ST9002",
} as const;

export type Who = keyof typeof readers;

/**
 * A page that is read as a whole, opened by its address or by a link, or a deed whose announcements
 * and changes are read.
 */
export type Moment =
  | { readonly open: string }
  | { readonly follow: string }
  | { readonly deed: string; readonly act: (page: Page) => Promise<unknown> };

export interface SpokenJourney {
  /** The name of its transcript in test/spoken. */
  readonly name: string;
  readonly who: Who;
  /** Whether the header and the menu are read, which are the same on all pages. */
  readonly withMenu?: boolean;
  readonly moments: readonly Moment[];
}

const open = (address: string): Moment => ({ open: address });
const press = (deed: string, selector: string): Moment => ({
  deed,
  act: (page) => page.locator(selector).first().click(),
});
const submit = (deed: string): Moment => press(deed, "main form [type=submit]:visible");
const type = (typed: Readonly<Record<string, string>>): Moment => ({
  deed: `type ${Object.values(typed).join(", ")}`,
  async act(page) {
    for (const [name, value] of Object.entries(typed)) {
      await page.locator(`main [name="${name}"]`).first().fill(value);
    }
  },
});
const choose = (name: string, value: string): Moment => ({
  deed: `choose ${value}`,
  act: (page) => page.locator(`main select[name="${name}"]`).selectOption(value),
});
/** Everything that is folded away on a phone. */
const unfold: Moment = {
  deed: "open every part that is folded",
  async act(page) {
    const folded = page.locator("main button[aria-expanded=false]:visible");
    for (let left = await folded.count(); left > 0; left -= 1) await folded.first().press("Enter");
  },
};

const publicJourneys: readonly SpokenJourney[] = [
  { name: "landing", who: "nobody", withMenu: true, moments: [open("/")] },
  {
    name: "log-in",
    who: "nobody",
    moments: [
      open("/Login"),
      submit("log in without a number"),
      type({ memberNo: "MS1001", password: "not-the-one" }),
      submit("log in with a wrong password"),
    ],
  },
  {
    name: "sign-up",
    who: "nobody",
    moments: [open("/SignUp"), press("sign up with nothing", "main [type=submit] >> nth=-1")],
  },
  {
    name: "change-password",
    who: "nobody",
    moments: [open("/ChangePassword"), press("ask for nothing", "main form button")],
  },
  { name: "information", who: "nobody", moments: [open("/Information")] },
  { name: "privacy-notice", who: "nobody", moments: [open("/Privacy")] },
  { name: "not-found", who: "nobody", moments: [open("/nothing")] },
  {
    name: "verify",
    who: "nobody",
    moments: [open("/Verify"), submit("check without a code"), open("/Verify/AAAA-BBBB-CCCC")],
  },
];

const memberJourneys: readonly SpokenJourney[] = [
  {
    name: "profile",
    who: "member",
    withMenu: true,
    moments: [
      open("/app"),
      unfold,
      { deed: "open the menu", act: (page) => page.locator("nav button").last().click() },
      { deed: "close the menu", act: (page) => page.keyboard.press("Escape") },
    ],
  },
  {
    name: "savings",
    who: "member",
    moments: [
      open("/app/ShareStatement"),
      { deed: "search for nothing", act: (page) => page.getByRole("searchbox").fill("zzz") },
    ],
  },
  { name: "share-capital", who: "member", moments: [open("/app/ShareCapital")] },
  { name: "dividends", who: "member", moments: [open("/app/DividendList")] },
  { name: "loans", who: "member", moments: [open("/app/LoanStatement")] },
  { name: "loan", who: "member", moments: [open("/app/LoanStatement?loan=DL0318"), unfold] },
  { name: "withdrawable", who: "member", moments: [open("/app/WithdrawableStatement")] },
  { name: "contributions", who: "member", moments: [open("/app/Contributions")] },
  {
    name: "apply",
    who: "member",
    moments: [
      open("/app/AddLoanForm"),
      submit("apply for nothing"),
      type({ amount: "5000" }),
      {
        deed: "choose 3 months",
        act: (page) => page.locator('main [name="period"][value="3"]').check({ force: true }),
      },
    ],
  },
  {
    name: "application",
    who: "applicant",
    moments: [open("/app/LoanList"), { follow: "main tbody a" }],
  },
  { name: "guarantees", who: "member", moments: [open("/app/GurantorList")] },
  {
    name: "guarantee-answer",
    who: "member",
    moments: [
      open("/app/GuaranteeRequests"),
      press("accept", `main button:text-is("Accept"), main button:text-is("Kubali")`),
      submit("accept without a code"),
    ],
  },
  {
    name: "split",
    who: "member",
    moments: [
      open("/app/SplitDividend"),
      {
        deed: "type 10000 in the first row",
        act: (page) => page.locator("main input[inputmode=decimal]:visible").first().fill("10000"),
      },
    ],
  },
  {
    name: "pay-in",
    who: "member",
    moments: [open("/app/PayIn"), submit("ask for nothing")],
  },
  {
    name: "withdraw",
    who: "withdrawer",
    moments: [open("/app/Withdraw"), type({ amount: "999999999" }), submit("withdraw too much")],
  },
  {
    name: "move-money",
    who: "withdrawer",
    moments: [
      open("/app/Transfer"),
      submit("move nothing"),
      type({ amount: "1000" }),
      choose("when", "monthly"),
    ],
  },
  { name: "bank-account", who: "withdrawer", moments: [open("/app/BankAccount")] },
  {
    name: "questions",
    who: "member",
    moments: [open("/app/Questions"), submit("send nothing"), open("/app/Questions?case=Q-000004")],
  },
  { name: "notes", who: "member", moments: [open("/app/Notes")] },
  { name: "settings", who: "member", moments: [open("/app/MySettings"), unfold] },
  {
    name: "contribution",
    who: "member",
    moments: [open("/app/MySettings?part=contribution"), submit("send what is there")],
  },
  {
    name: "nominees",
    who: "withdrawer",
    moments: [open("/app/MySettings?part=nominees"), submit("send what is there")],
  },
  { name: "leaving", who: "member", moments: [open("/app/MySettings?part=leaving")] },
  { name: "personal-data", who: "member", moments: [open("/app/Privacy"), submit("ask nothing")] },
];

const officeJourneys: readonly SpokenJourney[] = [
  {
    name: "office-desk",
    who: "officer",
    withMenu: true,
    moments: [
      open("/app"),
      open("/app/LoanQueue"),
      { follow: "a[data-loan]" },
      open("/app/MemberRecord?member=MS1005"),
    ],
  },
];

/** The journeys whose transcripts are kept, by the part of the portal. */
export const journeys = {
  "public pages": publicJourneys,
  "members' pages": memberJourneys,
  "office's desk": officeJourneys,
} as const;
