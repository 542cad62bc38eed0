import { session } from "#shared/contract/identity/auth.ts";
import { type Permission, roleMay, rolePermissions, type StaffRole } from "#shared/permissions.ts";
import { useRequest } from "#web/lib/query.ts";

/** The member of staff who is signed in. */
export interface Officer {
  readonly staffNo: string;
  readonly fullName: string;
  readonly role: StaffRole;
  /** Decides what is shown and offered; the server checks again on every call. */
  may(permission: Permission): boolean;
}

/** Returns the officer at the desk; null until the server has answered. */
export function useOfficer(): Officer | null {
  const who = useRequest(session);
  if (who.state !== "loaded" || !isRole(who.data.role)) return null;
  const { memberNo: staffNo, fullName, role } = who.data;
  return { staffNo, fullName, role, may: (permission) => roleMay(role, permission) };
}

function isRole(role: string): role is StaffRole {
  return role in rolePermissions;
}
