import type { FieldProblem, RefusalCode } from "../contract/refusals.ts";

/** What a refusal says, in English. Each tells a person what to do and an attacker nothing. */
export const refusalsEn: Record<RefusalCode | FieldProblem, string> = {
  "not-json": "We could not read what was sent. Please try again.",
  invalid: "Please correct the fields that are marked.",
  "too-large": "That is more than we can take at once. Please shorten it and try again.",
  "not-signed-in": "Please log in to go on.",
  "session-ended": "Your session has ended. Please log in again.",
  "sign-in-failed":
    "The member number or the password is not right. Check both, or choose Forgot password.",
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
  "otp-unavailable":
    "We cannot send codes just now. Try again later, or call the office on {phone}.",
  "idempotency-mismatch": "This request was already made with other details. Please start again.",
  "in-progress": "This is already being done. Please wait a moment.",
  "too-many": "That was very many requests. Please wait a moment and try again.",
  "sign-in-paused": "Too many tries. Wait {wait} and try again, or choose Forgot password.",
  "password-disabled":
    "This password no longer works after too many wrong tries. Choose Forgot password to set a new one.",
  "not-enough": "There is not enough in the account for that.",
  "already-registered": "That member number is already on the register.",
  busy: "We are very busy just now. Nothing was lost: please try again in a moment.",
  defect: "Something went wrong on our side. Your money is not affected. Please try again.",
  "field.required": "Please fill this in.",
  "field.invalid": "Please check this field.",
  "memberNo.form": "Use the letters and figures of your member number, for example MS1001.",
  "mobile.form": "Use a Kenyan mobile number, for example 0712 000 482.",
  "email.form": "Use an e-mail address, for example jina@example.com.",
  "date.form": "Use a day as year-month-day, for example 2026-04-14.",
  "date.order": "The last day comes before the first. Swap them.",
  "otp.form": "The code has 6 digits.",
  "otp.refused": "That code is not right or has expired. Press Send OTP for another.",
  "password.short": "Use 8 characters or more.",
  "password.long": "Use 128 characters or fewer.",
  "password.common": "Many people use this password, so it is easily guessed. Choose another.",
  "password.yours": "Leave out your own name, number, phone and ID: they are easily guessed.",
  "password.society": "Leave out the society's name and the year: they are easily guessed.",
  "password.mismatch": "Passwords don't match.",
};
