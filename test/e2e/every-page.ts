import type { Page } from "@playwright/test";
import { statementsEn } from "#shared/messages/statements/statements-en.ts";
import { runningStatementKinds, runningStatements } from "#shared/statement-columns.ts";
import { answerLoans } from "../shots/loan-states.ts";
import { answerSplit } from "../shots/split-states.ts";

/** A page of the public or of a member, in a state that has its content. */
export interface Shown {
  readonly address: string;
  /** A text that is there once the page has its content. */
  readonly words: string | RegExp;
  readonly arrange?: (page: Page) => Promise<unknown>;
}

/** Every page of somebody who is not signed in, but Login: that is looked at signed out. */
const publicPages: readonly Shown[] = [
  { address: "/", words: "All notices" },
  { address: "/SignUp", words: "Password Confirmation" },
  { address: "/ChangePassword", words: "Password Confirmation" },
  { address: "/Information", words: "The office" },
  { address: "/Privacy", words: "Who keeps your data" },
  { address: "/Verify", words: "Verification code" },
  { address: "/Verify/AAAA-BBBB-CCCC", words: "We issued no document under this code" },
  { address: "/Invitation", words: "Set the password of your staff account" },
  { address: "/Offline", words: "Nothing is kept here" },
  { address: "/nothing", words: "Page not found" },
];

/** Every page of a member. */
const memberPages: readonly Shown[] = [
  { address: "/app", words: "To do" },
  { address: "/app/Notes", words: /dividends/ },
  { address: "/app/Questions", words: "What you have sent" },
  ...runningStatements.map((statement) => {
    const { address, inMenu } = runningStatementKinds[statement];
    // The specified statements are in the menu, and the society shown has moved their accounts.
    const { title } = statementsEn.empty[statement];
    return { address, words: inMenu ? "Total Amount" : new RegExp(`Total Amount|${title}`) };
  }),
  { address: "/app/WithdrawableStatement", words: "Total Amount" },
  { address: "/app/Contributions", words: /Total Amount|No fees or contributions yet/ },
  { address: "/app/GurantorList", words: "Total Amount" },
  { address: "/app/LoanStatement", words: "Total Amount" },
  { address: "/app/LoanStatement?loan=DL0318", words: "Download statement" },
  { address: "/app/LoanList", words: "INS-2026-0002", arrange: answerLoans },
  { address: "/app/LoanList?loan=INS-2026-0002", words: /declined it/, arrange: answerLoans },
  { address: "/app/AddLoanForm", words: "Submit" },
  { address: "/app/GuaranteeRequests", words: /asks you to guarantee|^No requests$/ },
  { address: "/app/SplitDividend", words: "Where it goes", arrange: answerSplit() },
  { address: "/app/PayIn", words: "Find a payment" },
  { address: "/app/Withdraw", words: "Your withdrawals" },
  { address: "/app/Transfer", words: "After the move" },
  { address: "/app/BankAccount", words: "No bank account yet" },
  { address: "/app/Privacy", words: "Your requests" },
  { address: "/app/MySettings", words: "This device" },
  { address: "/app/MySettings?part=nominees", words: "On the register" },
  { address: "/app/MySettings?part=leaving", words: "Earliest day" },
  { address: "/app/MySettings?part=contribution", words: "Check-off by month" },
];

export const everyPage: readonly Shown[] = [...publicPages, ...memberPages];
