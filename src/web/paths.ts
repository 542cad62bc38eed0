import { paths, plainAddress } from "#shared/page-addresses.ts";
import { type Query, searchOf } from "#web/lib/search.ts";

export { aliases, paths } from "#shared/page-addresses.ts";

/** The addresses where only staff work. */
const staffPaths: readonly string[] = [
  paths.instant,
  paths.addMemberForm,
  paths.updateLoanData,
  paths.loanQueue,
  paths.loanApplication,
  paths.memberRecord,
  paths.memberExit,
  paths.exits,
  paths.contactChanges,
  paths.checkOff,
  paths.imports,
  paths.loanPolicy,
  paths.dividends,
  paths.settings,
  paths.books,
  paths.audit,
  paths.staff,
  paths.mySecurity,
  paths.privacyRequests,
  paths.payouts,
  paths.payIns,
  paths.counter,
  paths.withdrawals,
  paths.reconciliation,
  paths.notices,
  paths.approvals,
  paths.alerts,
  paths.system,
];

/** Returns the address of a page with the parameters it reads. */
export function addressOf(page: (typeof paths)[keyof typeof paths], query: Query): string {
  return page + searchOf(query);
}

/** The part of a member's settings that lists the devices signed in. */
export const DEVICES = "devices";

/** The address of that part, for news that lead there. */
export const devicesAddress = `${paths.ownSettings}#${DEVICES}`;

/** Returns the address of a loan. */
export function loanAddress(loanNo: string): string {
  return addressOf(paths.loanStatement, { loan: loanNo });
}

/** Returns the address where a member follows one of their applications. */
export function ownApplicationAddress(loanNo: string): string {
  return addressOf(paths.loanList, { loan: loanNo });
}

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

/** Returns the address where a member splits the dividend of a year. */
export function splitAddress(year: number): string {
  return addressOf(paths.splitDividend, { year: String(year) });
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

/** Returns the address where a member pays in, to an account or a loan if one is chosen. */
export function payInAddressOf(chosen: Query): string {
  return addressOf(paths.payIn, chosen);
}

/** Returns the address where a member follows a payment request on a phone. */
export function promptAddress(reference: string): string {
  return addressOf(paths.payIn, { prompt: reference });
}

/** Returns the address of a question, suggestion or complaint, for its member and for the desk. */
export function caseAddress(caseNo: string): string {
  return addressOf(paths.questions, { case: caseNo });
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

/** Returns the address that verifies the document issued under a code. */
export function verifyAddress(code: string): string {
  return `${paths.verify}/${encodeURIComponent(code)}`;
}

/** Returns the code after /Verify in an address, or an empty text; null at any other address. */
export function codeInAddress(pathname: string): string | null {
  const match = /^\/verify(?:\/([^/]*))?\/?$/i.exec(pathname);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1] ?? "");
  } catch {
    return match[1] ?? "";
  }
}

/** Adds the page to return to after Login to the address, so that a reload keeps it. */
export function loginAddress(from: string): string {
  return from === paths.app ? paths.login : addressOf(paths.login, { next: from });
}

/**
 * Returns the page after Login: only a page of the member zone of this site. A link therefore
 * cannot send a member who just signed in to a copy of the portal.
 */
export function returnAddress(next: string | null): string {
  if (!next || !/^\/app(\/[A-Za-z]*)?([?#].*)?$/.test(next)) return paths.app;
  return next.startsWith(paths.appLogin) ? paths.app : next;
}

/**
 * Finds the page at an address. Members type addresses from memory, so paths are case-insensitive
 * and ignore a trailing slash.
 */
export function atAddress<T>(pages: Readonly<Record<string, T>>, pathname: string): T | undefined {
  const asked = plainAddress(pathname);
  return Object.entries(pages).find(([path]) => plainAddress(path) === asked)?.[1];
}

/** Whether an address is one where only staff work. */
export function isOfTheStaff(pathname: string): boolean {
  return staffPaths.some((path) => plainAddress(path) === plainAddress(pathname));
}
