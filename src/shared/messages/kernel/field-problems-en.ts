import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { OfficeProblem } from "./office-problems-en.ts";

/** Problems of a field on a member's page, in English; checked before anything is sent. */
export const fieldProblemsEn: Record<Exclude<FieldProblem, OfficeProblem>, string> = {
  "field.required": "Please fill this in.",
  "field.invalid": "Please check this field.",
  "field.long": "That is too long. Please shorten it.",
  "memberNo.form": "Use the letters and digits of your member number, for example MS1001.",
  "mobile.form": "Use a Kenyan mobile number, for example 0712 000 482.",
  "idNo.form": "Use the number on the ID card or passport: 4 to 20 letters and digits.",
  "email.form": "Use an email address, for example name@example.com.",
  "words.long":
    "That is too long, or has characters we cannot show. Shorten it, or remove those characters.",
  "date.form": "Choose a date that exists.",
  "date.order": "The last day comes before the first. Swap them.",
  "amount.form": "Use an amount in shillings, more than 0, with at most two decimals.",
  "period.form": "Enter a whole number of months, from 1 to 6.",
  "category.form": "The category must be Instant.",
  "split.mode": "Choose a mode.",
  "split.amount": "Use an amount in shillings, more than 0, with at most two decimals.",
  "split.unconfirmed": "Confirm your mobile number first.",
  "pay-in.whole": "M-Pesa pays whole shillings. Leave out the cents.",
  "split.whole-shillings":
    "M-Pesa pays whole shillings: choose an amount that leaves whole shillings after tax.",
  "split.no-loan": "Choose one of your own loans that is not yet paid off.",
  "split.loan-balance": "That is more than you owe on this loan. Enter a smaller amount.",
  "split.bill": "Enter the bill number, using letters and digits only.",
  "bank.branch": "Use five or six digits, as on a cheque.",
  "bank.account": "Use 5 to 20 digits.",
  "guarantor.many": "That is more guarantors than one loan can have. Replace one of them.",
  "text.long": "This is too long. Please shorten it.",
  "notice.unread": "Read the privacy notice, then tick this box.",
  "kin.many": "Name three people at most, one on each line.",
  "otp.form": "The code has 6 digits.",
  "code.form": "Type the whole code: six digits from the app, or twelve letters and digits.",
  "password.long": "Use 128 characters or fewer.",
};
