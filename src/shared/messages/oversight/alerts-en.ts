import type { AlertKind } from "#shared/alert-kinds.ts";
import type { JobName } from "#shared/jobs.ts";

interface AlertText {
  readonly title: string;
  /** The same in one sentence, as an SMS says it. */
  readonly said: string;
  readonly todo: string;
}

/** The problems that the portal notices by itself, and what the office does about each. */
export const alertsEn = {
  title: "Alerts",
  lead: "Problems that the portal found. Each alert closes when its cause is gone.",
  loading: "Loading the alerts",
  failed: "The alerts could not be loaded.",
  none: "No open alerts",
  noneText: "The books agree, and every automatic task is running.",
  open: "Open",
  past: "Closed in the last 30 days",
  since: "Since {time}",
  lastSeen: "Last seen {time}",
  told: "Administrators notified {time}",
  unnotified: "The administrators are being notified.",
  closed: "Closed {time}",
  whatToDo: "What to do",
  othersDo: "The administrators are advised to",
  see: "See what to do",
  seeOnly: "See the alerts",
  kinds: {
    "books-disagree": {
      title: "The books do not agree",
      said: "The books do not agree. Findings: {count}.",
      todo: "Stop posting. Open Books, find the entry and reverse it. Then run the reconciler again.",
    },
    "audit-broken": {
      title: "The audit log is broken",
      said: "The audit log is broken from record {count} on.",
      todo: "Somebody may have changed the database directly. Keep a copy of the database as it is, compare its last digest with the one you keep elsewhere, and call the auditor.",
    },
    "job-failed": {
      title: "An automatic task is failing",
      said: "An automatic task is failing: {job}.",
      todo: "Ask the person who runs the server to look for this task in the log. It will be tried again automatically.",
    },
    "job-overdue": {
      title: "An automatic task is not running",
      said: "An automatic task has not run for too long: {job}.",
      todo: "Ask the person who runs the server to check that the portal is running and to look for this task in the log.",
    },
    "messages-wait": {
      title: "Messages are not being sent",
      said: "Messages that could not be sent: {count}.",
      todo: "Check the account and credit with the SMS provider, and the mail server. Messages that are still useful will then be sent automatically.",
    },
    "payouts-wait": {
      title: "Payouts are waiting too long",
      said: "Payouts that have waited for more than a day: {count}.",
      todo: "Open Payouts. Make a file and pay it, handle the exceptions, or check the account with the provider.",
    },
    "disk-full": {
      title: "The disk is full",
      said: "The disk of the database is full: nothing can be saved.",
      todo: "Ask the person who runs the server to free space on its disk. No restart is needed, and no saved data is lost.",
    },
    "read-only": {
      title: "The database is read-only",
      said: "The database is read-only: nothing can be saved.",
      todo: "Ask the person who runs the server to connect the portal to the primary database.",
    },
    "staff-identity": {
      title: "The identity of some staff is unclear",
      said: "The identity of some staff is unclear. Findings: {count}.",
      todo: "Open Staff to see the list. Add missing ID numbers, correct shared numbers, or link a person to their member account.",
    },
  } satisfies Record<AlertKind, AlertText>,
  jobs: {
    sweep: "deleting expired data",
    "missed-deductions": "notifying guarantors of missed deductions",
    "case-deadlines": "reporting overdue cases",
    "standing-transfers": "making monthly transfers",
    withdrawals: "queueing withdrawals that are due",
    "contact-changes": "applying contact changes",
    reconciler: "nightly reconciliation",
    retention: "applying the retention rules",
    "audit-check": "nightly check of the audit log",
    "staff-identity": "checking staff identities",
    backup: "nightly backup",
    "backup-proof": "weekly restore of a backup, as a proof",
    watch: "looking for overdue work",
    outbox: "sending messages",
    payouts: "sending payments",
    "payout-questions": "asking about payments without a result",
    prompts: "sending M-Pesa prompts to phones",
    "pay-in-reversals": "asking M-Pesa for reversals",
  } satisfies Record<JobName, string>,
};

export type AlertWords = typeof alertsEn;
