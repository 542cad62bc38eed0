import { type MemberState, memberStates } from "#shared/contract/members/suspensions.ts";

/**
 * Whether a suspended member may still do each of these. A member who has left may do none of them;
 * their remaining shares can still be transferred. Payments in, deductions, repayments and due
 * dividends are not listed: they continue until the member leaves. A withdrawal that is queued is
 * not sent: the function `withdrawal_may_be_sent` decides that, which its trigger asks too.
 */
const whileSuspended = {
  /** Log in, and stay logged in. */
  "log-in": false,
  /**
   * Request, accept or order something new: a loan, a guarantee, the split of a dividend, a
   * withdrawal or transfer, nominees, a bank account, a contribution, or shares of somebody.
   */
  begin: false,
  /** Be paid out and end the membership, which the office records. */
  leave: true,
  /** Have an overpayment of a loan moved by the office. */
  "overpayment-moved": true,
} as const satisfies Readonly<Record<string, boolean>>;

type MemberAct = keyof typeof whileSuspended;

/** Whether a member in a state may do something or have it done. */
export function mayDo(state: MemberState, act: MemberAct): boolean {
  return state === "active" || (state === "suspended" && whileSuspended[act]);
}

/** Returns the states in which a member may do something, for a condition in SQL. */
export function statesThatMay(act: MemberAct): MemberState[] {
  return memberStates.filter((state) => mayDo(state, act));
}
