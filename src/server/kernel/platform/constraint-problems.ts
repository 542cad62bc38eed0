import type { ProblemCode } from "#shared/contract/kernel/problems.ts";

/**
 * Rules that only the database can decide reliably: two names of one person, details that belong to
 * somebody else, and a receipt that comes in two ways at once.
 */
const problems: Readonly<Record<string, ProblemCode>> = {
  loan_step_two_people: "two-people",
  loan_step_reversal_people: "own-entry",
  loan_step_own_hands: "own-loan",
  loan_step_receipt_of_pay_in: "receipt-used",
  loan_step_of_pay_in: "paid-by-paybill",
  loan_step_receipt_of_counter: "receipt-used",
  loan_step_of_counter: "paid-at-counter",
  till_two_people: "approval-two-people",
  till_movement_holder: "till-none",
  till_movement_state: "till-none",
  till_not_below_zero: "not-enough",
  safe_not_below_zero: "safe-short",
  counter_own_hands: "own-listing",
  counter_two_people: "approval-two-people",
  counter_payment_two_people: "approval-two-people",
  counter_payment_once: "payout-state",
  treasury_two_people: "approval-two-people",
  treasury_reversal_two_people: "approval-two-people",
  treasury_reference_once: "receipt-used",
  pay_in_two_people: "approval-two-people",
  pay_in_same_decider: "pay-in-same-person",
  pay_in_returned_once: "receipt-used",
  bank_match_two_people: "match-two-people",
  pay_in_reversal_first: "pay-in-reversing",
  pay_in_reversal_under_way: "pay-in-reversing",
  pay_in_own_hands: "own-listing",
  withdrawal_two_people: "approval-two-people",
  withdrawal_own: "own-listing",
  member_withdrawal_waits: "withdrawal-waits",
  member_cheque_waits: "cheque-waits",
  pay_in_prompt_open: "prompt-open",
  check_off_two_people: "batch-two-people",
  check_off_dater_two_people: "batch-two-people",
  check_off_reversal_people: "batch-own",
  dividend_two_people: "dividend-two-people",
  payout_two_people: "payout-two-people",
  payout_claim_two_people: "payout-two-people",
  member_exit_approval_people: "exit-two-people",
  member_exit_payment_people: "exit-two-people",
  month_close_two_people: "close-two-people",
  month_reopen_two_people: "close-two-people",
  member_suspension_two_people: "suspension-two-people",
  privacy_two_people: "privacy-two-people",
  contact_change_two_people: "change-two-people",
  import_two_people: "import-two-people",
  import_undone_by_another: "import-undo-own",
  approval_two_people: "approval-two-people",
  approval_not_about_oneself: "own-account",
  details_taken: "details-taken",
  staff_mobile_once: "details-taken",
  staff_email_once: "details-taken",
  staff_identity_once: "details-taken",
};

/** Returns the problem for a violated constraint, if it is one about persons. */
export function problemOfConstraint(constraint: string | undefined): ProblemCode | undefined {
  return constraint === undefined ? undefined : problems[constraint];
}
