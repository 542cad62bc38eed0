import type { AlertKind } from "#shared/alert-kinds.ts";

interface AlertText {
  readonly title: string;
  /** The same in one sentence, as an SMS says it. */
  readonly said: string;
  readonly todo: string;
}

/** The problems that the portal notices by itself, and what the office does about each. */
export const alertsEn = {
  title: "Alerts",
  lead: "Problems that the portal noticed by itself. Each one closes when its cause has ended.",
  loading: "Loading the alerts",
  failed: "The alerts could not be loaded.",
  none: "No open alerts",
  noneText: "The books agree, and everything that runs by itself is running.",
  open: "Open",
  past: "Closed in the last 30 days",
  since: "Since {time}",
  lastSeen: "Last seen {time}",
  told: "The administrators were told {time}",
  untold: "The administrators are being told.",
  closed: "Closed {time}",
  whatToDo: "What to do",
  othersDo: "The administrators are advised",
  see: "See what to do",
  seeOnly: "See the alerts",
  kinds: {
    "books-disagree": {
      title: "The books do not agree",
      said: "The books do not agree: {count} findings.",
      todo: "Stop posting. Open Books, find the entry, and correct it by a reversal. Then add the books up again.",
    },
    "audit-broken": {
      title: "The audit log is broken",
      said: "The audit log does not follow from record {count} on.",
      todo: "Somebody may have changed the database directly. Keep a copy of the database as it is, compare its head with the one you keep outside, and call the auditor.",
    },
    "job-failed": {
      title: "A task that runs by itself fails",
      said: "A task fails: {job}.",
      todo: "Ask whoever runs the server to read the log for the name of this task. It is tried again by itself.",
    },
    "messages-wait": {
      title: "Messages do not leave",
      said: "{count} messages could not be sent.",
      todo: "Check the account and the credit with the SMS provider and the mail server. Messages that are still of use leave by themselves.",
    },
    "payouts-wait": {
      title: "Payouts wait too long",
      said: "{count} payouts wait for more than a day.",
      todo: "Open Payouts. Take out a file and pay it, look into the exceptions, or check the account with the provider.",
    },
    "disk-full": {
      title: "The disk is full",
      said: "The disk of the database is full: nothing can be saved.",
      todo: "Ask whoever runs the server to make room on its disk. No restart is needed, and nothing that was saved is lost.",
    },
    "read-only": {
      title: "The database is read-only",
      said: "The database is read-only: nothing can be saved.",
      todo: "Ask whoever runs the server to point the portal at the primary database.",
    },
    "staff-identity": {
      title: "It is not certain who some of the staff are",
      said: "It is not certain who some of the staff are: {count} findings.",
      todo: "Open Staff, which lists them. Record the missing ID numbers, correct shared numbers, or record which member somebody is.",
    },
  } satisfies Record<AlertKind, AlertText>,
  jobs: {
    sweep: "deleting rows past their use",
    "missed-deductions": "telling guarantors of missed deductions",
    "case-deadlines": "telling of questions past their day",
    "contact-changes": "putting contact changes in force",
    reconciler: "adding the books up each night",
    retention: "applying the retention rules",
    "audit-check": "following the audit log each night",
    "staff-identity": "checking who the staff are",
    watch: "looking for what waits too long",
  },
};

export type AlertWords = typeof alertsEn;
