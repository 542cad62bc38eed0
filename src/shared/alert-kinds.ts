import { type Permission, roleMay, type StaffRole } from "./permissions.ts";

/**
 * Every kind of problem that the portal detects and reports to the office. Their texts and advice
 * are in the messages of oversight.
 */
export const alertKinds = [
  "books-disagree",
  "audit-broken",
  "job-failed",
  "job-overdue",
  "messages-wait",
  "payouts-wait",
  "disk-full",
  "read-only",
  "staff-identity",
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** The permission needed to follow the advice shown with an alert. */
const alertActs: Readonly<Record<AlertKind, Permission>> = {
  "books-disagree": "proof.reconcile",
  "audit-broken": "settings.edit",
  "job-failed": "settings.edit",
  "job-overdue": "settings.edit",
  "messages-wait": "settings.edit",
  "payouts-wait": "payouts.send",
  "disk-full": "settings.edit",
  "read-only": "settings.edit",
  "staff-identity": "staff.manage",
};

/** Whether a role may follow the advice of an alert; others only read it. */
export function actsOnAlert(role: StaffRole, kind: AlertKind): boolean {
  return roleMay(role, alertActs[kind]);
}
