import type { Permission } from "./permissions.ts";

interface WaitingRule {
  /** The permission needed to see how many there are. */
  readonly opens: Permission;
  /** The permission needed to act on one. */
  readonly acts: Permission;
}

/**
 * Every kind of work that can wait for the office. The counts, the menu and the first page are made
 * from this list; a kind without a statement, an address, texts or a test does not compile.
 */
export const waitingKinds = {
  alerts: { opens: "alerts.read", acts: "alerts.read" },
  approvals: { opens: "approvals.read", acts: "approvals.read" },
  loansToDecide: { opens: "loans.read", acts: "loans.decide" },
  loansToPayOut: { opens: "loans.read", acts: "loans.disburse" },
  dividendsToApprove: { opens: "dividends.read", acts: "dividends.approve" },
  dividendsToPost: { opens: "dividends.read", acts: "dividends.prepare" },
  dividendsToLock: { opens: "dividends.read", acts: "dividends.pay" },
  dividendsToPay: { opens: "dividends.read", acts: "dividends.pay" },
  dividendPartsOnHold: { opens: "dividends.read", acts: "dividends.pay" },
  taxToRemit: { opens: "treasury.read", acts: "treasury.enter" },
  checkOffToMatch: { opens: "checkoff.read", acts: "checkoff.prepare" },
  checkOffToPost: { opens: "checkoff.read", acts: "checkoff.post" },
  suspense: { opens: "checkoff.read", acts: "checkoff.post" },
  withdrawals: { opens: "withdrawals.read", acts: "withdrawals.approve" },
  payIns: { opens: "payins.read", acts: "payins.place" },
  chequesToClear: { opens: "counter.read", acts: "receipts.approve" },
  tillsLeftOpen: { opens: "tills.read", acts: "tills.keep" },
  bankMatches: { opens: "reconciliation.read", acts: "reconciliation.approve" },
  payouts: { opens: "payouts.read", acts: "payouts.send" },
  bankFiles: { opens: "payouts.read", acts: "payouts.send" },
  payoutExceptions: { opens: "payouts.read", acts: "payouts.resolve" },
  cases: { opens: "cases.read", acts: "cases.answer" },
  contactChanges: { opens: "contacts.read", acts: "contacts.approve" },
  exitsToApprove: { opens: "exits.read", acts: "exits.approve" },
  exitsToPay: { opens: "exits.read", acts: "exits.pay" },
  requestsToHandle: { opens: "privacy.read", acts: "privacy.handle" },
  requestsToApprove: { opens: "privacy.read", acts: "privacy.approve" },
  importsToFinish: { opens: "imports.read", acts: "imports.prepare" },
  importsToPost: { opens: "imports.read", acts: "imports.post" },
  monthsToPrepare: { opens: "proof.read", acts: "months.prepare" },
  monthsToApprove: { opens: "proof.read", acts: "months.approve" },
  monthsToReopen: { opens: "proof.read", acts: "months.approve" },
} as const satisfies Readonly<Record<string, WaitingRule>>;

export type WaitingKind = keyof typeof waitingKinds;

export const waitingKindNames = Object.keys(waitingKinds) as [WaitingKind, ...WaitingKind[]];

/** The kinds whose count a role may see. */
export function kindsSeenBy(may: (permission: Permission) => boolean): WaitingKind[] {
  return waitingKindNames.filter((kind) => may(waitingKinds[kind].opens));
}

/** The kinds on which a role may act, so that they count as its work. */
export function kindsActedOnBy(may: (permission: Permission) => boolean): WaitingKind[] {
  return waitingKindNames.filter((kind) => may(waitingKinds[kind].acts));
}
