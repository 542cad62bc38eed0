import type { Page } from "@playwright/test";
import { test } from "./cut-line.ts";
import { expect, memberPassword } from "./portal.ts";
import { keptSince, openWith, PIN, turnOn } from "./reading-offline.ts";
import { startSociety } from "./society-server.ts";
import { visit } from "./waiting.ts";

/** A member of the demo who owes two loans, guarantees three, and is asked for one more. */
const member = { memberNo: "MS1001", password: memberPassword };
const loans = ["DL0318", "IL2041"];

interface Place {
  readonly address: string;
  readonly title: string;
  /** The tables of the page, each with a row. */
  readonly rows?: Readonly<Record<string, RegExp>>;
  /** More that only an answer can say. */
  readonly says?: readonly RegExp[];
}

const money = String.raw`\d[\d,]*\.\d\d`;

/** In an order in which each is reached from the menu or from the page before. */
const places: readonly Place[] = [
  {
    address: "/app",
    title: "Welcome, Wanjiru Njeri Kamau",
    says: [
      new RegExp(`Savings ?Ksh ${money}`),
      new RegExp(`Withdrawable ?Ksh ${money}`),
      new RegExp(`Share Capital ?Ksh ${money}`),
      new RegExp(`Dividend Payable ?Ksh ${money}`),
      /asks you to guarantee a loan/,
      /Use your member number/,
    ],
  },
  {
    address: "/app/Questions?case=Q-000004#latest",
    title: "Q-000004",
    says: [/Yes, with the deposits that are free\./],
  },
  {
    address: "/app/DividendList",
    title: "Dividend Statement",
    rows: { "Dividend Statement": new RegExp(`Dividend for \\d{4}.*${money}`) },
    says: [/You may choose where it goes until/, /How we calculated your dividend for \d{4}/],
  },
  {
    address: "/app/ShareCapital",
    title: "Share Capital Statement",
    rows: { "Share Capital Statement": new RegExp(`Dividend for \\d{4}.*${money}`) },
  },
  {
    address: "/app/ShareStatement",
    title: "Deposits/Savings Statement",
    rows: { "Deposits/Savings Statement": new RegExp(`Check-off.*${money}`) },
  },
  {
    address: "/app/Contributions",
    title: "Fees and Contributions Statement",
    says: [/No fees or contributions yet/],
  },
  {
    address: "/app/WithdrawableStatement",
    title: "W/drawable Deposit Statement",
    rows: { "W/drawable Deposit Statement": new RegExp(`Kamau.*${money}`) },
    says: [new RegExp(`Balance .*${money}`)],
  },
  {
    address: "/app/LoanStatement",
    title: "Member Statement Summary",
    rows: { "Member Statement Summary": new RegExp(`DL0318.*${money}`) },
  },
  {
    address: "/app/LoanStatement?loan=DL0318",
    title: "Loan DL0318",
    rows: { Schedule: new RegExp(`^24.*${money}`), "Loan and repayments": new RegExp(money) },
  },
  {
    address: "/app/AddLoanForm",
    title: "Apply Instant Loan",
    says: [/Compute/, new RegExp(`You can borrow up to Ksh ${money}`)],
  },
  {
    address: "/app/LoanList",
    title: "Loan List",
    rows: { "Your loans": new RegExp(`IL2041.*${money}`) },
  },
  {
    address: "/app/GurantorList",
    title: "Guarantor Statement",
    rows: { "Guarantor Statement": new RegExp(`DL0335.*${money}`) },
    says: [new RegExp(`How these loans are being repaid.*DL0335.*${money}`)],
  },
  {
    address: "/app/GuaranteeRequests",
    title: "Guarantee Requests",
    says: [/asks you to guarantee .*8,000\.00/],
  },
  { address: "/app/Notes", title: "Notes", says: [/Use your member number/] },
];

/** Pages that several others lead to. */
const settings: readonly Place[] = [
  { address: "/app/PayIn", title: "Pay in", says: [/Paybill/i] },
  { address: "/app/BankAccount", title: "Bank account", says: [/bank account/i] },
  { address: "/app/MySettings?part=nominees", title: "Nominees", says: [/Peter Kamau Mwangi/] },
  { address: "/app/MySettings?part=leaving", title: "If you leave", says: [new RegExp(money)] },
  { address: "/app/Privacy", title: "Privacy", says: [/What is kept/] },
];

test(
  "each page that is loaded ahead opens without a connection",
  { tag: "@narrow" },
  async ({ page, line }) => {
    test.setTimeout(120_000);
    const society = await startSociety();
    line.lead(society.url);
    // The last answers that are loaded ahead.
    const ahead = loans.map((loanNo) =>
      page.waitForResponse((answer) => answer.url().endsWith(`/loans/${loanNo}`)),
    );
    // No other page is opened first: an answer that is there was loaded ahead.
    await turnOn(page, member);
    const answers = await Promise.all(ahead);
    const asked = answers.map((answer) => answer.request().timing().startTime);
    await keptSince(page, Math.max(...asked));
    await line.cut();
    await page.goto("/Offline");
    await openWith(page, PIN);
    for (const place of [...places, ...settings]) {
      await test.step(place.address, () => opensOffline(page, place));
    }
    await society.stop();
  },
);

async function opensOffline(page: Page, place: Place): Promise<void> {
  const { address, title, rows = {}, says = [] } = place;
  if (settings.some((one) => one.address === address)) await visit(page, address);
  else if (address !== "/app") await follow(page, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const main = page.getByRole("main");
  await expect(main.getByText(/^As at \d+ \w+ \d{4}, \d\d:\d\d$/).first()).toBeVisible();
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(main.getByRole("alert")).toHaveCount(0);
  for (const [caption, row] of Object.entries(rows)) {
    const table = main.getByRole("table", { name: caption });
    await expect(table.getByRole("row").filter({ hasText: row })).not.toHaveCount(0);
  }
  for (const one of says) await expect(main).toContainText(one);
}

/** Follows a link of the page, or of the menu. */
async function follow(page: Page, address: string): Promise<void> {
  const links = page.locator(`a[href="${address}"]`).filter({ visible: true });
  if ((await links.count()) === 0) {
    await page.getByRole("button", { name: "Menu", exact: true }).click();
  }
  await links.first().click();
}
