import { paths, plainAddress } from "#shared/page-addresses.ts";

export { aliases, paths } from "#shared/page-addresses.ts";

/** The addresses at which only the society's staff work. */
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
  paths.notices,
  paths.approvals,
  paths.alerts,
];

/** The address that opens a loan. */
export function loanAddress(loanNo: string): string {
  return `${paths.loanStatement}?loan=${encodeURIComponent(loanNo)}`;
}

/** The address at which a member follows an application of theirs. */
export function ownApplicationAddress(loanNo: string): string {
  return `${paths.loanList}?loan=${encodeURIComponent(loanNo)}`;
}

/** The address at which the desk works on an application. */
export function applicationAddress(loanNo: string): string {
  return `${paths.loanApplication}?loan=${encodeURIComponent(loanNo)}`;
}

/** The address at which the desk works on a check-off file, or takes in a new one. */
export function checkOffAddress(file: string): string {
  return `${paths.checkOff}?file=${encodeURIComponent(file)}`;
}

/** The address at which the desk works on an import, or begins a new one. */
export function importAddress(id: string): string {
  return `${paths.imports}?import=${encodeURIComponent(id)}`;
}

/** The page on which a member splits the dividend of a year. */
export function splitAddress(year: number): string {
  return `${paths.splitDividend}?year=${year}`;
}

/** The address at which the desk works on a year's dividend, or declares a new one. */
export function dividendAddress(year: number | "new"): string {
  return `${paths.dividends}?year=${year}`;
}

/** The address of a part of the settings, or of one message there. */
export function settingsAddress(part: string, message?: string): string {
  const one = message === undefined ? "" : `&message=${encodeURIComponent(message)}`;
  return `${paths.settings}?part=${part}${one}`;
}

/** The address of the messages that hold what is looked for. */
export function messagesAddress(search: string): string {
  const auditSubject = search.trim() === "" ? "" : `&search=${encodeURIComponent(search.trim())}`;
  return `${settingsAddress("messages")}${auditSubject}`;
}

/** The address of a part of the books, and of what is looked at in it. */
export function booksAddress(part: string, more: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(more).filter(([, value]) => value !== "");
  return `${paths.books}?${new URLSearchParams([["part", part], ...given]).toString()}`;
}

/** The address at which the desk answers a request about personal data, or takes one in. */
export function privacyRequestAddress(id: string): string {
  return `${paths.privacyRequests}?request=${encodeURIComponent(id)}`;
}

/** The address at which the desk looks at a payment to a phone. */
export function payoutAddress(id: string): string {
  return `${paths.payouts}?payout=${encodeURIComponent(id)}`;
}

/** The address of a question, suggestion or complaint, for its member and for the desk. */
export function caseAddress(caseNo: string): string {
  return `${paths.questions}?case=${encodeURIComponent(caseNo)}`;
}

/** The address at which the office changes a notice, or writes a new one. */
export function noticeAddress(id: string): string {
  return `${paths.notices}?notice=${encodeURIComponent(id)}`;
}

/** The address of a list of requests that take two people. */
export function approvalsAddress(list: string): string {
  return `${paths.approvals}?list=${list}`;
}

/** The address of one request that takes two people, for messages and links from other pages. */
export function approvalAddress(id: string): string {
  return `${paths.approvals}?request=${encodeURIComponent(id)}`;
}

/** The address at which the desk amends an application. */
export function updateAddress(loanNo: string): string {
  return `${paths.updateLoanData}?loan=${encodeURIComponent(loanNo)}`;
}

/** The address at which the desk reads a member's record. */
export function recordAddress(memberNo: string): string {
  return `${paths.memberRecord}?member=${encodeURIComponent(memberNo)}`;
}

/** The address at which the desk works on a member's exit. */
export function exitAddress(memberNo: string): string {
  return `${paths.memberExit}?member=${encodeURIComponent(memberNo)}`;
}

/** The address of a tab of contact changes. */
export function changesAddress(tab: string): string {
  return `${paths.contactChanges}?tab=${tab}`;
}

/** The address of a page of a tab of exits. */
export function exitsAddress(tab: string, page = 1): string {
  return `${paths.exits}?tab=${tab}${page > 1 ? `&page=${page}` : ""}`;
}

/** The address at which an administrator looks after one of the staff. */
export function staffAddress(staffNo: string): string {
  return `${paths.staff}?staff=${encodeURIComponent(staffNo)}`;
}

/** The address that shows what was issued under a code. */
export function verifyAddress(code: string): string {
  return `${paths.verify}/${encodeURIComponent(code)}`;
}

/**
 * What stands behind /Verify in an address, empty when nothing does; null at any other address.
 */
export function codeInAddress(pathname: string): string | null {
  const match = /^\/verify(?:\/([^/]*))?\/?$/i.exec(pathname);
  if (!match) return null;
  try {
    return decodeURIComponent(match[1] ?? "");
  } catch {
    return match[1] ?? "";
  }
}

/** Where Login leads back to afterwards, kept in the address so that a reload keeps it too. */
export function loginAddress(from: string): string {
  return from === paths.app ? paths.login : `${paths.login}?next=${encodeURIComponent(from)}`;
}

/**
 * Reads where Login may lead to: a page of the member zone of this very site and nothing else, so
 * that a link cannot send a member who just signed in to somebody's copy of the portal.
 */
export function returnAddress(next: string | null): string {
  if (!next || !/^\/app(\/[A-Za-z]*)?([?#].*)?$/.test(next)) return paths.app;
  return next.startsWith(paths.appLogin) ? paths.app : next;
}

/**
 * Finds what stands at an address. Members type addresses as they remember them, so neither
 * capitals nor a stroke at the end matter.
 */
export function atAddress<T>(pages: Readonly<Record<string, T>>, pathname: string): T | undefined {
  const asked = plainAddress(pathname);
  return Object.entries(pages).find(([path]) => plainAddress(path) === asked)?.[1];
}

/** Whether an address is one at which only staff work. */
export function isOfTheStaff(pathname: string): boolean {
  return staffPaths.some((path) => plainAddress(path) === plainAddress(pathname));
}
