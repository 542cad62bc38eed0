import { addressOf, paths } from "#web/paths.ts";
import type { Query } from "#web/lib/search.ts";

/** Returns the address where the desk works on an application, at once at a decision if given. */
export function applicationAddress(loanNo: string, decision?: "approve" | "decline"): string {
  return addressOf(paths.loanApplication, { loan: loanNo }) + (decision ? `#${decision}` : "");
}

/** Returns the address where the desk works on a check-off file, or uploads a new one. */
export function checkOffAddress(file: string): string {
  return addressOf(paths.checkOff, { file });
}

/** Returns the address where the desk works on an import, or starts a new one. */
export function importAddress(id: string): string {
  return addressOf(paths.imports, { import: id });
}

/** Returns the address where the desk works on a year's dividend, or declares a new one. */
export function dividendAddress(year: number | "new"): string {
  return addressOf(paths.dividends, { year: String(year) });
}

/** Returns the address of a section of the settings, or of one message there. */
export function settingsAddress(part: string, message?: string): string {
  return addressOf(paths.settings, { part, message });
}

/** Returns the address of the messages that contain a search text. */
export function messagesAddress(search: string): string {
  return addressOf(paths.settings, { part: "messages", search: search.trim() });
}

/** Returns the address of a report of the books, and of one item in it. */
export function booksAddress(part: string, more: Query = {}): string {
  return addressOf(paths.books, { part, ...more });
}

/** Returns the address where the desk answers a request about personal data, or records one. */
export function privacyRequestAddress(id: string): string {
  return addressOf(paths.privacyRequests, { request: id });
}

/** Returns the address where the desk reviews a payment to a phone. */
export function payoutAddress(id: string): string {
  return addressOf(paths.payouts, { payout: id });
}

/** Returns the address of payouts by the bank, with a member whose account is shown. */
export function bankPayoutsAddress(member = ""): string {
  return addressOf(paths.payouts, { part: "bank", member });
}

/** Returns the address of the register of cheques, of a state. */
export function chequesAddress(tab = "", search = ""): string {
  return addressOf(paths.payouts, { part: "cheques", tab, search });
}

/** Returns the address of a file for the bank. */
export function eftFileAddress(id: string): string {
  return addressOf(paths.payouts, { part: "bank", file: id });
}

/** Returns the address where the desk looks at a withdrawal. */
export function withdrawalAddress(id: string): string {
  return addressOf(paths.withdrawals, { withdrawal: id });
}

/** Returns the address where the desk finds a withdrawal that left, by its reference. */
export function withdrawalsOf(reference: string): string {
  return addressOf(paths.withdrawals, { tab: "underWay", search: reference });
}

/** Returns the address where the desk looks at a payment by M-Pesa. */
export function payInAddress(receipt: string): string {
  return addressOf(paths.payIns, { payment: receipt });
}

/** Returns the address of a part of the counter: one's own till, the receipts or all tills. */
export function counterAddress(part: string, more: Query = {}): string {
  return addressOf(paths.counter, { part, ...more });
}

/** Returns the address of one receipt of the counter. */
export function receiptAddress(receipt: string): string {
  return addressOf(paths.counter, { receipt });
}

/** Returns the address of one till. */
export function tillAddress(id: string): string {
  return addressOf(paths.counter, { till: id });
}

/** Returns the address of an account's matching desk, of its upload, or of a day's statement. */
export function reconciliationAddress(account: string, more: Query = {}): string {
  return addressOf(paths.reconciliation, { account, ...more });
}

/** Returns the address of the holidays, which the deadlines of cases leave out. */
export function holidaysAddress(): string {
  return `${paths.questions}?holidays=`;
}

/** Returns the address where the office changes a notice, or writes a new one. */
export function noticeAddress(id: string): string {
  return addressOf(paths.notices, { notice: id });
}

/** Returns the address of a list of requests that take two people. */
export function approvalsAddress(list: string): string {
  return addressOf(paths.approvals, { list });
}

/** Returns the address of one request that takes two people, for messages and links. */
export function approvalAddress(id: string): string {
  return addressOf(paths.approvals, { request: id });
}

/** Returns the address where the desk amends an application. */
export function updateAddress(loanNo: string): string {
  return addressOf(paths.updateLoanData, { loan: loanNo });
}

/** Returns the address where the desk reads a member's record. */
export function recordAddress(memberNo: string): string {
  return addressOf(paths.memberRecord, { member: memberNo });
}

/** Returns the address where the desk works on a member's exit. */
export function exitAddress(memberNo: string): string {
  return addressOf(paths.memberExit, { member: memberNo });
}

/** Returns the address of a tab of contact changes. */
export function changesAddress(tab: string): string {
  return addressOf(paths.contactChanges, { tab });
}

/** Returns the address of a page of a tab of exits. */
export function exitsAddress(tab: string, page = 1): string {
  return addressOf(paths.exits, { tab, page: page > 1 ? String(page) : undefined });
}

/** Returns the address where an administrator manages one member of staff. */
export function staffAddress(staffNo: string): string {
  return addressOf(paths.staff, { staff: staffNo });
}
