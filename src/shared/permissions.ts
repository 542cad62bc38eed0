/** What a member of staff may do, each named once. */
export type Permission =
  | "members.read"
  | "members.register"
  | "loans.read"
  | "loans.amend"
  | "loans.receive"
  | "loans.decide"
  | "loans.disburse"
  | "loans.policy";

/**
 * The roles a member of staff may hold, and what each may do. Nobody both decides a loan and pays
 * it out; the database holds that too, whatever this table says.
 */
export const rolePermissions = {
  clerk: ["members.read", "members.register", "loans.read", "loans.amend", "loans.receive"],
  checker: ["members.read", "loans.read", "loans.decide"],
  administrator: [
    "members.read",
    "members.register",
    "loans.read",
    "loans.receive",
    "loans.disburse",
    "loans.policy",
  ],
} as const satisfies Record<string, readonly Permission[]>;

export type StaffRole = keyof typeof rolePermissions;

/** Whether a role carries a permission. */
export function roleMay(role: StaffRole, permission: Permission): boolean {
  return (rolePermissions[role] as readonly Permission[]).includes(permission);
}
