import type { Locator, Page } from "@playwright/test";
import { answerLoans, fillLoan, noLoans, submitLoan } from "../shots/loan-states.ts";
import {
  answerSaid,
  answerSplit,
  failSplit,
  fillSplit,
  noSplit,
  overtake,
} from "../shots/split-states.ts";

import { everyPage } from "./every-page.ts";

/** A state of a page, and how to bring it about. */
export interface Place {
  readonly name: string;
  readonly address: string;
  /** The text that must be visible before the page is checked. */
  readonly seen: (page: Page) => Locator;
  readonly arrange?: (page: Page) => Promise<unknown>;
  readonly reach?: (page: Page) => Promise<void>;
}

const heading =
  (name: string | RegExp) =>
  (page: Page): Locator =>
    page.getByRole("heading", { level: 1, name });
export const text =
  (words: string | RegExp) =>
  (page: Page): Locator =>
    page.getByText(words).first();
export const abort =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, (route) => route.abort());
const hold =
  (pattern: string) =>
  (page: Page): Promise<unknown> =>
    page.route(pattern, () => undefined);

async function failSignUp(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Up" }).click();
}

async function sendCode(page: Page): Promise<void> {
  await page.getByLabel("Member No").fill("XX408");
  await page.getByRole("button", { name: "Send Otp" }).click();
}

