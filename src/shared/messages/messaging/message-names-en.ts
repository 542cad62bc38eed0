/** What each message is called and when it leaves, in English; by SMS and as a letter alike. */
export const messageNamesEn = {
  "otp-sign-up": {
    title: "Code to sign up",
    when: "Somebody presses Send OTP to create an account",
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
    when: "Too many wrong codes were entered for somebody",
  },
  "codes-opened": {
    title: "Codes opened",
    when: "Two people of the office opened somebody's codes again",
  },
  "login-created": { title: "Account created", when: "A member has signed up" },
  "password-changed": { title: "Password changed", when: "A member has changed their password" },
  "loan-applied": { title: "Application received", when: "A member applies for an instant loan" },
  "loan-amended": { title: "Application changed", when: "The office changes an application" },
  "loan-change-proposed": {
    title: "Change waits for consent",
    when: "The office proposes a change that asks more of the member",
  },
  "loan-change-withdrawn": {
    title: "Proposed change withdrawn",
    when: "The office withdraws a change it proposed",
  },
  "loan-approved": { title: "Loan approved", when: "An application is approved" },
  "loan-declined": { title: "Loan declined", when: "An application is declined" },
  "loan-withdrawn": { title: "Application withdrawn", when: "A member withdraws an application" },
  "loan-returned": { title: "Approval taken back", when: "Two people return an approval" },
  "loan-recalled": { title: "Loan payment reversed", when: "Two people reverse a loan's payment" },
  "loan-disbursed": { title: "Loan paid out", when: "A loan is paid out" },
  "loan-repaid": { title: "Repayment received", when: "Money comes in for a loan" },
  "loan-settled": { title: "Loan paid off", when: "The last of a loan comes in" },
  "loan-reversed": {
    title: "Repayment taken back",
    when: "A repayment noted by mistake is taken back",
  },
  "overpayment-to-deposits": {
    title: "Overpayment moved to deposits",
    when: "What was paid over on a loan is moved to deposits",
  },
  "overpayment-to-loan": {
    title: "Overpayment moved to a loan",
    when: "What was paid over on a loan repays another one",
  },
  "overpayment-to-refund": {
    title: "Overpayment to be refunded",
    when: "What was paid over on a loan is to be refunded",
  },
  "dividend-elected": {
    title: "Dividend choice received",
    when: "A member says where the dividend goes",
  },
  "dividend-reminder": {
    title: "Dividend reminder",
    when: "The office reminds those who have not chosen",
  },
  "dividend-paid": { title: "Dividend paid", when: "A year's dividends are paid" },
  "dividend-hold-number": {
    title: "Dividend on hold: number",
    when: "A part by phone waits for a confirmed number",
  },
  "dividend-hold-loan": {
    title: "Dividend on hold: loan",
    when: "A part for a loan waits, as the loan is paid",
  },
  "dividend-hold-left": {
    title: "Dividend on hold: left",
    when: "A part of somebody who is no longer a member waits",
  },
  "dividend-moved-shares": {
    title: "Dividend moved to shares",
    when: "A part that could not go where chosen goes to share capital",
  },
  "dividend-moved-deposits": {
    title: "Dividend moved to deposits",
    when: "A part that could not go where chosen goes to deposits",
  },
  "dividend-released": {
    title: "Dividend released",
    when: "A number is confirmed and the part that waited for it goes",
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
  "guarantee-asked": { title: "Guarantee asked for", when: "A borrower names a guarantor" },
  "guarantee-asked-again": {
    title: "Guarantee asked for again",
    when: "A loan changes after its guarantor has answered",
  },
  "guarantee-accepted": { title: "Guarantor accepted", when: "A guarantor accepts" },
  "guarantee-declined": { title: "Guarantor declined", when: "A guarantor declines" },
  "guarantee-covered": { title: "Loan fully guaranteed", when: "Guarantors cover all of a loan" },
  "guarantee-released": {
    title: "Guarantee released",
    when: "A guaranteed loan is paid off or called off",
  },
  "guarantee-revived": {
    title: "Guarantee holds again",
    when: "A payment on a guaranteed loan is taken back",
  },
  "guarantee-missed": {
    title: "Borrower missed a deduction",
    when: "A deduction of a guaranteed loan does not come",
  },
  "check-off-received": { title: "Check-off received", when: "A month's deduction is posted" },
  "check-off-held": {
    title: "Check-off not placed yet",
    when: "Part of a deduction waits to be placed",
  },
  "check-off-credited": {
    title: "Check-off credited from another number",
    when: "Money sent under another member's number is put on an account",
  },
  "check-off-moved": {
    title: "Check-off put on another account",
    when: "Money sent under a member's number is put on another member's account",
  },
  "check-off-placed": { title: "Check-off placed", when: "The office places what waited" },
  "check-off-unplaced": {
    title: "Placement reversed",
    when: "Money placed out of suspense is taken back",
  },
  "check-off-reversed": { title: "Check-off taken back", when: "A check-off file is taken back" },
  "contact-change-asked": {
    title: "New number asked for",
    when: "A change of mobile number is asked for; to both numbers",
  },
  "contact-change-approved": {
    title: "New number approved",
    when: "The change is approved and held for three days",
  },
  "contact-change-in-force": {
    title: "New number in force",
    when: "The change has come into force",
  },
  "contact-change-ended": {
    title: "New number called off",
    when: "The change is rejected or called off",
  },
  "contact-details-asked": {
    title: "New details asked for",
    when: "A change of other contact details is asked for",
  },
  "contact-details-in-force": {
    title: "New details in force",
    when: "Other contact details have changed",
  },
  "loan-policy-set": {
    title: "Loan policy set",
    when: "Somebody sets new rules for loans; to the office",
  },
  "loan-policy-cancelled": {
    title: "Loan policy taken back",
    when: "Somebody takes such rules back; to the office",
  },
  "member-welcome": { title: "Welcome", when: "The office registers a member" },
  "member-suspended": { title: "Membership suspended", when: "The office suspends a membership" },
  "member-resumed": { title: "Membership goes on", when: "A suspension ends" },
  "second-factor-set": {
    title: "Authenticator set up",
    when: "Somebody of the staff sets up an authenticator app",
  },
  "recovery-codes-renewed": {
    title: "Recovery codes renewed",
    when: "Somebody of the staff makes new recovery codes",
  },
  "recovery-code-used": {
    title: "Recovery code used",
    when: "Somebody of the staff logs in with a recovery code",
  },
  "exit-asked": { title: "Leaving asked for", when: "A member says that they leave" },
  "exit-approved": { title: "Leaving approved", when: "A request to leave is approved" },
  "exit-paid": { title: "Refund paid", when: "A member who leaves is paid out" },
  "exit-withdrawn": { title: "Leaving taken back", when: "A request to leave is taken back" },
  "shares-received": {
    title: "Shares received",
    when: "Share capital of one who leaves is transferred",
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
    when: "Somebody is invited to work at the portal",
  },
  "staff-invited": {
    title: "Staff invited by the operator",
    when: "The server's operator invites somebody; to the office",
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
    when: "Somebody withdraws a request of their own; to the office",
  },
  "staff-suspended": {
    title: "Staff suspended",
    when: "Somebody of the staff is suspended; to the office",
  },
  "payout-failed": { title: "Payment did not arrive", when: "A payment to a phone fails" },
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
    when: "The office takes up a question or complaint",
  },
  "case-replied": {
    title: "Reply to a message",
    when: "The office replies to a question or complaint",
  },
  "case-concluded": {
    title: "Message concluded",
    when: "The office concludes on a question or complaint",
  },
  "case-breached": {
    title: "Messages past their day",
    when: "Members wait longer than they should for an answer; to the office",
  },
  "settings-contacts": {
    title: "Contacts changed",
    when: "Somebody changes the society's name, phone or e-mail; to the office",
  },
  "settings-budget": {
    title: "SMS budget changed",
    when: "Somebody changes the month's SMS budget; to the office",
  },
  "settings-words": {
    title: "Words changed",
    when: "Somebody changes what a message says; to the office",
  },
  "settings-tax": {
    title: "Tax rate changed",
    when: "Somebody sets or takes back a tax rate; to the office",
  },
  "settings-receipts": {
    title: "Limits of one person changed",
    when: "Somebody changes what one person may record alone; to the office",
  },
  "settings-check-off-words": {
    title: "Words of check-off notes changed",
    when: "Somebody changes what the words of check-off notes mean; to the office",
  },
  "settings-retention": {
    title: "Time of keeping changed",
    when: "Somebody sets for how long something is kept; to the office",
  },
  "office-alert": {
    title: "Alert for the office",
    when: "The portal notices a problem by itself; goes to the administrators",
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
