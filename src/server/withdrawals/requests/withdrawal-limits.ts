import * as z from "zod/mini";
import type { WithdrawalChannel } from "#shared/contract/withdrawals/fields.ts";
import type { FieldProblem } from "#shared/contract/kernel/problems.ts";
import { addCents, type Cents, formatMoney, negateCents, ZERO_CENTS } from "#shared/money.ts";
import { isPaidByMpesa } from "#shared/mpesa-ceiling.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { fieldProblem, Problem } from "#server/kernel/platform/problem.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import {
  accountNamed,
  type Holder,
  type WithdrawableBalance,
} from "#server/withdrawals/accounts/holder.ts";
import { type WithdrawalPolicy, withdrawalPolicy } from "./withdrawal-policy.ts";

/** A withdrawal as its member asks for it. */
export interface Wish {
  readonly amount: Cents;
  readonly channel: WithdrawalChannel;
  readonly accountNo?: string | undefined;
}

/** A withdrawal that complies with the rules in force. */
export interface Terms {
  readonly holder: Holder;
  readonly account: WithdrawableBalance;
  readonly amount: Cents;
  readonly channel: WithdrawalChannel;
  readonly policy: WithdrawalPolicy;
  readonly needsApproval: boolean;
}

const findToday = statement({
  name: "withdrawals-of-today",
  text: "select withdrawn_on($1, akiba_today()) as amount",
  row: z.object({ amount: bigCents }),
});

/** Returns what a member may still withdraw today, by the rules. */
export async function leftToday(
  snapshot: Snapshot,
  memberId: bigint,
  policy: WithdrawalPolicy,
): Promise<Cents> {
  return leftAfter(await askedToday(snapshot, memberId), policy);
}

async function askedToday(snapshot: Snapshot, memberId: bigint): Promise<Cents> {
  return (await snapshot.first(findToday, [memberId]))?.amount ?? ZERO_CENTS;
}

function leftAfter(asked: Cents, policy: WithdrawalPolicy): Cents {
  const left = addCents(policy.largest_day_cents, negateCents(asked));
  return left > ZERO_CENTS ? left : ZERO_CENTS;
}

/**
 * Returns the terms of a withdrawal by the rules in force. Throws if the member has no confirmed
 * number, or if the rules, the balance or M-Pesa do not allow the amount; the error then gives the
 * limit. At the counter the balance is not shown, because only its member may see it.
 */
export async function termsOf(
  snapshot: Snapshot,
  holder: Holder,
  wish: Wish,
  { atCounter }: { readonly atCounter: boolean },
): Promise<Terms> {
  const { amount, channel, accountNo } = wish;
  if (holder.confirmed_mobile === "") throw new Problem("withdrawal-unconfirmed");
  const account = accountNamed(holder, accountNo);
  const policy = await withdrawalPolicy(snapshot);
  if (amount < policy.smallest_cents) throw ofAmount("withdrawal.smallest", policy.smallest_cents);
  if (channel === "phone" && !isPaidByMpesa(amount)) {
    throw fieldProblem("amount", "withdrawal.phone");
  }
  const asked = await askedToday(snapshot, holder.id);
  const left = leftAfter(asked, policy);
  if (amount > left) throw ofAmount("withdrawal.day", left);
  const most = addCents(account.balance, negateCents(policy.fee_cents));
  if (amount > most && atCounter) throw fieldProblem("amount", "withdrawal.short");
  if (amount > most) throw ofAmount("withdrawal.balance", orZero(most));
  const counted = addCents(most, negateCents(account.uncounted));
  if (amount > counted && atCounter) throw fieldProblem("amount", "withdrawal.count-first");
  if (amount > counted) throw ofAmount("withdrawal.uncounted", orZero(counted));
  // Counted together with the other requests of today; otherwise five small ones would need no
  // approval.
  const needsApproval = addCents(amount, asked) > policy.approval_above_cents;
  return { holder, account, amount, channel, policy, needsApproval };
}

const orZero = (amount: Cents): Cents => (amount > ZERO_CENTS ? amount : ZERO_CENTS);

function ofAmount(problem: FieldProblem, figure: Cents): Problem {
  const values = { most: formatMoney(figure) };
  return new Problem("invalid", { fields: [{ field: "amount", problem, values }] });
}
