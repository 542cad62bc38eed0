import { bankMessageNames } from "./bank-message-names.ts";
import { contributionMessageNames } from "./contribution-message-names.ts";
import { statementMailNames } from "./statement-mail-names.ts";
import { nomineeMessageNames } from "./nominee-message-names.ts";
import { withdrawalMessageNames } from "./withdrawal-message-names.ts";

/** The name of each message and when it is sent, in English; the same for SMS and e-mail. */
export const messageNamesEn = {
  "otp-sign-up": {
    title: "Code to sign up",
    when: "A person presses Send OTP to create an account",
  },
  "otp-reset": {
    title: "Code for a new password",
    when: "A member presses Send OTP to change a password",
  },
  "otp-guarantee": {
    title: "Code to answer a guarantee",
    when: "A guarantor is about to accept or decline",
  },
  "otp-amendment": {
    title: "Code to agree to a larger loan",
    when: "The office asks a member to agree to a change of a loan",
  },
  "otp-confirm-mobile": {
    title: "Code to confirm a number",
    when: "A member confirms the number dividends are paid to",
  },
  "codes-closed": {
    title: "Codes closed",
    when: "Too many wrong codes were entered for a member",
  },
  "codes-opened": {
    title: "Codes reopened",
    when: "Two people in the office reopened a member's codes",
  },
  "login-created": { title: "Account created", when: "A member signs up" },
  "password-changed": { title: "Password changed", when: "A member changes their password" },
  "loan-applied": { title: "Application received", when: "A member applies for an instant loan" },
  "loan-amended": { title: "Application changed", when: "The office changes an application" },
  "loan-change-proposed": {
    title: "Change waiting for consent",
    when: "The office proposes a change that raises the amount, the total or the deduction",
  },
  "loan-change-withdrawn": {
    title: "Proposed change withdrawn",
    when: "The office withdraws a change it proposed",
  },
  "loan-approved": { title: "Loan approved", when: "An application is approved" },
  "loan-declined": { title: "Loan declined", when: "An application is declined" },
  "loan-withdrawn": { title: "Application withdrawn", when: "A member withdraws an application" },
  "loan-returned": { title: "Approval returned", when: "Two people return an approval" },
  "loan-recalled": { title: "Disbursement reversed", when: "Two people reverse a disbursement" },
  "loan-disbursed": { title: "Loan disbursed", when: "A loan is disbursed" },
  "loan-unsent": {
    title: "Loan could not be sent",
    when: "The payment of a loan fails, and the loan waits for disbursement again",
  },
  "loan-arrived": { title: "Loan received", when: "The money of a loan reaches the member" },
  "loan-repaid": { title: "Repayment received", when: "A repayment is recorded" },
  "loan-settled": { title: "Loan fully repaid", when: "The last repayment of a loan is recorded" },
  "loan-reversed": {
    title: "Repayment reversed",
    when: "A repayment recorded by mistake is reversed",
  },
  "overpayment-to-deposits": {
    title: "Overpayment moved to deposits",
    when: "An overpayment of a loan is moved to deposits",
  },
  "overpayment-to-loan": {
    title: "Overpayment moved to a loan",
    when: "An overpayment of a loan repays another loan",
  },
  "refund-arrived": {
    title: "Refund received",
    when: "The refund of an overpaid loan reaches the member",
  },
  "refund-unsent": {
    title: "Refund could not be sent",
    when: "The refund of an overpaid loan could not be paid",
  },
  "exit-refund-arrived": {
    title: "Refund on leaving received",
    when: "The refund of a member who left reaches them",
  },
  "exit-refund-unsent": {
    title: "Refund on leaving not sent",
    when: "The refund of a member who left could not be sent",
  },
  "exit-settled": { title: "Exit settled", when: "An exit is settled and its refund is queued" },
  "overpayment-to-refund": {
    title: "Overpayment to be refunded",
    when: "An overpayment of a loan will be refunded",
  },
  "dividend-elected": {
    title: "Dividend choice received",
    when: "A member chooses where the dividend goes",
  },
  "dividend-reminder": {
    title: "Dividend reminder",
    when: "The office reminds members who have not chosen",
  },
  "dividend-paid": { title: "Dividend paid", when: "A year's dividends are paid" },
  "dividend-hold-number": {
    title: "Dividend on hold: number",
    when: "A part by phone waits for a confirmed number",
  },
  "dividend-hold-loan": {
    title: "Dividend on hold: loan",
    when: "A part for a loan is held because the loan is repaid",
  },
  "dividend-hold-left": {
    title: "Dividend on hold: left",
    when: "A part of a former member is held",
  },
  "dividend-moved-shares": {
    title: "Dividend moved to shares",
    when: "A part that could not go where chosen goes to share capital",
  },
  "dividend-moved-deposits": {
    title: "Dividend moved to deposits",
    when: "A part that could not go where chosen goes to deposits",
  },
  "dividend-to-bank": {
    title: "Dividend to the bank",
    when: "A year's dividends are paid, to a member who chose the bank",
  },
  "dividend-at-bank": {
    title: "Dividend paid by the office",
    when: "The bank, or the office, paid a dividend to a member who chose the bank",
  },
  "dividend-released-bank": {
    title: "Dividend on hold goes to the bank",
    when: "A member whose number was missing chooses the bank",
  },
  "dividend-released": {
    title: "Dividend released",
    when: "A member confirms the number, and the held part is paid",
  },
  "dividend-held-to-shares": {
    title: "Held dividend to shares",
    when: "A part that was on hold goes to share capital",
  },
  "dividend-held-to-deposits": {
    title: "Held dividend to deposits",
    when: "A part that was on hold goes to deposits",
  },
  "dividend-held-to-cash": {
    title: "Held dividend in cash",
    when: "A part that was on hold is paid in cash",
  },
  "guarantee-asked": { title: "Guarantee requested", when: "A borrower names a guarantor" },
  "guarantee-asked-again": {
    title: "Guarantee requested again",
    when: "A loan changes after its guarantor has answered",
  },
  "guarantee-accepted": { title: "Guarantor accepted", when: "A guarantor accepts" },
  "guarantee-given": { title: "Guarantee given", when: "A guarantor has accepted" },
  "guarantee-declined": { title: "Guarantor declined", when: "A guarantor declines" },
  "guarantee-covered": { title: "Loan fully guaranteed", when: "Guarantors cover all of a loan" },
  "guarantee-released": {
    title: "Guarantee released",
    when: "A guaranteed loan is repaid or withdrawn",
  },
  "guarantee-revived": {
    title: "Guarantee restored",
    when: "A payment on a guaranteed loan is reversed",
  },
  "guarantee-missed": {
    title: "Borrower missed a deduction",
    when: "A deduction for a guaranteed loan is missed",
  },
  "check-off-received": { title: "Check-off received", when: "A month's deduction is posted" },
  "check-off-held": {
    title: "Check-off in suspense",
    when: "Part of a deduction is in suspense",
  },
  "check-off-credited": {
    title: "Check-off credited from another number",
    when: "Money sent under another member's number is credited to the member",
  },
  "check-off-moved": {
    title: "Check-off credited to another account",
    when: "Money sent under a member's number is credited to another member",
  },
  "pay-in-credited": {
    title: "M-Pesa payment received",
    when: "A payment to the paybill is credited to the member",
  },
  ...withdrawalMessageNames.en,
  ...nomineeMessageNames.en,
  ...statementMailNames.en,
  ...contributionMessageNames.en,
  "settings-withdrawals": {
    title: "Rules for withdrawals",
    when: "The administrator sets new rules for withdrawals",
  },
  "standing-short": {
    title: "Monthly transfer not covered",
    when: "The balance is too low for a monthly transfer",
  },
  "transfer-made": {
    title: "Money moved between own accounts",
    when: "A member moves money from a withdrawable account to deposits or share capital",
  },
  "counter-received": {
    title: "Money received at the counter",
    when: "The counter receives money for an account of the member",
  },
  "counter-cheque": { title: "Cheque received", when: "The counter takes a cheque of the member" },
  "counter-bounced": { title: "Cheque bounced", when: "The bank does not pay a cheque" },
  "counter-reversed": { title: "Receipt reversed", when: "Two people reverse a receipt" },
  "pay-in-corrected": { title: "M-Pesa payment corrected", when: "The office corrects its amount" },
  "pay-in-moved": { title: "M-Pesa payment moved", when: "The office takes off a wrong credit" },
  "check-off-placed": { title: "Check-off assigned", when: "Money in suspense is assigned" },
  "check-off-unplaced": {
    title: "Assignment reversed",
    when: "Money moved out of suspense is returned to it",
  },
  "check-off-reversed": { title: "Check-off reversed", when: "A check-off file is reversed" },
  "contact-change-asked": {
    title: "New number requested",
    when: "A change of mobile number is requested; to both numbers",
  },
  "contact-change-approved": {
    title: "New number approved",
    when: "The change is approved and held for three days",
  },
  "contact-change-in-force": {
    title: "New number in force",
    when: "The change takes effect",
  },
  ...bankMessageNames.en,
  "contact-change-ended": {
    title: "New number cancelled",
    when: "The change is rejected or cancelled",
  },
  "contact-details-asked": {
    title: "New details requested",
    when: "A change of other contact details is requested",
  },
  "contact-details-in-force": {
    title: "New details in force",
    when: "Other contact details change",
  },
  "loan-policy-set": {
    title: "Loan policy set",
    when: "A new loan policy is set; to the office",
  },
  "loan-policy-cancelled": {
    title: "Loan policy withdrawn",
    when: "A scheduled loan policy is withdrawn; to the office",
  },
  "member-welcome": { title: "Welcome", when: "The office registers a member" },
  "member-suspended": { title: "Membership suspended", when: "The office suspends a membership" },
  "member-resumed": { title: "Suspension lifted", when: "A suspension ends" },
  "second-factor-set": {
    title: "Authenticator set up",
    when: "A member of staff sets up an authenticator app",
  },
  "recovery-codes-renewed": {
    title: "Recovery codes renewed",
    when: "A member of staff makes new recovery codes",
  },
  "recovery-code-used": {
    title: "Recovery code used",
    when: "A member of staff logs in with a recovery code",
  },
  "exit-asked": { title: "Exit requested", when: "A member requests to leave" },
  "exit-approved": { title: "Exit approved", when: "A request to leave is approved" },
  "exit-paid": { title: "Refund paid", when: "A leaving member's refund is paid" },
  "exit-withdrawn": { title: "Exit withdrawn", when: "A request to leave is withdrawn" },
  "shares-received": {
    title: "Shares received",
    when: "Share capital of a leaving member is transferred",
  },
  "privacy-answered": {
    title: "Data request answered",
    when: "A request about personal data is answered",
  },
  "privacy-recorded": {
    title: "Data request recorded",
    when: "The office records a request about personal data",
  },
  "staff-invitation": {
    title: "Invitation to the staff",
    when: "A person is invited to join the staff",
  },
  "staff-invited": {
    title: "Staff invited by the operator",
    when: "The server's operator invites a person; to the office",
  },
  "approval-requested": {
    title: "Approval needed",
    when: "A change among the staff waits for a second person; to the office",
  },
  "approval-approved": {
    title: "Request approved",
    when: "A second person approves a change among the staff; to the office",
  },
  "approval-rejected": {
    title: "Request rejected",
    when: "A second person rejects a change among the staff; to the office",
  },
  "approval-withdrawn": {
    title: "Request withdrawn",
    when: "A requester withdraws a request; to the office",
  },
  "staff-suspended": {
    title: "Staff suspended",
    when: "A member of staff is suspended; to the office",
  },
  "payout-failed": { title: "Payment did not arrive", when: "A payment to a phone fails" },
  "payout-returned": {
    title: "Payment came back",
    when: "Two people record that the bank or M-Pesa returned a payment",
  },
  "payout-resent": { title: "Payment sent again", when: "A payment that failed is sent again" },
  "payout-to-shares": {
    title: "Payment went to shares",
    when: "A payment that failed goes to share capital",
  },
  "payout-to-account": {
    title: "Payment went to an account",
    when: "A payment that failed goes to withdrawable deposits",
  },
  "payout-in-cash": {
    title: "Payment in cash",
    when: "A payment that failed is paid at the office",
  },
  "case-acknowledged": {
    title: "Message acknowledged",
    when: "The office acknowledges a question or complaint",
  },
  "case-replied": {
    title: "Reply to a message",
    when: "The office replies to a question or complaint",
  },
  "case-concluded": {
    title: "Decision on a message",
    when: "The office decides on a question or complaint",
  },
  "case-breached": {
    title: "Overdue messages",
    when: "Members have waited too long for an answer; to the office",
  },
  "settings-contacts": {
    title: "Contacts changed",
    when: "The society's name, phone, email or bank account changes; to the office",
  },
  "settings-budget": {
    title: "SMS budget changed",
    when: "The monthly SMS budget changes; to the office",
  },
  "settings-words": {
    title: "Message text changed",
    when: "The text of a message changes; to the office",
  },
  "settings-tax": {
    title: "Tax rate changed",
    when: "A tax rate is set or withdrawn; to the office",
  },
  "settings-receipts": {
    title: "One-person limits changed",
    when: "The amounts one person may record alone change; to the office",
  },
  "settings-account-opened": {
    title: "Account added to the chart",
    when: "An administrator adds an account to the chart; to the office",
  },
  "settings-account-closed": {
    title: "Account of the chart closed",
    when: "An administrator closes an added account; to the office",
  },
  "settings-check-off-words": {
    title: "Check-off note words changed",
    when: "The meaning of check-off note words changes; to the office",
  },
  "settings-retention": {
    title: "Retention period changed",
    when: "A retention period changes; to the office",
  },
  "office-alert": {
    title: "Alert for the office",
    when: "The portal finds a problem; to the administrators",
  },
  "sms-budget": {
    title: "SMS budget",
    when: "80 and 100 % of the month's budget are spent; to the office",
  },
};

/** A message with a name; one that has none yet shows under the name of its template. */
export type NamedMessage = keyof typeof messageNamesEn;

export type MessageNames = Readonly<
  Record<NamedMessage, { readonly title: string; readonly when: string }>
>;
