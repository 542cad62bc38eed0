import { paths, plainAddress } from "#shared/page-addresses.ts";
import type { PromptBasis, PromptDestination } from "#shared/pay-in-prompts.ts";
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

/** The parameters that Login and the pages of members take, by the names of their paths. */
export interface PageParameters {
  readonly login: { readonly next: string };
  readonly loanList: { readonly loan: string };
  readonly loanStatement: { readonly loan: string };
  readonly ownSettings: { readonly part: "contribution" | "leaving" | "nominees" };
  readonly payIn: {
    readonly prompt: string;
    readonly loan: string;
    readonly to: PromptDestination;
    readonly basis: PromptBasis;
  };
  readonly questions: { readonly case: string };
  readonly splitDividend: { readonly year: string };
}

/** The parameters of a page as they are read: a text of the address may be of any form. */
export type AddressParameters<Page extends keyof PageParameters> = Readonly<
  Partial<Record<keyof PageParameters[Page] & string, string>>
>;

function addressOf<Page extends keyof PageParameters>(
  page: Page,
  given: Partial<PageParameters[Page]>,
): string {
  return paths[page] + searchOf(given as Query);
}

/** The part of a member's settings that lists the devices signed in. */
export const DEVICES = "devices";

/** The address of that part, for news that link to it. */
export const devicesAddress = `${paths.ownSettings}#${DEVICES}`;

/** Returns the address of a part of a page: it comes into sight there. */
export function partAddress(page: string, part: string): string {
  return `${page}#${part}`;
}

/** Parts of other pages to which news link: cards, and the last message of a case. */
export const PAID = "paid";
export const HELD = "held";
export const PROGRESS = "progress";
export const GUARANTORS = "guarantors";
export const LATEST = "latest";

/** Returns the address of a loan. */
export function loanAddress(loanNo: string): string {
  return addressOf("loanStatement", { loan: loanNo });
}

/** Returns the address where a member follows one of their applications. */
export function ownApplicationAddress(loanNo: string): string {
  return addressOf("loanList", { loan: loanNo });
}

/** Returns the address where a member splits the dividend of a year. */
export function splitAddress(year: number): string {
  return addressOf("splitDividend", { year: String(year) });
}

/** The account or the loan to pay in to, and which amount of a loan. */
export type ChosenPayIn = Partial<PageParameters["payIn"]>;

/** Returns the address where a member pays in, to an account or a loan if one is chosen. */
export function payInAddressOf(chosen: ChosenPayIn): string {
  return addressOf("payIn", chosen);
}

/** Returns the address where a member follows a payment request on a phone. */
export function promptAddress(reference: string): string {
  return addressOf("payIn", { prompt: reference });
}

/** Returns the address of a member's setting that has a separate page. */
export function ownSettingAddress(part: PageParameters["ownSettings"]["part"]): string {
  return addressOf("ownSettings", { part });
}

/** Returns the address of a member's question, suggestion or complaint. */
export function caseAddress(caseNo: string): string {
  return addressOf("questions", { case: caseNo });
}

/** A code or key as it is printed, or with spaces. */
const writtenCodes = /\b[A-HJ-NP-Z2-9]{4}([- ])[A-HJ-NP-Z2-9]{4}\1[A-HJ-NP-Z2-9]{4}\b/gi;

/**
 * Reads what a person pastes: the address in a QR code, or the code with its key, with the words
 * around them on the paper.
 */
function readPasted(pasted: string): { readonly code: string; readonly key: string } {
  const typed = pasted.replace(/^.*\/verify\//i, "").replace(/\?[^\s#]*/, "");
  const [start = "", end = ""] = typed.split("#");
  const [code, key = end] = start.match(writtenCodes) ?? [];
  // After digits, the only code may be the key of a mistyped code; a key must not reach a server.
  if (code && (key || !/\d/.test(start.split(code)[0] ?? ""))) return { code, key };
  const characters = start.replace(/[^\p{L}\p{N}]/gu, "");
  // Two codes have 24 characters; a single mistyped one may have a few too many.
  if (characters.length <= 20) return { code: start, key: end };
  return { code: characters.slice(0, 12), key: characters.slice(12) };
}

/** Returns the code in what a person pastes. */
export function codeIn(pasted: string): string {
  return readPasted(pasted).code;
}

/**
 * Returns the address that verifies what a person pastes. A key in it goes after the #, as in a QR
 * code, because browsers do not send that part.
 */
export function pastedAddress(pasted: string): string {
  const { code, key } = readPasted(pasted);
  return `${paths.verify}/${encodeURIComponent(code)}${key && `#${key}`}`;
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
  return from === paths.app ? paths.login : addressOf("login", { next: from });
}

/** Whether an address belongs to the pages for logged-in users. */
export function isInZone(pathname: string): boolean {
  return /^\/app(\/|$)/i.test(pathname);
}

/**
 * Returns the page after Login: only a page of the member zone of this site. A link therefore
 * cannot send a member who just signed in to a copy of the portal.
 */
export function returnAddress(next: string | undefined): string {
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
