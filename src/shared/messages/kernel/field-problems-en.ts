import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import type { OfficeProblem } from "./office-problems-en.ts";

/** Problems of a field on a member's page, in English; checked before anything is sent. */
export const fieldProblemsEn: Record<Exclude<FieldProblem, OfficeProblem>, string> = {
  "field.required": "Please fill this in.",
  "field.invalid": "Please check this field.",
  "field.long": "That is too long. Please shorten it.",
  "memberNo.form": "Use the letters and digits of your member number, for example MS1001.",
  "mobile.form": "Use a Kenyan mobile number, for example 0712 000 482.",
  "mobile.same": "That is already your number on the register.",
  "idNo.form": "Use the number on the ID card or passport: 4 to 20 letters and digits.",
  "name.form": "Use the name as on the ID card, 2 to 120 letters.",
  "age.range": "Age must be between 18 and 120",
  "change.nothing": "Fill in at least one detail that changes.",
  "email.form": "Use an e-mail address, for example name@example.com.",
  "phone.form": "Use a phone number, for example 0709 000 210.",
  "search.short": "Type at least 3 letters or digits.",
  "words.long":
    "That is too long, or has characters we cannot show. Shorten it, or remove those characters.",
  "date.form": "Write the date as year-month-day, for example 2026-04-14.",
  "date.order": "The last day comes before the first. Swap them.",
  "transfer.balance": "Your account has Ksh {most}. Use at most that.",
  "transfer.owed": "You owe Ksh {most} on this loan. Use at most that.",
  "amount.form": "Use an amount in shillings, more than 0, with at most two decimals.",
  "period.form": "Enter a whole number of months, from 1 to 6.",
  "category.form": "The category must be Instant.",
  "total.differs": "The total has changed. Press Compute again and check the figures.",
  "repayment.differs": "The monthly deduction has changed. Press Compute and check the figures.",
  "split.mode": "Choose a mode.",
  "split.amount": "Use an amount in shillings, more than 0.",
  "split.unconfirmed": "Confirm your mobile number first.",
  "split.whole-shillings":
    "M-Pesa pays whole shillings: choose an amount that leaves whole shillings after tax.",
  "split.payment-maximum":
    "One payment to a phone can be at most Ksh 250,000. Put the rest in another row.",
  "split.no-loan": "Choose one of your own loans that is not yet paid off.",
  "split.loan-balance": "That is more than you owe on this loan. Enter a smaller amount.",
  "split.bill": "Enter the bill number, using letters and digits only.",
  "guarantor.unknown":
    "We cannot ask this member. Check the number with them: they must be a member, and we must have their mobile number.",
  "guarantor.self": "This is your own number. Name another member.",
  "guarantor.twice": "You already asked this member. Name someone else.",
  "guarantor.many": "That is more guarantors than one loan can have. Replace one of them.",
  "pledge.form": "Ask for at least Ksh 100, and no more than the loan.",
  "text.long": "This is too long. Please shorten it.",
  "notice.unread": "Read the privacy notice, then tick this box.",
  "kin.many": "Name three people at most, one on each line.",
  "otp.form": "The code has 6 digits.",
  "code.form": "Type the whole code: six digits from the app, or twelve letters and digits.",
  "code.refused": "That code is not right, or was already used. Wait for the next one.",
  "otp.sign-up-refused":
    "That did not match. Check the member number, the mobile number and the code, or press Send OTP for another code.",
  "otp.refused": "That code is not right or has expired. Press Send OTP for another.",
  "password.short": "Use 8 characters or more.",
  "password.long": "Use 128 characters or fewer.",
  "password.common": "Many people use this password, so it is easily guessed. Choose another.",
  "password.yours":
    "Do not use your name, member number, phone number or ID number: they are easy to guess.",
  "password.society": "Do not use the society's name or the year: they are easily guessed.",
  "password.wrong": "That password is not right.",
  "password.mismatch": "Passwords don't match.",
};
