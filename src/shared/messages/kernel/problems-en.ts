import type { ProblemCode } from "#shared/contract/kernel/problems.ts";

/** The text of each problem, in English. It tells a person what to do and an attacker nothing. */
export const problemsEn: Record<ProblemCode, string> = {
  "not-json": "We could not read what was sent. Please try again.",
  "not-json-type": "We take JSON here. Send it with the content type application/json.",
  "headers-twice": "There are two Authorization headers. Send one.",
  "headers-too-large":
    "Your browser sent too much with this request. Clear its cookies and try again.",
  "too-slow": "Your request took too long to arrive. Please try again.",
  "foreign-origin": "This request came from another site. Open the portal itself and try again.",
  invalid: "Please correct the fields that are marked.",
  "too-large": "That is more than we can take at once. Please shorten it and try again.",
  "not-signed-in": "Please log in to continue.",
  "session-ended": "Your session has ended. Please log in again.",
  "session-revoked":
    "Your session was ended from another device or by the office. Please log in again.",
  "sign-in-failed":
    "The member number or the password is wrong. Check both, or choose Forgot password.",
  "not-csv": "Please send the file as CSV, saved as UTF-8 from the spreadsheet.",
  "not-table": "Please send the file as CSV or as an Excel workbook (.xlsx).",
  "not-evidence": "Please attach a PDF, or a picture that is a PNG or a JPEG.",
  "not-picture": "Please choose a picture: a PNG or a JPEG.",
  "not-yours": "You can open only your own record.",
  "staff-only": "This page is for the society's staff.",
  "no-such-address": "There is nothing at this address.",
  "no-such-member": "There is no member with that number.",
  "no-such-society": "There is no society with that number.",
  "no-such-loan": "There is no loan with that number.",
  "no-such-code": "We issued no statement with that code. Check each letter, or call the office.",
  "no-such-method": "This address does not take that kind of request.",
  "otp-refused":
    "That code is wrong or has expired. Check the last message, or ask for another code.",
  "otp-too-soon": "You asked for a code a moment ago. Wait {wait}, then ask again.",
  "otp-day-cap":
    "Too many codes were asked for or mistyped today. Try again tomorrow, or call the office on {phone}.",
  "otp-closed":
    "Too many wrong codes were entered for this number, so we will not send another until {until}. To get one sooner, call the office on {phone}.",
  "codes-open": "These codes are not closed.",
  "no-such-login": "No member or staff account has that number.",
  "otp-unavailable":
    "We cannot send codes at the moment. Try again later, or call the office on {phone}.",
  "idempotency-mismatch":
    "We already received this with different details. Reload the page and start again.",
  "in-progress": "This is already being done. Please wait a moment.",
  "too-many": "There were too many requests. Please wait a moment and try again.",
  "sign-in-paused": "Too many tries. Wait {wait} and try again, or choose Forgot password.",
  "password-disabled":
    "This password no longer works after too many wrong tries. Choose Forgot password to set a new one.",
  "second-factor-refused": "That code is wrong, or was already used. Wait for the app's next code.",
  "second-factor-paused": "Too many wrong codes. Wait {wait}, then try again.",
  "second-factor-disabled":
    "Too many wrong codes were tried. Ask another administrator to reset the second factor.",
  "second-factor-none": "There is no second factor yet. Set it up first.",
  "second-factor-there": "You already have a second factor. Log in with its code.",
  "enrolment-none":
    "This took too long, or was started elsewhere. Start again and scan the new code.",
  "invitation-refused":
    "That code is wrong or has expired. Ask an administrator for another invitation.",
  "no-such-staff": "No staff account has that number.",
  "staff-state": "That can no longer be done: someone else changed it first. Open the list again.",
  "own-account": "This is your own account. Another administrator has to do that.",
  "role-too-new": "Your role is new. You can do this from {until}.",
  "details-taken":
    "That mobile number, email, national ID or payroll number belongs to someone else. Check " +
    "it and try again.",
  "no-such-approval": "There is no request with this number.",
  "approval-state": "This request is no longer waiting. Reload the page to see its outcome.",
  "approval-waits": "A request like this is already waiting for a second person.",
  "approval-changed": "This has changed since you opened it. Read it again before you approve.",
  "approval-suspended":
    "The person who requested this is suspended. Reject it, or approve it once they are back.",
  "shown-changed": "This has changed since you opened it. Read it again before you continue.",
  "approval-two-people": "You made this request, so a different person must decide it.",
  "no-linked-account": "You have no other account to change to.",
  "not-enough": "There is not enough money in the account for that.",
  "already-registered": "That member number is already on the register.",
  "open-application":
    "You already have an application waiting. If the office has not decided on it, you can withdraw it. Otherwise, wait until it is paid out or declined.",
  "not-eligible": "We cannot give you this loan at the moment. {reason}",
  "no-longer-eligible":
    "This application no longer meets the loan rules ({reason}). If it is undecided, decline " +
    "it or change its amount; if it is approved, it waits until they are met.",
  "loan-state": "That can no longer be done: someone else changed it first. Open the loan again.",
  "loan-not-lent": "Nothing was lent on this application, so it has no loan statement.",
  "own-loan": "This loan is your own, or you guarantee it. Someone else must do that.",
  "two-people": "You approved this loan, so someone else must pay it out.",
  "loan-amended": "You changed this loan, so someone else must approve it.",
  "loan-repaid":
    "Something was repaid on this loan, or a receipt waits for a second person, so its payment cannot be reversed.",
  "loan-money-left":
    "The money of this loan has left the society, so its payment cannot be reversed.",
  "loan-return-waits": "There is already a request to return this approval. Decide on it first.",
  "no-such-amendment": "There is no such change to a loan.",
  "amendment-waits": "A change to this loan is waiting for the member's consent.",
  "amendment-closed": "This change is no longer waiting. Open the loan again.",
  "no-such-movement": "There is no movement with this number.",
  "movement-state": "This movement has changed in the meantime. Reload the page.",
  "movement-over": "That is more than is owed or held now. Load the request again.",
  "no-such-attachment": "This file is not there any more. Attach it again.",
  "no-such-pay-in": "There is no payment with this receipt.",
  "pay-in-state": "This payment has been decided on in the meantime. Reload the page.",
  "pay-in-refunded":
    "A part of this payment is on its way back to the member as a refund, so it cannot be moved.",
  "pay-in-reversing":
    "M-Pesa is being asked to reverse this payment. Wait for its result, or settle it on its page.",
  "reversal-unavailable":
    "M-Pesa cannot be asked to reverse payments here. Reverse it in its portal and record the receipt.",
  "pay-in-same-person":
    "You approved the last decision on this payment, so someone else must approve this one.",
  "paid-by-paybill":
    "This repayment came by the paybill. Move it at Payments in, where two people agree to it.",
  "own-entry": "You recorded this repayment, so someone else must reverse it.",
  "till-none": "You have no open till. Open your till at the counter first.",
  "till-open": "You have a till already. Count it and hand it over before you open another.",
  "till-own": "This is your own till. Count it on your own page.",
  "no-such-till": "There is no such till.",
  "safe-short": "According to the books, the safe does not hold that much cash.",
  "receipt-state": "This receipt has changed in the meantime. Reload the page.",
  "no-such-receipt": "There is no receipt with this number.",
  "paid-at-counter": "This repayment was received at the counter. Reverse its receipt there.",
  "day-not-covered": "No imported statement of this account covers that day.",
  "statement-sum":
    "The lines do not lead from the opening to the closing balance: Ksh {opening} and {lines} " +
    "make {sum}, not {closing}. Export the statement again.",
  "statement-account":
    "This statement is for account {given}; earlier ones are for a different account. If the " +
    "account has a new number, delete the row with the number from the file.",
  "statement-opening":
    "The statement begins on {day} with Ksh {given}, but the earlier ones end with {known}. " +
    "Check that it is for this account and is complete.",
  "statement-gap":
    "This statement covers {from} to {to}, and earlier ones cover {startsOn} to {coversTo}. " +
    "Import the days between first.",
  "statement-lines":
    "Earlier statements have {count} lines for these days that are missing or different here. " +
    "Export all of these days again.",
  "statement-period":
    "The statement has lines from {first} to {last}, which are not within the period given.",
  "match-empty": "Choose at least two items.",
  "match-sums": "The two sides of a match must have the same sum.",
  "match-taken": "One of these items is in another match in the meantime. Load the lists again.",
  "match-state": "This match was decided on in the meantime. Reload the page.",
  "match-closed": "This match counts in a closed month, so it can no longer be reversed.",
  "match-two-people": "You proposed this match, so someone else must confirm it.",
  "statement-own": "You imported this statement, so someone else must approve it.",
  "no-such-match": "There is no such match.",
  "no-such-item": "There is no such item.",
  "receipt-used": "That receipt is already in the books.",
  "receipt-waits": "That receipt is waiting for a second person to confirm it.",
  "repayment-over":
    "{over} of it is more than the {owed} still owed on this loan. Check the amount; nothing is recorded until it is confirmed.",
  "prompts-off": "Payment requests on the phone are not available. Pay by the paybill.",
  "prompt-open":
    "A payment request is already open on that phone. Answer it, or wait three minutes.",
  "prompts-hour":
    "Too many payment requests were sent. Pay by the paybill now, or try again in {wait}.",
  "receipts-hour": "You have searched many times. Ask the office, or try again in {wait}.",
  "prompt-figure": "The loan has changed in the meantime. Check the new amount and try again.",
  "no-such-prompt": "There is no such payment request.",
  "no-such-dividend": "No dividend is declared for that year.",
  "dividend-exists":
    "There is already a dividend for that year. Withdraw it first, if it is not posted.",
  "dividend-state": "That cannot be done at this stage. Open the dividend again to see its stage.",
  "dividend-two-people":
    "You prepared or approved this dividend, so another person must take this step.",
  "dividend-again":
    "The books changed after the approval, so nothing was posted. The dividend was calculated " +
    "again and is waiting for approval again.",
  "dividend-changed":
    "The year's books have changed since this was prepared. Withdraw it and prepare it again.",
  "window-closed": "The time to choose is over, or has not started. Your last choice counts.",
  "window-open": "Members may still choose. Lock it after the closing date.",
  "election-newer":
    "This was changed elsewhere on {date} at {time}, to {rows}. Review it, then submit yours " +
    "again to replace it.",
  "split-incomplete": "Share out every shilling: Ksh {balance} is left.",
  "payout-held":
    "The password was changed less than a day ago. For safety, more money to the phone, a new " +
    "number or bank account, and new nominees wait until {date} at {time}.",
  "not-held":
    "This part of the dividend is no longer on hold. Open the list again to see where it went.",
  "no-such-payout": "There is no payout with that number.",
  "no-such-payout-file": "There is no payout file with that number.",
  "no-debit-account":
    "The account that the bank debits is not set. Ask an administrator to enter it in Settings.",
  "payout-state":
    "That cannot be done with this payout at this stage. Open it again to see its stage.",
  "payout-two-people": "You marked this payout, so someone else must decide on it.",
  "payout-to-bank":
    "The member chose to be paid at their bank account. Pay it by bank, or ask the member to choose the phone.",
  "payout-claimed":
    "Someone reported that this payout was paid. First confirm or reject the receipt.",
  "no-account": "This member has no withdrawable account.",
  "payout-unconfirmed":
    "The member's number is not confirmed, or is about to change. Ask the member to confirm it first.",
  "no-payouts": "No payout can be sent now: none is waiting, or those that are must wait longer.",
  "database-held":
    "This is a copy of the books, so it pays nothing. Ask the person who runs the server.",
  "no-such-change": "There is no such change of contact details.",
  "change-state": "That can no longer be done: someone else changed it first. Open the list again.",
  "change-held": "Another change for this member is already on hold. Cancel that one first.",
  "member-suspended":
    "Your membership is suspended. Please call or visit the office; your money is safe.",
  "member-left": "This membership has ended, so you cannot log in. Please call the office.",
  "not-overpaid": "Nothing is overpaid on this loan now. Reload the page to see its balance.",
  "account-open": "You already have a withdrawable account.",
  "no-such-standing": "This monthly transfer is not yours, or was stopped already.",
  "no-such-withdrawal": "There is no such withdrawal.",
  "withdrawal-state": "This withdrawal has moved on. Open it again to see how far it is.",
  "mobile-unconfirmed":
    "The code goes to a confirmed number. Confirm yours first, or wait until its change is done.",
  "no-such-bank-account": "This bank account is not yours, or was stopped already.",
  "withdrawal-unconfirmed":
    "The code and the money go to a confirmed number. Confirm it first, or wait until its change is done.",
  "payment-unconfirmed":
    "This member has no confirmed number for a code. A second person can agree to the payment.",
  "cash-uncounted":
    "A till took cash today that this depends on: from the member, or for a loan that they owe or guarantee. Try again once two people have counted that till.",
  "no-such-cheque": "There is no such cheque.",
  "cheque-state": "The state of this cheque has changed. Reload the page to see its state.",
  "cheque-presented":
    "The bank's statement has this cheque. If that is a different cheque, reverse the match first.",
  "cheque-of-treasury":
    "This cheque pays a movement of the society. Ask for the reversal of the movement instead.",
  "cheque-waits":
    "A cheque of this member is still in clearing. Record that it cleared or bounced first.",
  "withdrawal-waits":
    "A withdrawal of this member still waits. Reject it, or wait until it has left.",
  "member-leaving": "This member is leaving the society, so no money can be moved or withdrawn.",
  "not-active": "The member is suspended or has left, so that cannot be done.",
  "suspension-state": "Someone else changed it first, or it is already so. Open the record again.",
  "suspension-two-people": "You suspended this member, so someone else must lift the suspension.",
  "own-membership": "This is your own membership. Someone else must do that.",
  "no-such-exit": "There is no such exit.",
  "exit-open": "This member already has an open exit.",
  "exit-state": "That can no longer be done: someone else changed it first. Open the exit again.",
  "exit-two-people": "You took an earlier step of this exit, so someone else must take this one.",
  "exit-blocked": "Something still blocks this exit. Open it again to see what.",
  "exit-changed":
    "The figures have changed since the approval. They must be approved again before you pay.",
  "change-two-people": "You asked for this change, so someone else must approve it.",
  "no-mobile": "We have no mobile number for you. Visit or call the office on {phone}.",
  "no-email": "We have no email address for you. Visit or call the office on {phone}.",
  "email-unconfirmed": "Your email address is not confirmed. Confirm it first.",
  "no-such-guarantee": "You have no guarantee with that number.",
  "guarantee-state":
    "That can no longer be done: the request was answered, changed or cancelled. Open it again to see what happened.",
  "over-capacity":
    "You can pledge at most Ksh {free}, so you cannot accept this request. You can decline it.",
  "not-covered": "Guarantors must accept {missing} more before this loan can be approved.",
  "policy-changed": "Someone else set a policy in the meantime. Review it, then set yours again.",
  "policy-begun": "That policy has already started, or was withdrawn. Set another one instead.",
  "already-listed": "That member is already on the list.",
  "not-listed": "That member is not on the list.",
  "own-listing": "This is about you. Someone else must do that.",
  "file-faults":
    "Nothing was imported. Errors in the file: {count}. Correct them in the payroll system " +
    "and choose the file again.",
  "file-known":
    "These rows were already uploaded for {month}: {file}, on {day} by {by}. If they were " +
    "really deducted again, ask a second person to allow them.",
  "file-alike":
    "{percent} % of these rows are also in {file} of {month}, uploaded on {day} by {by}. If " +
    "they were really deducted again, ask a second person to allow them.",
  "file-other-month":
    "These rows were already uploaded for {month}: {file}, on {day} by {by}. This file says " +
    "“{said}”. Check the month you chose. If they were really deducted again, ask a second " +
    "person to allow them.",
  "file-not-alike": "No posted file is like this one. Upload it as usual.",
  "lines-repeated":
    "Lines listed twice: {count}. Remove them from the file, or confirm that both are correct.",
  "declared-differs":
    "The lines add up to Ksh {sum}, not to the declared amount. Check the amount, or ask the " +
    "employer for the right file.",
  "no-such-contribution": "This change is not yours, or was cancelled already.",
  "contribution-advised":
    "Your employer already has the figure for this month, so the change stays. Choose another amount for a later month.",
  "no-such-advice": "There is no advice for that month.",
  "advice-made": "The advice of this month was made already. Look at the list.",
  "advice-month": "An advice is for this month or one of the next two.",
  "no-such-batch": "There is no check-off file with that number.",
  "no-such-placement": "No line of this file was allocated there, or it was reversed.",
  "no-such-line": "There is no such line in this check-off file.",
  "batch-state": "That can no longer be done with this file. Open it again to see its state.",
  "batch-two-people": "You prepared this file, so someone else must post it.",
  "batch-credits-you":
    "A decided line credits you or a loan you guarantee. Someone else must post this file.",
  "batch-own": "You posted this file, so someone else must reverse it.",
  "batch-left":
    "Lines that credit a member who has left: {count}. Match the file again; they then go to " +
    "suspense.",
  "batch-moved":
    "Lines whose loans changed since the file was matched: {count}. Match it again, then post it.",
  "batch-placed":
    "Money of this file was already allocated from suspense. Correct those lines one by one.",
  "line-state": "This line is already settled. Open the file again to see.",
  "no-such-import": "There is no import with that number.",
  "no-such-file": "There is no such file in this import.",
  "import-known":
    "This same file was imported before, as {name}: import {id}, on {day} by {who}. You can " +
    "import it again only if that import is reversed or discarded.",
  "import-state": "That cannot be done at this stage. Open the import again to see its stage.",
  "import-faults": "It still has errors, or has not been checked. Correct the errors first.",
  "import-two-people": "You prepared part of this import, so someone else must post it.",
  "import-credits-you":
    "This import has money for you or a loan you guarantee. Someone else must post it.",
  "import-undo-own": "You posted this import, so someone else must reverse it.",
  "import-changed":
    "The books have changed since it was checked. Errors now: {count}. It has gone back to " +
    "the person who prepared it; nothing was posted.",
  "import-untracked":
    "This import was posted before imports could be reversed. Reverse its entries one by one.",
  "import-logins":
    "Members added by this import who already have a login: {count}. It cannot be reversed as a " +
    "whole; reverse the wrong entries one by one.",
  "import-later":
    "Later entries for members or loans that this import added: {count}. Reverse these first, " +
    "then reverse the import.",
  "import-spent":
    "Money of this import has been used since, so an account would go below zero. First " +
    "reverse the entries that used it.",
  "not-running": "That loan is not running, so nothing can be repaid on it.",
  "no-deposits": "The society does not take deposits by check-off.",
  "settings-changed":
    "{name} changed this on {date} at {time}. Your entries are still here: review the " +
    "current values, then save again.",
  "no-such-message": "The portal sends no message by that name.",
  "rate-changed": "Someone else set a rate in the meantime. Review it, then set yours again.",
  "rate-begun": "That rate has already started, or was withdrawn. Set another one instead.",
  "month-closed":
    "The books are closed for that date. Use a later date, or have two people reopen the month.",
  "no-such-account": "There is no ledger account of that name.",
  "account-closed": "This account is closed already. Reload the page.",
  "account-in-use":
    "A movement on this account waits for a second person. Have it approved, rejected or withdrawn first.",
  "no-such-entry": "There is no journal entry with that number.",
  "no-such-close": "There is no such month-end close.",
  "month-not-due":
    "That month cannot be closed now: it has not ended, or it or a later month is already closed.",
  "not-reconciled":
    "Run the reconciler first: a month can be closed only if it found nothing within the last day.",
  "not-balanced": "Debits do not equal credits. Nothing is closed until they do.",
  "account-unreconciled":
    "The books differ from the statement, or have none, at the end of the month: {accounts}. " +
    "Reconcile them, or give a reason to close the month anyway.",
  "unreconciled-since":
    "The difference from the statement changed after the close was prepared: {accounts}. " +
    "Withdraw the close and prepare it again.",
  "close-state": "The close of this month changed in the meantime. Review it again.",
  "close-two-people": "You did the first part of this, so someone else must approve it.",
  "close-changed":
    "Something was posted in the month after its close was prepared. Withdraw it and prepare " +
    "it again.",
  "close-not-last": "Only the last closed month can be reopened.",
  "no-such-request": "There is no such request about personal data.",
  "request-state": "That cannot be done at this stage. Open the request again to see its stage.",
  "request-open":
    "You already asked for this, and we have not answered yet. Follow that request, or " +
    "withdraw it first.",
  "request-waits":
    "The change of contact details is not in force yet. Answer the request once it is.",
  "elections-day-cap":
    "You have changed your choice {most} times today. Your last choice counts. You can change it again tomorrow, or call the office on {phone}.",
  "requests-day-cap": "You have reached today's limit for requests. Ask again tomorrow.",
  "no-open-request":
    "This member has no open request for access or a copy. Record their request first.",
  "privacy-two-people": "You recorded or prepared this, so another person must do it.",
  "erasure-kept":
    "Some of that must be kept for now. Open the request again to see what can be erased.",
  "notice-newer": "There is a newer privacy notice. Reload the page to read it.",
  "sign-in-again":
    "To keep your data safe on a shared phone, log in again first: the download works for {minutes} minutes after that.",
  "copies-day-cap": "You have reached today's limit for downloads. Try again tomorrow.",
  "no-such-case": "There is no question or suggestion with that number.",
  "cases-hour":
    "You have sent several messages in the last hour. Keep what you wrote and send it in {wait}.",
  "case-state": "That cannot be done at this stage. Open it again to see its stage.",
  "case-newer": "There is a new message. Read it, then send yours again.",
  "case-reopened":
    "This was already reopened once. Write a new one, or call the office on {phone}.",
  "own-case": "This is your own. Someone else at the office must do that.",
  "holiday-known": "That day is already a holiday.",
  "no-such-holiday": "No holiday was entered for that day.",
  "no-such-notice": "That notice no longer exists.",
  "notice-changed":
    "Someone else changed this in the meantime. Review it, then make your change again.",
  "disk-full":
    "We cannot save anything at the moment, because our storage is full. Please call the office.",
  "read-only":
    "We cannot save anything at the moment. You can still read your account. Please try again later.",
  busy: "We are very busy at the moment. Nothing was lost: please try again shortly.",
  defect: "Something went wrong on our side. Your money is not affected. Please try again.",
};
