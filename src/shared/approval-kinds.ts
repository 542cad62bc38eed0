import { type Permission, roleMay, type StaffRole } from "./permissions.ts";

export interface ApprovalKindRule {
  /** The permission of the second person. */
  readonly permission: Permission;
  /** Whether an approval moves money, which a new role may not do. */
  readonly movesMoney: boolean;
  /**
   * Whether an approval gives power over an existing account. A new role may not do that either: it
   * could take over the account of somebody who may move money.
   */
  readonly changesAccount?: boolean;
}

/** Every kind of step that needs a second person, and the permission of that person. */
export const approvalKinds = {
  "codes-opening": { permission: "codes.approve", movesMoney: false },
  "check-off-placement": { permission: "receipts.approve", movesMoney: true },
  "check-off-placement-reversal": { permission: "receipts.approve", movesMoney: true },
  "check-off-words": { permission: "checkoff.post", movesMoney: true },
  "check-off-repeat": { permission: "checkoff.post", movesMoney: true },
  "pay-in-placement": { permission: "receipts.approve", movesMoney: true },
  "pay-in-move": { permission: "receipts.approve", movesMoney: true },
  "pay-in-return": { permission: "receipts.approve", movesMoney: true },
  "pay-in-line": { permission: "receipts.approve", movesMoney: true },
  "pay-in-correction": { permission: "receipts.approve", movesMoney: true },
  "till-float": { permission: "tills.keep", movesMoney: true },
  "counter-slip": { permission: "receipts.approve", movesMoney: true },
  "counter-payment": { permission: "receipts.approve", movesMoney: true },
  "counter-reversal": { permission: "receipts.approve", movesMoney: true },
  "till-handover": { permission: "tills.keep", movesMoney: true },
  "treasury-movement": { permission: "treasury.approve", movesMoney: true },
  "treasury-reversal": { permission: "treasury.approve", movesMoney: true },
  "pay-in-reversal": { permission: "receipts.approve", movesMoney: true },
  "loan-approval-return": { permission: "loans.return", movesMoney: false },
  "loan-disbursement-reversal": { permission: "loans.disburse", movesMoney: true },
  "dividend-part": { permission: "payouts.resolve", movesMoney: true },
  "import-look-alike": { permission: "imports.post", movesMoney: true },
  "loan-repayment": { permission: "receipts.approve", movesMoney: true },
  "opening-savings": { permission: "receipts.approve", movesMoney: true },
  "loan-overpayment": { permission: "receipts.approve", movesMoney: true },
  "bank-details": { permission: "contacts.approve", movesMoney: true },
  "eft-file": { permission: "payouts.resolve", movesMoney: true },
  "eft-results": { permission: "payouts.resolve", movesMoney: true },
  "eft-take-back": { permission: "payouts.resolve", movesMoney: true },
  "cheque-stop": { permission: "payouts.resolve", movesMoney: true },
  "payout-return": { permission: "payouts.resolve", movesMoney: true },
  "payout-failure": { permission: "payouts.resolve", movesMoney: true },
  "payout-results": { permission: "payouts.resolve", movesMoney: true },
  "staff-details": { permission: "staff.approve", movesMoney: false, changesAccount: true },
  "staff-invitation": { permission: "staff.approve", movesMoney: false },
  "staff-member-link": { permission: "staff.approve", movesMoney: false, changesAccount: true },
  "staff-resumption": { permission: "staff.approve", movesMoney: false, changesAccount: true },
  "staff-role": { permission: "staff.approve", movesMoney: false, changesAccount: true },
  "staff-second-factor-reset": {
    permission: "staff.approve",
    movesMoney: false,
    changesAccount: true,
  },
} as const satisfies Readonly<Record<string, ApprovalKindRule>>;

export type ApprovalKindName = keyof typeof approvalKinds;

export const approvalKindNames = Object.keys(approvalKinds) as [
  ApprovalKindName,
  ...ApprovalKindName[],
];

/** The kinds of request that a role may approve or reject. */
export function kindsDecidedBy(role: StaffRole): ApprovalKindName[] {
  return approvalKindNames.filter((kind) => roleMay(role, approvalKinds[kind].permission));
}
