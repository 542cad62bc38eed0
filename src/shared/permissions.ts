/** Every permission of staff, each named once. */
export type Permission =
  | "members.read"
  | "members.register"
  | "members.suspend"
  | "members.resume"
  | "exits.read"
  | "exits.ask"
  | "exits.approve"
  | "exits.pay"
  | "loans.read"
  | "loans.amend"
  | "loans.receive"
  | "loans.decide"
  | "loans.disburse"
  | "loans.return"
  | "loans.policy"
  | "dividends.read"
  | "dividends.prepare"
  | "dividends.approve"
  | "dividends.pay"
  | "loans.blacklist"
  | "payouts.read"
  | "payouts.send"
  | "payouts.resolve"
  | "contacts.read"
  | "contacts.request"
  | "contacts.approve"
  | "contacts.cancel"
  | "receipts.approve"
  | "payins.read"
  | "payins.place"
  | "counter.read"
  | "counter.receive"
  | "tills.read"
  | "tills.keep"
  | "treasury.read"
  | "treasury.enter"
  | "treasury.approve"
  | "chart.edit"
  | "withdrawals.read"
  | "withdrawals.request"
  | "withdrawals.approve"
  | "reconciliation.read"
  | "reconciliation.prepare"
  | "reconciliation.approve"
  | "checkoff.read"
  | "checkoff.prepare"
  | "checkoff.place"
  | "checkoff.post"
  | "settings.read"
  | "settings.edit"
  | "proof.read"
  | "proof.reconcile"
  | "months.prepare"
  | "months.approve"
  | "audit.read"
  | "exports.read"
  | "privacy.read"
  | "privacy.handle"
  | "privacy.approve"
  | "cases.read"
  | "cases.answer"
  | "holidays.edit"
  | "notices.read"
  | "notices.edit"
  | "imports.read"
  | "imports.prepare"
  | "imports.post"
  | "codes.request"
  | "codes.approve"
  | "staff.read"
  | "staff.manage"
  | "staff.approve"
  | "approvals.read"
  | "alerts.read";

/** Permissions to read the office's work, which change nothing. */
const officeReads = [
  "members.read",
  "exits.read",
  "loans.read",
  "dividends.read",
  "payouts.read",
  "contacts.read",
  "payins.read",
  "withdrawals.read",
  "checkoff.read",
  "cases.read",
  "notices.read",
  "approvals.read",
] as const satisfies readonly Permission[];
const everyRead = [
  ...officeReads,
  "imports.read",
  "reconciliation.read",
] as const satisfies readonly Permission[];

/** The books, for those who keep or review them. */
const proofOfBooks = ["proof.read", "exports.read"] as const satisfies readonly Permission[];

/**
 * The roles of staff and the permissions of each. Nobody both decides a loan and pays it out, nor
 * prepares a dividend and approves it, nor marks a payout as failed and sends it again; nobody
 * approves the close of a month that they prepared. The database enforces that too. The auditor
 * reads all and changes nothing, but may be the second person of a change among the staff. A teller
 * receives money at the counter and sees only the data of members that this requires.
 */
export const rolePermissions = {
  clerk: [
    ...everyRead,
    "members.register",
    "members.suspend",
    "exits.ask",
    "loans.amend",
    "loans.receive",
    "contacts.request",
    "contacts.cancel",
    "codes.request",
    "checkoff.prepare",
    "checkoff.place",
    "payins.place",
    "counter.read",
    "counter.receive",
    "treasury.read",
    "treasury.enter",
    "withdrawals.request",
    "reconciliation.prepare",
    "proof.read",
    "months.prepare",
    "privacy.read",
    "privacy.handle",
    "imports.prepare",
    "cases.answer",
    "holidays.edit",
    "notices.edit",
  ],
  teller: ["counter.read", "counter.receive", "withdrawals.request", "approvals.read"],
  "loans-officer": [
    ...officeReads,
    "loans.decide",
    "loans.return",
    "contacts.approve",
    "contacts.cancel",
    "cases.answer",
  ],
  treasurer: [
    "alerts.read",
    ...everyRead,
    "settings.read",
    "members.resume",
    "exits.ask",
    "exits.approve",
    "exits.pay",
    "loans.receive",
    "receipts.approve",
    "loans.disburse",
    "loans.return",
    "dividends.approve",
    "payouts.resolve",
    "contacts.approve",
    "contacts.cancel",
    "checkoff.place",
    "payins.place",
    "counter.read",
    "counter.receive",
    "tills.read",
    "tills.keep",
    "treasury.read",
    "treasury.enter",
    "treasury.approve",
    "withdrawals.approve",
    "reconciliation.prepare",
    "reconciliation.approve",
    "checkoff.post",
    ...proofOfBooks,
    "proof.reconcile",
    "months.prepare",
    "months.approve",
    "privacy.read",
    "privacy.approve",
    "imports.post",
    "codes.request",
    "codes.approve",
    "staff.approve",
  ],
  administrator: [
    "alerts.read",
    ...everyRead,
    "settings.read",
    "settings.edit",
    ...proofOfBooks,
    "proof.reconcile",
    "months.prepare",
    "months.approve",
    "audit.read",
    "members.register",
    "members.suspend",
    "members.resume",
    "exits.ask",
    "exits.approve",
    "exits.pay",
    "loans.receive",
    "receipts.approve",
    "loans.disburse",
    "loans.return",
    "loans.policy",
    "loans.blacklist",
    "dividends.prepare",
    "dividends.pay",
    "payouts.send",
    "contacts.request",
    "contacts.approve",
    "contacts.cancel",
    "checkoff.place",
    "payins.place",
    "counter.read",
    "counter.receive",
    "tills.read",
    "tills.keep",
    "treasury.read",
    "treasury.enter",
    "treasury.approve",
    "chart.edit",
    "withdrawals.request",
    "withdrawals.approve",
    "reconciliation.prepare",
    "reconciliation.approve",
    "checkoff.post",
    "privacy.read",
    "privacy.handle",
    "privacy.approve",
    "cases.answer",
    "holidays.edit",
    "notices.edit",
    "imports.prepare",
    "imports.post",
    "codes.request",
    "codes.approve",
    "staff.read",
    "staff.manage",
    "staff.approve",
  ],
  auditor: [
    "alerts.read",
    ...everyRead,
    ...proofOfBooks,
    "counter.read",
    "tills.read",
    "treasury.read",
    "audit.read",
    "staff.read",
    "staff.approve",
    "privacy.read",
    "settings.read",
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type StaffRole = keyof typeof rolePermissions;

/** Whether a role carries a permission. */
export function roleMay(role: StaffRole, permission: Permission): boolean {
  return (rolePermissions[role] as readonly Permission[]).includes(permission);
}

/**
 * Permissions to approve or move money, which a person cannot use in a role that is new to them.
 */
export const moneyPermissions: ReadonlySet<Permission> = new Set<Permission>([
  "checkoff.post",
  "contacts.approve",
  "counter.receive",
  "dividends.approve",
  "dividends.pay",
  "exits.approve",
  "exits.pay",
  "imports.post",
  "loans.decide",
  "loans.disburse",
  "loans.receive",
  "payouts.resolve",
  "payouts.send",
  "receipts.approve",
  "tills.keep",
  "treasury.approve",
  "withdrawals.approve",
]);

/** The roles that carry a permission. */
export function rolesThatMay(permission: Permission): StaffRole[] {
  return (Object.keys(rolePermissions) as StaffRole[]).filter((role) => roleMay(role, permission));
}