const states: readonly Place[] = [
  { name: "the landing page", address: "/", seen: text("All notices") },
  {
    name: "the landing page without notices",
    address: "/",
    arrange: abort("**/notices"),
    seen: text("We could not load the notices"),
  },
  { name: "Create an Account", address: "/SignUp", seen: heading("Create an Account") },
  {
    name: "Create an Account with errors",
    address: "/SignUp",
    reach: failSignUp,
    seen: text("Please fill this in."),
  },
  { name: "Change Password", address: "/ChangePassword", seen: heading("Change Password") },
  {
    name: "Change Password with a code sent",
    address: "/ChangePassword",
    arrange: (page) =>
      page.route("**/auth/registerOtp", (route) =>
        route.fulfill({ json: { code: 200, message: "Otp Sent Successful" } }),
      ),
    reach: sendCode,
    seen: text(/lasts 5 minutes/),
  },
  { name: "Information", address: "/Information", seen: text("The office") },
  {
    name: "Information while it loads",
    address: "/Information",
    arrange: hold("**/notices"),
    seen: (page) => page.getByRole("status", { name: "Loading the notices" }),
  },
  { name: "an unknown address", address: "/nothing", seen: heading("Page not found") },
  { name: "the profile", address: "/app", seen: heading(/^Welcome, /) },
  {
    name: "the profile while it loads",
    address: "/app",
    arrange: hold("**/api/v1/*/**"),
    seen: (page) => page.getByRole("status", { name: "Loading your profile" }),
  },
  {
    name: "the profile when it fails",
    address: "/app",
    arrange: abort("**/MS*"),
    seen: text("We could not load your details"),
  },
  { name: "Notes", address: "/app/Notes", seen: heading("Notes") },
  { name: "Questions", address: "/app/Questions", seen: text("What you have sent") },
  { name: "the savings statement", address: "/app/ShareStatement", seen: text("Total Amount") },
  {
    name: "a search that finds nothing",
    address: "/app/ShareStatement",
    reach: (page) => page.getByRole("searchbox").fill("nothing like it"),
    seen: text("Clear the search"),
  },
  {
    name: "a statement while it loads",
    address: "/app/ShareStatement",
    arrange: hold("**/statements/savings?**"),
    seen: (page) => page.getByRole("status", { name: "Loading your statement" }),
  },
  {
    name: "a statement that fails",
    address: "/app/ShareStatement",
    arrange: abort("**/statements/savings?**"),
    seen: text("We could not load your statement"),
  },
  {
    name: "a period that ends before it begins",
    address: "/app/ShareStatement?from=2026-02-01&to=2026-01-01",
    seen: text("The first day is after the last."),
  },
  {
    name: "a period without movements",
    address: "/app/ShareStatement?from=2019-01-01&to=2019-01-31",
    seen: text("No transactions in this period"),
  },
  { name: "share capital", address: "/app/ShareCapital", seen: text("Total Amount") },
  { name: "dividends", address: "/app/DividendList", seen: text("Total Amount") },
  {
    name: "the loans",
    address: "/app/LoanStatement",
    seen: text(/Total Amount|You have no loans/),
  },
  { name: "guarantees", address: "/app/GurantorList", seen: text("Total Amount") },
  {
    name: "contributions",
    address: "/app/Contributions",
    seen: text(/Total Amount|No fees or contributions yet/),
  },
  { name: "withdrawable", address: "/app/WithdrawableStatement", seen: text("Total Amount") },
  {
    name: "a monthly contribution",
    address: "/app/MySettings?part=contribution",
    seen: text("Still to come"),
  },
  { name: "paying in", address: "/app/PayIn", seen: text("Find a payment") },
  { name: "withdrawing", address: "/app/Withdraw", seen: text("Your withdrawals") },
  {
    name: "requests for guarantees",
    address: "/app/GuaranteeRequests",
    seen: text(/asks you to guarantee|^No requests$/),
  },
  { name: "privacy", address: "/app/Privacy", seen: text("Your requests") },
  { name: "own settings", address: "/app/MySettings", seen: text("This device") },
  { name: "nominees", address: "/app/MySettings?part=nominees", seen: text("On the register") },
  {
    name: "leaving",
    address: "/app/MySettings?part=leaving",
    seen: text("Earliest day"),
  },
  { name: "a bank account", address: "/app/BankAccount", seen: text("No bank account yet") },
  { name: "moving money", address: "/app/Transfer", seen: text("After the move") },
  { name: "a loan", address: "/app/LoanStatement?loan=DL0318", seen: text("Download statement") },
  {
    name: "a loan that does not exist",
    address: "/app/LoanStatement?loan=NONE-1",
    seen: text("We could not load this loan"),
  },
  {
    name: "the application form with an amount that has a cheaper neighbour",
    address: "/app/AddLoanForm",
    reach: fillLoan("5,000"),
    seen: text("Change to 5,001"),
  },
  {
    name: "the application form with errors",
    address: "/app/AddLoanForm",
    reach: submitLoan,
    seen: text("Amount is required!"),
  },
  {
    name: "the application form while it loads",
    address: "/app/AddLoanForm",
    arrange: hold("**/instant-loans/policy"),
    seen: (page) => page.getByRole("status", { name: "Loading the application form" }),
  },
  {
    name: "the application form that fails",
    address: "/app/AddLoanForm",
    arrange: abort("**/instant-loans/policy"),
    seen: text("We could not load the application form"),
  },
  {
    name: "Loan List",
    address: "/app/LoanList",
    arrange: answerLoans,
    seen: text("INS-2026-0002"),
  },
  {
    name: "Loan List without a loan",
    address: "/app/LoanList",
    arrange: (page) =>
      page.route("**/members/*/loans", (route) => route.fulfill({ json: noLoans })),
    seen: text("No loans yet"),
  },
  {
    name: "Loan List while it loads",
    address: "/app/LoanList",
    arrange: hold("**/members/*/loans"),
    seen: (page) => page.getByRole("status", { name: "Loading your loans" }),
  },
  {
    name: "Loan List that fails",
    address: "/app/LoanList",
    arrange: abort("**/members/*/loans"),
    seen: text("We could not load your loans"),
  },
  {
    name: "a declined application",
    address: "/app/LoanList?loan=INS-2026-0002",
    arrange: answerLoans,
    seen: text(/^The office declined it: /),
  },
  {
    name: "an application that does not exist",
    address: "/app/LoanList?loan=NONE-1",
    seen: text("We could not load this application"),
  },
  {
    name: "Split Dividend, not yet zero",
    address: "/app/SplitDividend",
    arrange: answerSplit(),
    reach: fillSplit,
    seen: text("Not yet zero"),
  },
  {
    name: "Split Dividend with errors",
    address: "/app/SplitDividend",
    arrange: answerSplit(),
    reach: failSplit,
    seen: text("That is more than you owe on this loan. Enter a smaller amount."),
  },
  {
    name: "Split Dividend after a newer choice in another tab",
    address: "/app/SplitDividend",
    arrange: answerSaid,
    reach: overtake,
    seen: text("Keep what I typed"),
  },
  {
    name: "the receipt of a split",
    address: "/app/SplitDividend",
    arrange: answerSaid,
    seen: text("We have your choice"),
  },
  {
    name: "a split whose window closed without a choice",
    address: "/app/SplitDividend",
    arrange: answerSplit({ isOpen: false, state: "locked" }),
    seen: text("No choice was made"),
  },
  {
    name: "Split Dividend before any is declared",
    address: "/app/SplitDividend",
    arrange: noSplit,
    seen: text("No dividend to split yet"),
  },
  {
    name: "Split Dividend while it loads",
    address: "/app/SplitDividend",
    arrange: hold("**/members/*/dividend-split"),
    seen: (page) => page.getByRole("status", { name: "Loading your dividend" }),
  },
  {
    name: "Split Dividend that fails",
    address: "/app/SplitDividend",
    arrange: abort("**/members/*/dividend-split"),
    seen: text("We could not load your dividend"),
  },
  { name: "Verify", address: "/Verify", seen: heading("Check a printed document") },
  {
    name: "Verify with an unknown code",
    address: "/Verify/AAAA-BBBB-CCCC",
    seen: text("We issued no document under this code"),
  },
  {
    name: "Verify with a misread code",
    address: "/Verify/0000",
    seen: text("A code has 12 letters"),
  },
];

/** The states of pages that are checked at both widths, and every page that has none above. */
export const places: readonly Place[] = [
  ...states,
  ...everyPage
    .filter((shown) => !states.some(({ address }) => address === shown.address))
    .map(({ address, words, arrange }) => ({
      name: address,
      address,
      seen: text(words),
      ...(arrange && { arrange }),
    })),
];
