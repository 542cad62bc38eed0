import type { MessageTemplate } from "#server/messaging/outbox/enqueue.ts";
import { officeTemplatesOf } from "#server/messaging/outbox/templates.ts";

// The office reads English. One SMS each, so that nobody can change these unnoticed.
const texts = {
  "settings-contacts":
    "{society}: {who} changed the society's name, phone, email or account in Settings. Not expected? Call {phone}.",
  "settings-budget":
    "{society}: {who} changed the month's SMS budget from {budgetWas} to {budget}. Not expected? Call {phone}.",
  "settings-words":
    "{society}: {who} changed the text of the message {message} in Settings. Not expected? Call {phone}.",
  "settings-tax":
    "{society}: {who} changed the withholding tax on dividends, {mode}, from {day}. Not expected? Call {phone}.",
  "settings-withdrawals":
    "{society}: {who} changed the rules for withdrawals from {day}. Not expected? Call {phone}.",
  "settings-contributions":
    "{society}: {who} changed the least and the most of monthly contributions from {day}. Not expected? Call {phone}.",
  "settings-retention":
    "{society}: {who} changed how long {kept} is kept: {length} from {day}. Not expected? Call {phone}.",
  "settings-check-off-words":
    "{society}: {who} changed the words of check-off notes in Settings. Not expected? Call {phone}.",
  "settings-receipts":
    "{society}: {who} changed the amounts above which a receipt needs two people. A repayment now: {amount}. Not expected? Call {phone}.",
  "settings-account-opened":
    "{society}: {who} added the account {account} to the chart of accounts. Not expected? Call {phone}.",
  "settings-account-closed":
    "{society}: {who} closed the account {account} of the chart of accounts. Not expected? Call {phone}.",
} as const;

/** SMS to the office about a change of the settings. */
export const settingsMessages: readonly MessageTemplate[] = officeTemplatesOf(texts);
