import type { ProblemCode } from "#shared/contract/kernel/problems.ts";

/** What a problem says, in English. Each tells a person what to do and an attacker nothing. */
export const problemsEn: Record<ProblemCode, string> = {
  "not-json": "We could not read what was sent. Please try again.",
  "not-json-type": "We take JSON here. Send it with the content type application/json.",
  "headers-twice": "There are two Authorization headers. Send one.",
  "headers-too-large":
    "Your browser sent too much with this request. Clear its cookies and try again.",
  "foreign-origin": "This came from a page of another site. Open the portal itself and try again.",
  invalid: "Please correct the fields that are marked.",
  "too-large": "That is more than we can take at once. Please shorten it and try again.",
  "not-signed-in": "Please log in to go on.",
  "session-ended": "Your session has ended. Please log in again.",
  "sign-in-failed":
    "The member number or the password is not right. Check both, or choose Forgot password.",
  "not-csv": "Please send the file as CSV, saved as UTF-8 from the spreadsheet.",
  "not-table": "Please send the file as CSV or as an Excel workbook (.xlsx).",
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
    "That code is not right or has expired. Check the last message, or press Send OTP for another.",
  "otp-too-soon": "A code was asked for a moment ago. Wait {wait}, then press Send OTP again.",
  "otp-day-cap":
    "Too many codes were asked for or mistyped today. Try again tomorrow, or call the office on {phone}.",
  "otp-closed":
    "Too many wrong codes were entered for this number, so we send none until {until}. To get one sooner, call the office on {phone}.",
  "codes-open": "These codes are not closed. Nothing has to be opened.",
  "no-such-login": "No member and nobody of the staff has that number.",
  "otp-unavailable":
    "We cannot send codes just now. Try again later, or call the office on {phone}.",
  "idempotency-mismatch": "This request was already made with other details. Please start again.",
  "in-progress": "This is already being done. Please wait a moment.",
  "too-many": "That was very many requests. Please wait a moment and try again.",
  "sign-in-paused": "Too many tries. Wait {wait} and try again, or choose Forgot password.",
  "password-disabled":
    "This password no longer works after too many wrong tries. Choose Forgot password to set a new one.",
  "second-factor-refused":
    "That code is not right, or was used already. Wait for the next one of the app.",
  "second-factor-paused": "Too many wrong codes. Wait {wait}, then try again.",
  "second-factor-disabled":
    "Too many wrong codes were tried. Ask another administrator to reset the second factor.",
  "second-factor-none": "There is no second factor yet. It has to be set up first.",
  "second-factor-there": "There is a second factor already. Log in with a code of it.",
  "enrolment-none":
    "This took too long, or was begun elsewhere. Begin again and scan the new code.",
  "invitation-refused":
    "That code is not right or has expired. Ask an administrator for another invitation.",
  "no-such-staff": "Nobody of the staff has that number.",
  "staff-state":
    "That can no longer be done: somebody was there first. Open the list again to see.",
  "own-account": "This is your own account. Another administrator has to do that.",
  "role-too-new": "Your role is new. You can do this from {until}.",
  "details-taken":
    "That mobile number, e-mail, national ID or payroll number belongs to somebody else. Check it and try again.",
  "no-such-approval": "There is no request with this number.",
  "approval-state": "This request is no longer waiting. Reload the page to see what became of it.",
  "approval-waits": "A request like this is already waiting for a second person.",
  "approval-changed": "This has changed since you opened it. Read it again before you approve.",
  "shown-changed": "This has changed since you opened it. Read it again before you go on.",
  "approval-two-people": "You made this request, so a different person must decide it.",
  "no-linked-account": "There is no other account of yours to change to.",
  "not-enough": "There is not enough in the account for that.",
  "already-registered": "That member number is already on the register.",
  "open-application":
    "You already have an application that waits. Withdraw it while it is undecided, or wait until it is paid out or declined.",
  "not-eligible": "We cannot lend you that just now. {reason}",
  "no-longer-eligible":
    "This application no longer meets the rules of its policy ({reason}). While it is undecided it can be declined or its amount amended; once approved it waits until they are met.",
  "loan-state": "That can no longer be done: somebody was there first. Open the loan again to see.",
  "own-loan": "This loan is your own, or you guarantee it. Somebody else has to do that.",
  "two-people": "You approved this loan, so somebody else has to pay it out.",
  "loan-amended": "You amended this loan, so somebody else has to approve it.",
  "loan-repaid":
    "Something was repaid on this loan, or a receipt waits for a second person, so its payment cannot be reversed.",
  "loan-money-left":
    "The money of this loan has left the society, so its payment cannot be reversed.",
  "loan-return-waits":
    "Somebody has requested to return this approval. Decide on that request first.",
  "no-such-amendment": "There is no such change of a loan.",
  "amendment-waits": "A change of this loan waits for the member's consent.",
  "amendment-closed": "This change is not waiting any more. Open the loan again.",
  "own-entry": "You recorded this repayment, so somebody else has to take it back.",
  "receipt-used": "That receipt is already in the books.",
  "receipt-waits": "That receipt is waiting for a second person to confirm it.",
  "repayment-over":
    "{over} of it is more than the {owed} still owed on this loan. Check the amount; nothing is recorded until it is confirmed.",
  "no-such-dividend": "No dividend is declared for that year.",
  "dividend-exists":
    "There is a dividend for that year already. Withdraw it first, if it is not posted.",
  "dividend-state":
    "That can no longer be done, or not yet: open the dividend again to see how far it is.",
  "dividend-two-people":
    "You prepared or approved this dividend, so another person must take this step.",
  "dividend-again":
    "The books changed after the approval, so nothing was posted. The dividend was calculated again and waits to be approved again.",
  "dividend-changed":
    "The year's books have changed since this was prepared. Withdraw it and prepare it anew.",
  "window-closed":
    "The time to choose is over, or has not begun. What you last sent in is what holds.",
  "window-open": "Members may still choose. Lock it once the window has closed.",
  "election-newer":
    "This was changed elsewhere on {date} at {time}, to {rows}. Look at it, then send yours again if it shall hold.",
  "split-incomplete": "Place every shilling: Ksh {balance} is left.",
  "payout-held":
    "The password was changed less than a day ago. To keep your money safe, more can go to the phone from {date} at {time}.",
  "not-held":
    "This part of the dividend is no longer on hold. Open the list again to see where it went.",
  "no-such-payout": "There is no payout with that number.",
  "no-such-payout-file": "There is no payout file with that number.",
  "payout-state":
    "That can no longer be done with this payout, or not yet. Open it again to see where it is.",
  "payout-two-people": "You marked this payout, so somebody else has to decide on it.",
  "payout-claimed":
    "Somebody says that this payout was paid. Agree with the receipt, or say that it is not so, first.",
  "no-account": "This member has no withdrawable account.",
  "payout-unconfirmed":
    "The member's number is not confirmed, or is about to change. Ask the member to confirm it first.",
  "no-payouts": "No payout can leave just now: none waits, or those that do must wait longer.",
  "database-held":
    "This is a copy of the books, so nothing is paid from it. Ask whoever runs the server.",
  "no-such-change": "There is no change of contact details to be found there.",
  "change-state":
    "That can no longer be done: somebody was there first. Open the list again to see.",
  "change-held": "Another change of this member is held already. Cancel that one first.",
  "member-suspended":
    "Your membership is suspended. Please call the office or come by; nothing of yours is lost.",
  "member-left": "This membership has ended, so it cannot be signed in to. Please call the office.",
  "not-overpaid": "Nothing is overpaid on this loan now. Reload the page to see its balance.",
  "not-active": "The member is suspended or has left, so that cannot be done.",
  "suspension-state":
    "Somebody else was quicker, or it is so already. Open the record again to see.",
  "suspension-two-people": "You suspended this member, so somebody else has to lift it.",
  "own-membership": "This is your own membership. Somebody else has to do that.",
  "no-such-exit": "There is no such exit to be found there.",
  "exit-open": "An exit of this member is open already.",
  "exit-state":
    "That can no longer be done: somebody else was quicker. Open the exit again to see.",
  "exit-two-people": "You took the step before this one, so somebody else has to take this.",
  "exit-blocked": "Something still stands in the way of this exit. Open it again to see what.",
  "exit-changed":
    "The figures have changed since the approval. Somebody must approve them again before you pay.",
  "change-two-people": "You asked for this change, so somebody else has to approve it.",
  "no-mobile":
    "There is no mobile number for you on the register. Visit or call the office on {phone}.",
  "no-such-guarantee": "There is no guarantee of yours with that number.",
  "guarantee-state":
    "That can no longer be done: it was answered, changed or called off. Open it again to see.",
  "over-capacity":
    "You have {free} free to guarantee with, so you cannot pledge that much. You can decline.",
  "not-covered": "Guarantors have yet to accept {missing} before this loan can be approved.",
  "policy-changed":
    "Somebody else set a policy meanwhile. Look at what is there now, then set yours again.",
  "policy-begun": "That policy has begun, or was taken back already. Set another in its place.",
  "already-listed": "That member is on the list already.",
  "not-listed": "That member is not on the list.",
  "own-listing": "This is about yourself. Somebody else has to do that.",
  "file-faults":
    "Nothing was taken in: {count} places in the file need mending. Mend them in the payroll system and choose the file again.",
  "file-known":
    "These rows were taken in for {month} before: {file}, on {day} by {by}. If they were really deducted again, ask a second person to allow them.",
  "file-alike":
    "{percent} % of these rows are in {file} of {month} too, taken in on {day} by {by}. If they were really deducted again, ask a second person to allow them.",
  "file-other-month":
    "These rows were taken in for {month}: {file}, on {day} by {by}. This file says “{said}”. Check the month you chose. If they were really deducted again, ask a second person to allow them.",
  "file-not-alike": "No file that stands looks like this one. Take it in as usual.",
  "lines-repeated":
    "Lines that are listed twice: {count}. Remove them from the file, or confirm that both are meant.",
  "declared-differs":
    "The file comes to Ksh {sum}, not to what was declared. Check the figure, or ask the employer for the right file.",
  "no-such-batch": "There is no check-off file with that number.",
  "no-such-placement": "No line of this file was placed there, or it was reversed.",
  "no-such-line": "There is no such line in this check-off file.",
  "batch-state": "That can no longer be done with this file. Open it again to see where it is.",
  "batch-two-people": "You prepared this file, so somebody else has to post it.",
  "batch-credits-you":
    "A line that somebody decided on is for you or a loan you guarantee. Somebody else has to post this file.",
  "batch-own": "You posted this file, so somebody else has to take it back.",
  "batch-left":
    "{count} lines credit a member who has left since. Match the file again; they then go to suspense.",
  "batch-moved":
    "Loans of {count} lines have moved since the file was matched. Match it again, then post it.",
  "batch-placed":
    "Money of this file was placed out of suspense already. Correct those lines one by one.",
  "line-state": "This line was settled already. Open the file again to see.",
  "no-such-import": "There is no import with that number.",
  "no-such-file": "There is no such file in this import.",
  "import-known":
    "This same file was brought in before, as {name}: import {id}, on {day} by {who}. It can come again only once that import is undone or set aside.",
  "import-state": "That can no longer be done, or not yet: open the import again to see.",
  "import-faults": "Something in it is still wrong, or not checked yet. Mend that first.",
  "import-two-people": "You prepared a part of this import, so somebody else has to post it.",
  "import-credits-you":
    "This import has money for you or a loan you guarantee. Somebody else has to post it.",
  "import-undo-own": "You posted this import, so somebody else has to undo it.",
  "import-changed":
    "The books have changed since it was checked, and {count} things are wrong now. It has gone back to whoever prepared it; nothing was posted.",
  "import-untracked":
    "This import came in before imports could be undone. Correct it by reversing single entries.",
  "import-logins":
    "Members whom this import put on the register have a login by now: {count}. It cannot be undone as a whole; reverse what is wrong entry by entry.",
  "import-later":
    "Later entries stand on members or loans that this import brought in: {count}. Reverse these first, then undo the import.",
  "import-spent":
    "Money of this import has been used since, so that an account would go below nought. Reverse what used it first.",
  "not-running": "That loan is not running, so nothing can be repaid on it.",
  "no-deposits": "The society does not take deposits by check-off.",
  "settings-changed":
    "{name} changed this on {date} at {time}. What you typed is still here: look at what stands now, then save again.",
  "no-such-message": "The portal sends no message by that name.",
  "rate-changed":
    "Somebody else set a rate meanwhile. Look at what is there now, then set yours again.",
  "rate-begun": "That rate has begun, or was taken back already. Set another in its place.",
  "month-closed":
    "The books are closed for that day. Use a later day, or have the month opened again by two people.",
  "no-such-account": "There is no ledger account of that name.",
  "no-such-entry": "There is no journal entry with that number.",
  "no-such-close": "There is no such close of a month.",
  "month-not-due":
    "That month cannot be closed now: it has not ended, or it or a later one is closed already.",
  "not-reconciled":
    "Add the books up first: a month is closed when the reconciler found nothing within the last day.",
  "not-balanced": "The trial balance does not come to nought. Nothing is closed until it does.",
  "close-state": "This month's close has moved on meanwhile. Look at it again.",
  "close-two-people": "You did the first part of this, so somebody else has to agree to it.",
  "close-changed":
    "Something was posted into the month since its close was prepared. Withdraw it and prepare it again.",
  "close-not-last": "Only the last closed month can be opened again.",
  "no-such-request": "There is no such request about personal data.",
  "request-state":
    "That can no longer be done, or not yet. Open the request again to see where it is.",
  "request-open":
    "You asked for this already, and it is not answered yet. Follow that request, or take it back first.",
  "request-waits":
    "The change of contact details is not in force yet. Answer the request once it is.",
  "elections-day-cap":
    "You have changed your choice {most} times today. Your last choice counts. You can change it again tomorrow, or call the office on {phone}.",
  "requests-day-cap": "That is as many requests as can be made in a day. Ask again tomorrow.",
  "no-open-request":
    "There is no open request of this member for access or a copy. Take their request in first.",
  "privacy-two-people": "You recorded or prepared this, so another person must do it.",
  "erasure-kept":
    "Some of that has to be kept for now. Open the request again to see what may be erased.",
  "notice-newer": "There is a newer privacy notice. Load the page again to read it.",
  "sign-in-again":
    "To keep your data safe on a shared phone, log in again first: the download works for {minutes} minutes after that.",
  "copies-day-cap": "That is as many copies as can be given out in a day. Try again tomorrow.",
  "no-such-case": "There is no question or suggestion of that number here.",
  "cases-hour":
    "We have had several from you within the hour. Keep what you wrote and send it in {wait}.",
  "case-state": "That can no longer be done, or not yet. Open it again to see where it stands.",
  "case-newer": "Something new was written meanwhile. Read it, then send yours again.",
  "case-reopened":
    "This was reopened once already. Write a new one, or call the office on {phone}.",
  "own-case": "This is your own. Somebody else of the office has to do that.",
  "holiday-known": "That day is a holiday already.",
  "no-such-holiday": "No holiday was entered for that day.",
  "no-such-notice": "There is no such notice any more.",
  "notice-changed":
    "Somebody else changed this meanwhile. Look at it, then make your change again.",
  "disk-full": "The disk of the database is full: nothing can be saved until there is room.",
  "read-only": "The database is read-only: nothing can be saved until that ends.",
  busy: "We are very busy just now. Nothing was lost: please try again in a moment.",
  defect: "Something went wrong on our side. Your money is not affected. Please try again.",
};
