/** The purposes of messages; the office sees the cost of each. */
export const messagePurposes = [
  "codes",
  "security",
  "membership",
  "loans",
  "guarantees",
  "dividends",
  "check-off",
  "pay-ins",
  "withdrawals",
  "office",
  "other",
] as const;

export type MessagePurpose = (typeof messagePurposes)[number];

/** How messages of a kind are sent, whatever they say. */
interface MessageKind {
  readonly purpose: MessagePurpose;
  /** With `either`, an SMS or an e-mail of the same text. */
  readonly channel: "sms" | "email" | "either";
  /**
   * Whether it is sent although the month's budget is spent: codes, warnings about a login or a
   * member's details, and messages to the office. Others wait; the portal shows their content too.
   */
  readonly withoutBudget: boolean;
  /** After this time it is useless and is not sent; null if a limit (`LIMIT_…`) decides. */
  readonly lifetimeSeconds: number | null;
}

const DAY = 86_400;

/** The facts that messages about the same thing share. */
const code = { purpose: "codes", withoutBudget: true, lifetimeSeconds: null } as const;
const warning = { purpose: "security", channel: "sms", withoutBudget: true } as const;
const toOffice = { purpose: "office", withoutBudget: true, lifetimeSeconds: 2 * DAY } as const;
const news = { channel: "sms", withoutBudget: false, lifetimeSeconds: 2 * DAY } as const;
const mail = { ...news, channel: "email" } as const;

