import type { Purpose } from "./match-account-number.ts";
import { type Cause, type Part, partsOf } from "./payment-parts.ts";
import type { Arrival, Booked, Goal, Payment, TargetRow } from "./payment-rows.ts";
import type { PromptRow } from "./prompt-rows.ts";

/** A new payment, and what its account number or its prompt says. */
export interface Incoming extends Arrival {
  /** The prompt that it answers. */
  readonly prompt: PromptRow | null;
  /** The cause if it waits in suspense, and `recorded` if the office has recorded it itself. */
  readonly goal: Chosen | Cause | "recorded";
}

/** The account of a member that a payment goes to. */
interface Chosen extends Goal {
  readonly purpose: Purpose;
}

/** The parts of a payment, or why it has none. */
export type Destination = Destined | Cause | "recorded";

interface Destined {
  readonly target: TargetRow;
  readonly parts: readonly Part[];
}

/**
 * Returns the parts of a payment, or why it waits in suspense: as `unknown` if its account number
 * names no member.
 */
export function destinationOf(
  { payment, standing, prompt, goal }: Incoming,
  row: TargetRow | null,
): Destination {
  if (typeof goal === "string") return goal;
  if (row === null) return "unknown";
  const target = targetOf(row);
  const chosen = prompt === null || prompt.account_no === "" ? null : prompt.account_no;
  const accounts = target.withdrawableAccounts.filter((one) => chosen === null || one === chosen);
  const narrowed = { ...target, withdrawableAccounts: accounts };
  const parts = partsOf(narrowed, goal.purpose, payment.amount, standing.loanRest);
  return typeof parts === "string" ? parts : { target: row, parts };
}

/** The target as the decision about its parts takes it. */
export function targetOf(row: TargetRow) {
  const { loan_id: id, loan_no: loanNo, loan_state: state, owed_cents: owed } = row;
  const loan =
    id === null || loanNo === null || state === null ? null : { id, loanNo, state, owed };
  return {
    memberId: row.member_id,
    hasLeft: row.has_left,
    isCashCounted: row.is_cash_counted,
    withdrawableAccounts: row.accounts,
    loan,
  };
}

/** Returns how a payment is stored: as credited, in suspense or recorded by the office itself. */
export function bookedAs(payment: Payment, found: Destination): Booked {
  if (found === "recorded") return { payment, state: "recorded", cause: "" };
  if (typeof found === "string") return { payment, state: "suspense", cause: found };
  return { payment, state: "credited", cause: "" };
}
