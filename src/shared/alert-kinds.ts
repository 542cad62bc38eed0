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
