/** What a member of staff may do, each named once. */
export type Permission = "members.read" | "members.register";

/** The roles a member of staff may hold, and what each may do. */
export const rolePermissions = {
  clerk: ["members.read", "members.register"],
  checker: ["members.read"],
  administrator: ["members.read", "members.register"],
} as const satisfies Record<string, readonly Permission[]>;

export type StaffRole = keyof typeof rolePermissions;

/** Whether a role carries a permission. */
export function roleMay(role: StaffRole, permission: Permission): boolean {
  return (rolePermissions[role] as readonly Permission[]).includes(permission);
}
