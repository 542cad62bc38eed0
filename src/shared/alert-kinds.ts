import { type Permission, roleMay, type StaffRole } from "./permissions.ts";

/**
 * Every kind of problem that the portal notices by itself and tells the office. Each has its words,
 * and what to do, in messages/alerts-en.ts and alerts-sw.ts.
 */
export const alertKinds = [
  "books-disagree",
  "audit-broken",
  "job-failed",
  "messages-wait",
  "payouts-wait",
  "disk-full",
  "read-only",
  "staff-identity",
] as const;

export type AlertKind = (typeof alertKinds)[number];

/** What a role needs to follow the advice that is shown with an alert. */
const alertActs: Readonly<Record<AlertKind, Permission>> = {
  "books-disagree": "proof.reconcile",
  "audit-broken": "settings.edit",
  "job-failed": "settings.edit",
  "messages-wait": "settings.edit",
  "payouts-wait": "payouts.send",
  "disk-full": "settings.edit",
  "read-only": "settings.edit",
  "staff-identity": "staff.manage",
};

/** Whether a role may do what is advised about an alert; others only read it. */
export function actsOnAlert(role: StaffRole, kind: AlertKind): boolean {
  return roleMay(role, alertActs[kind]);
}
