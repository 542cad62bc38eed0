import type { ApprovalList } from "#shared/contract/oversight/approvals.ts";
import type { ChangeTab } from "#shared/contract/members/contact-changes.ts";
import type { ChequeState } from "#shared/contract/payouts/cheques.ts";
import type { ReconciledAccount } from "#shared/contract/reconciliation/files.ts";
import { paths } from "#web/paths.ts";
import type { CounterPart, ExitTab, OfficePage, Read, SettingsPart } from "./parameters.ts";

/** The parameters of a link to a page of the office; undefined and empty ones are left out. */
export type Given<Page extends OfficePage> = {
  readonly [Name in keyof Read<Page>]?: Read<Page>[Name] | "";
};

/** Returns the address of a page of the office, with parameters that it takes. */
export function addressOf<Page extends OfficePage>(page: Page, given: Given<Page>): string {
  const written = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => [name, value === true ? "" : String(value)]);
  return paths[page] + (written.length > 0 ? `?${new URLSearchParams(written).toString()}` : "");
}

/** Returns the address where the desk works on an application, at once at a decision if given. */
export function applicationAddress(loanNo: string, decision?: "approve" | "decline"): string {
  return addressOf("loanApplication", { loan: loanNo }) + (decision ? `#${decision}` : "");
}

/** Returns the address where the desk works on a check-off file, or uploads a new one. */
export function checkOffAddress(file: string): string {
  return addressOf("checkOff", { file });
}

/** Returns the address where the desk works on an import, or starts a new one. */
export function importAddress(id: string): string {
  return addressOf("imports", { import: id });
}

/** Returns the address where the desk works on a year's dividend, or declares a new one. */
export function dividendAddress(year: number | "new"): string {
  return addressOf("dividends", { year: String(year) });
}

/** Returns the address of a section of the settings, or of one message there. */
export function settingsAddress(part: SettingsPart, message?: string): string {
  return addressOf("settings", { part, message });
}

/** Returns the address of the messages that contain a search text. */
export function messagesAddress(search: string): string {
  return addressOf("settings", { part: "messages", search: search.trim() });
}

/** Returns the address of a report of the books, and of one item in it. */
export function booksAddress(part: Given<"books">["part"], more: Given<"books"> = {}): string {
  return addressOf("books", { part, ...more });
}

/** Returns the address where the desk answers a request about personal data, or records one. */
export function privacyRequestAddress(id: string): string {
  return addressOf("privacyRequests", { request: id });
}

/** Returns the address where the desk reviews a payment to a phone. */
export function payoutAddress(id: string): string {
  return addressOf("payouts", { payout: id });
}

/** Returns the address of payouts by the bank, with a member whose account is shown. */
export function bankPayoutsAddress(member = ""): string {
  return addressOf("payouts", { part: "bank", member });
}

/** Returns the address of the register of cheques, of a state. */
export function chequesAddress(tab?: ChequeState, search = ""): string {
  return addressOf("payouts", { part: "cheques", tab, search });
}

/** Returns the address of a file for the bank. */
export function eftFileAddress(id: string): string {
  return addressOf("payouts", { part: "bank", file: id });
}

/** Returns the address where the desk answers a question, suggestion or complaint. */
export function caseAddress(caseNo: string): string {
  return addressOf("questions", { case: caseNo });
}

/** Returns the address where the desk looks at a withdrawal. */
export function withdrawalAddress(id: string): string {
  return addressOf("withdrawals", { withdrawal: id });
}

/** Returns the address where the desk finds a withdrawal that left, by its reference. */
export function withdrawalsOf(reference: string): string {
  return addressOf("withdrawals", { tab: "underWay", search: reference });
}

/** Returns the address where the desk looks at a payment by M-Pesa. */
export function payInAddress(receipt: string): string {
  return addressOf("payIns", { payment: receipt });
}

/** Returns the address of a part of the counter: one's own till, the receipts or all tills. */
export function counterAddress(part: CounterPart, more: Given<"counter"> = {}): string {
  return addressOf("counter", { part, ...more });
}

/** Returns the address of one receipt of the counter. */
export function receiptAddress(receipt: string): string {
  return addressOf("counter", { receipt });
}

/** Returns the address of one till. */
export function tillAddress(id: string): string {
  return addressOf("counter", { till: id });
}

/** Returns the address of an account's matching desk, of its upload, or of a day's statement. */
export function reconciliationAddress(
  account: ReconciledAccount,
  more: Given<"reconciliation"> = {},
): string {
  return addressOf("reconciliation", { account, ...more });
}

/** Returns the address of the holidays, which the deadlines of cases leave out. */
export function holidaysAddress(): string {
  return addressOf("questions", { holidays: true });
}

/** Returns the address where the office changes a notice, or writes a new one. */
export function noticeAddress(id: string): string {
  return addressOf("notices", { notice: id });
}

/** Returns the address of a list of requests that take two people. */
export function approvalsAddress(list: ApprovalList): string {
  return addressOf("approvals", { list });
}

/** Returns the address of one request that takes two people, for messages and links. */
export function approvalAddress(id: string): string {
  return addressOf("approvals", { request: id });
}

/** Returns the address where the desk amends an application. */
export function updateAddress(loanNo: string): string {
  return addressOf("updateLoanData", { loan: loanNo });
}

/** Returns the address where the desk reads a member's record. */
export function recordAddress(memberNo: string): string {
  return addressOf("memberRecord", { member: memberNo });
}

/** Returns the address where the desk works on a member's exit. */
export function exitAddress(memberNo: string): string {
  return addressOf("memberExit", { member: memberNo });
}

/** Returns the address of a tab of contact changes. */
export function changesAddress(tab: ChangeTab): string {
  return addressOf("contactChanges", { tab });
}

/** Returns the address of a page of a tab of exits. */
export function exitsAddress(tab: ExitTab, page = 1): string {
  return addressOf("exits", { tab, page: page > 1 ? page : undefined });
}

/** Returns the address where an administrator manages one member of staff. */
export function staffAddress(staffNo: string): string {
  return addressOf("staff", { staff: staffNo });
}