/** Every kind of message, by the name of its template. */
export const messageKinds = {
  "otp-sign-up": { ...code, channel: "sms" },
  "otp-reset": { ...code, channel: "sms" },
  "otp-guarantee": { ...code, channel: "sms" },
  "otp-confirm-mobile": { ...code, channel: "sms" },
  "otp-withdrawal": { ...code, channel: "sms" },
  "otp-counter-withdrawal": { ...code, channel: "sms" },
  "otp-counter-payment": { ...code, channel: "sms" },
  "otp-standing-transfer": { ...code, channel: "sms" },
  "otp-nominees": { ...code, channel: "sms" },
  "otp-bank-account": { ...code, channel: "sms" },
  "otp-amendment": { ...code, channel: "sms" },
  "otp-email-address": { ...code, channel: "email" },
  "statement-mailed": { ...mail, purpose: "membership" },
  "codes-closed": { ...warning, lifetimeSeconds: 2 * DAY },
  "codes-opened": { ...warning, lifetimeSeconds: 2 * DAY },
  "staff-invitation": { ...code, channel: "sms" },
  "staff-invitation-mail": { ...code, channel: "email" },
  "login-created": { ...warning, lifetimeSeconds: DAY },
  "password-changed": { ...warning, lifetimeSeconds: DAY },
  "loan-applied": { ...news, purpose: "loans" },
  "loan-amended": { ...news, purpose: "loans" },
  "loan-change-proposed": { ...news, purpose: "loans" },
  "loan-change-withdrawn": { ...news, purpose: "loans" },
  "loan-approved": { ...news, purpose: "loans" },
  "loan-declined": { ...news, purpose: "loans" },
  "loan-withdrawn": { ...news, purpose: "loans" },
  "loan-returned": { ...news, purpose: "loans" },
  "loan-recalled": { ...news, purpose: "loans" },
  "loan-disbursed": { ...news, purpose: "loans" },
  "loan-unsent": { ...news, purpose: "loans" },
  "loan-arrived": { ...news, purpose: "loans" },
  "loan-repaid": { ...news, purpose: "loans" },
  "loan-settled": { ...news, purpose: "loans" },
  "loan-applied-email": { ...mail, purpose: "loans" },
  "loan-amended-email": { ...mail, purpose: "loans" },
  "loan-change-proposed-email": { ...mail, purpose: "loans" },
  "loan-change-withdrawn-email": { ...mail, purpose: "loans" },
  "loan-approved-email": { ...mail, purpose: "loans" },
  "loan-declined-email": { ...mail, purpose: "loans" },
  "loan-withdrawn-email": { ...mail, purpose: "loans" },
  "loan-returned-email": { ...mail, purpose: "loans" },
  "loan-recalled-email": { ...mail, purpose: "loans" },
  "loan-disbursed-email": { ...mail, purpose: "loans" },
  "loan-unsent-email": { ...mail, purpose: "loans" },
  "loan-arrived-email": { ...mail, purpose: "loans" },
  "loan-repaid-email": { ...mail, purpose: "loans" },
  "loan-settled-email": { ...mail, purpose: "loans" },
  "dividend-elected": { ...news, purpose: "dividends" },
  "dividend-reminder": { ...news, purpose: "dividends" },
  "dividend-paid": { ...news, purpose: "dividends" },
  "dividend-hold-number": { ...news, purpose: "dividends" },
  "dividend-hold-loan": { ...news, purpose: "dividends" },
  "dividend-hold-left": { ...news, purpose: "dividends" },
  "dividend-moved-shares": { ...news, purpose: "dividends" },
  "dividend-moved-deposits": { ...news, purpose: "dividends" },
  "dividend-to-bank": { ...news, purpose: "dividends" },
  "dividend-at-bank": { ...news, purpose: "dividends" },
  "dividend-released-bank": { ...news, purpose: "dividends", lifetimeSeconds: 3 * DAY },
  "dividend-released": { ...news, purpose: "dividends", lifetimeSeconds: 3 * DAY },
  "dividend-held-to-shares": { ...news, purpose: "dividends", lifetimeSeconds: 3 * DAY },
  "dividend-held-to-deposits": { ...news, purpose: "dividends", lifetimeSeconds: 3 * DAY },
  "dividend-held-to-cash": { ...news, purpose: "dividends", lifetimeSeconds: 3 * DAY },
  "loan-reversed": { ...news, purpose: "loans" },
  "loan-reversed-email": { ...mail, purpose: "loans" },
  "overpayment-to-deposits": { ...news, purpose: "loans" },
  "overpayment-to-loan": { ...news, purpose: "loans" },
  "overpayment-to-refund": { ...news, purpose: "loans" },
  "refund-arrived": { ...news, purpose: "loans" },
  "refund-unsent": { ...news, purpose: "loans" },
  "exit-refund-arrived": { ...news, purpose: "membership" },
  "exit-refund-unsent": { ...news, purpose: "membership" },
  "guarantee-asked": { ...news, purpose: "guarantees" },
  "guarantee-asked-again": { ...news, purpose: "guarantees" },
  "guarantee-accepted": { ...news, purpose: "guarantees" },
  "guarantee-given": { ...news, purpose: "guarantees" },
  "guarantee-declined": { ...news, purpose: "guarantees" },
  "guarantee-covered": { ...news, purpose: "guarantees" },
  "guarantee-released": { ...news, purpose: "guarantees" },
  "guarantee-revived": { ...news, purpose: "guarantees" },
  "guarantee-missed": { ...news, purpose: "guarantees" },
  "guarantee-asked-email": { ...mail, purpose: "guarantees" },
  "guarantee-asked-again-email": { ...mail, purpose: "guarantees" },
  "guarantee-accepted-email": { ...mail, purpose: "guarantees" },
  "guarantee-given-email": { ...mail, purpose: "guarantees" },
  "guarantee-declined-email": { ...mail, purpose: "guarantees" },
  "guarantee-covered-email": { ...mail, purpose: "guarantees" },
  "guarantee-released-email": { ...mail, purpose: "guarantees" },
  "guarantee-revived-email": { ...mail, purpose: "guarantees" },
  "guarantee-missed-email": { ...mail, purpose: "guarantees" },
  "loan-policy-set": { ...toOffice, channel: "sms" },
  "loan-policy-cancelled": { ...toOffice, channel: "sms" },
  "check-off-received": { ...news, purpose: "check-off" },
  "check-off-held": { ...news, purpose: "check-off" },
  "pay-in-credited": { ...news, purpose: "pay-ins" },
  "withdrawal-waits": { ...news, purpose: "withdrawals" },
  "withdrawal-noticed": { ...news, purpose: "withdrawals" },
  "withdrawal-sent": { ...news, purpose: "withdrawals" },
  "withdrawal-arrived": { ...news, purpose: "withdrawals" },
  "withdrawal-unsent": { ...news, purpose: "withdrawals" },
  "withdrawal-rejected": { ...news, purpose: "withdrawals" },
  "withdrawal-ended": { ...news, purpose: "withdrawals" },
  "standing-short": { ...news, purpose: "withdrawals" },
  "transfer-made": { ...news, purpose: "withdrawals" },
  "counter-received": { ...news, purpose: "pay-ins" },
  "counter-cheque": { ...news, purpose: "pay-ins" },
  "counter-bounced": { ...news, purpose: "pay-ins" },
  "counter-reversed": { ...news, purpose: "pay-ins" },
  "pay-in-corrected": { ...news, purpose: "pay-ins" },
  "pay-in-moved": { ...news, purpose: "pay-ins" },
  "check-off-placed": { ...news, purpose: "check-off" },
  "check-off-credited": { ...news, purpose: "check-off" },
  "check-off-moved": { ...news, purpose: "check-off" },
  "check-off-unplaced": { ...news, purpose: "check-off" },
  "check-off-reversed": { ...news, purpose: "check-off" },
  "contact-change-asked": { ...warning, lifetimeSeconds: 3 * DAY },
  "contact-change-approved": { ...warning, lifetimeSeconds: 3 * DAY },
  "contact-change-in-force": { ...warning, lifetimeSeconds: 3 * DAY },
  "contact-details-asked": { ...warning, lifetimeSeconds: 3 * DAY },
  "contact-details-in-force": { ...warning, lifetimeSeconds: 3 * DAY },
  "bank-details-asked": { ...warning, lifetimeSeconds: 3 * DAY },
  "bank-details-set": { ...warning, lifetimeSeconds: 3 * DAY },
  "nominees-changed": { ...warning, lifetimeSeconds: 3 * DAY },
  "bank-details-given": { ...warning, lifetimeSeconds: 3 * DAY },
  "bank-details-rejected": { ...warning, lifetimeSeconds: 3 * DAY },
  "bank-details-cancelled": { ...warning, lifetimeSeconds: 3 * DAY },
  "payout-choice-bank": { ...warning, lifetimeSeconds: 3 * DAY },
  "payout-choice-phone": { ...warning, lifetimeSeconds: 3 * DAY },
  "contact-change-ended": { ...warning, lifetimeSeconds: 3 * DAY },
  "sms-budget": { ...toOffice, channel: "either" },
  "settings-contacts": { ...toOffice, channel: "sms" },
  "settings-budget": { ...toOffice, channel: "sms" },
  "settings-words": { ...toOffice, channel: "sms" },
  "contribution-changed": { ...warning, lifetimeSeconds: 3 * DAY },
  "contribution-cancelled": { ...warning, lifetimeSeconds: 3 * DAY },
  "settings-contributions": { ...toOffice, channel: "sms" },
  "settings-withdrawals": { ...toOffice, channel: "sms" },
  "settings-tax": { ...toOffice, channel: "sms" },
  "settings-retention": { ...toOffice, channel: "sms" },
  "settings-check-off-words": { ...toOffice, channel: "sms" },
  "settings-receipts": { ...toOffice, channel: "sms" },
  "settings-account-opened": { ...toOffice, channel: "sms" },
  "settings-account-closed": { ...toOffice, channel: "sms" },
  "payout-failed": { ...news, purpose: "dividends", channel: "either", lifetimeSeconds: 3 * DAY },
  "payout-returned": { ...news, purpose: "loans", lifetimeSeconds: 3 * DAY },
  "payout-resent": { ...news, purpose: "dividends", channel: "either", lifetimeSeconds: 3 * DAY },
  "payout-to-shares": {
    ...news,
    purpose: "dividends",
    channel: "either",
    lifetimeSeconds: 3 * DAY,
  },
  "payout-to-account": {
    ...news,
    purpose: "dividends",
    channel: "either",
    lifetimeSeconds: 3 * DAY,
  },
  "payout-in-cash": { ...news, purpose: "dividends", channel: "either", lifetimeSeconds: 3 * DAY },
  "case-acknowledged": { ...news, purpose: "membership" },
  "case-acknowledged-email": { ...mail, purpose: "membership" },
  "case-replied": { ...news, purpose: "membership" },
  "case-replied-email": { ...mail, purpose: "membership" },
  "case-concluded": { ...news, purpose: "membership" },
  "case-concluded-email": { ...mail, purpose: "membership" },
  "case-breached": { ...toOffice, channel: "sms", lifetimeSeconds: DAY },
  "member-welcome": { ...news, purpose: "membership", lifetimeSeconds: 7 * DAY },
  "member-suspended": { ...warning, lifetimeSeconds: 2 * DAY },
  "member-resumed": { ...warning, lifetimeSeconds: 2 * DAY },
  "exit-asked": { ...warning, lifetimeSeconds: 3 * DAY },
  "exit-approved": { ...news, purpose: "membership", lifetimeSeconds: 3 * DAY },
  "exit-paid": { ...news, purpose: "membership", lifetimeSeconds: 3 * DAY },
  "exit-settled": { ...news, purpose: "membership", lifetimeSeconds: 3 * DAY },
  "exit-withdrawn": { ...news, purpose: "membership", lifetimeSeconds: 3 * DAY },
  "shares-received": { ...news, purpose: "membership", lifetimeSeconds: 3 * DAY },
  "second-factor-set": { ...warning, lifetimeSeconds: DAY },
  "recovery-codes-renewed": { ...warning, lifetimeSeconds: DAY },
  "recovery-code-used": { ...warning, lifetimeSeconds: DAY },
  "staff-invited": { ...toOffice, channel: "sms" },
  "staff-suspended": { ...toOffice, channel: "sms" },
  "approval-requested": { ...toOffice, channel: "sms" },
  "approval-approved": { ...toOffice, channel: "sms" },
  "approval-rejected": { ...toOffice, channel: "sms" },
  "approval-withdrawn": { ...toOffice, channel: "sms" },
  "privacy-answered": { ...news, purpose: "membership", lifetimeSeconds: 7 * DAY },
  "privacy-recorded": { ...news, purpose: "membership", lifetimeSeconds: 7 * DAY },
  "office-alert": { ...toOffice, channel: "either" },
} as const satisfies Record<string, MessageKind>;

export type MessageKindName = keyof typeof messageKinds;

/** The declaration of a message; null for one that this version does not know. */
export function messageKind(template: string): MessageKind | null {
  return (messageKinds as Readonly<Record<string, MessageKind>>)[template] ?? null;
}

/** The purpose of a message, by the name of its template. */
export function purposeOf(template: string): MessagePurpose {
  return messageKind(template)?.purpose ?? "other";
}

/** Whether a message is sent although the month's budget is spent. */
export function goesWithoutBudget(template: string): boolean {
  return messageKind(template)?.withoutBudget ?? false;
}

/** The channel for which a message's own text is written. */
export function channelOf(template: string): "sms" | "email" {
  return messageKind(template)?.channel === "email" ? "email" : "sms";
}
