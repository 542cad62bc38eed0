import { type WithdrawalChannel, withdrawalChannels } from "#shared/contract/withdrawals/fields.ts";
import { fill } from "#shared/language.ts";
import type { WithdrawalWords } from "#shared/messages/withdrawals/withdrawals-en.ts";
import {
  addCents,
  type Cents,
  formatMoney,
  fromWireAmount,
  negateCents,
  parseTypedForLimit,
  toWireAmount,
  wholeShillingsOf,
  ZERO_CENTS,
} from "#shared/money.ts";
import { isPaidByMpesa, MPESA_CEILING } from "#shared/mpesa-ceiling.ts";
import type { Values } from "#web/lib/form.ts";
import type { Standing } from "./withdraw-page.tsx";

export const withdrawalFields = ["accountNo", "channel", "amount"] as const;
export type WithdrawalField = (typeof withdrawalFields)[number];

/** A withdrawal as it is typed; the amount is null while it is not valid. */
export interface TypedWithdrawal {
  readonly accountNo: string;
  readonly channel: WithdrawalChannel;
  readonly amount: Cents | null;
}

/**
 * Returns the most that can be withdrawn now: the balance less uncounted cash and the fee, within
 * the day's limit. The server decides by `termsOf`.
 */
export function mostOf({ accounts, rules, leftToday }: Standing, accountNo: string): Cents {
  const account = accounts.find((one) => one.accountNo === accountNo);
  const kept = [account?.uncounted ?? 0, rules.fee].map((amount) =>
    negateCents(fromWireAmount(amount)),
  );
  const has = addCents(fromWireAmount(account?.balance ?? 0), ...kept);
  const left = fromWireAmount(leftToday);
  const most = has < left ? has : left;
  return most > ZERO_CENTS ? most : ZERO_CENTS;
}

/** Returns the most that can be withdrawn by a channel; a phone is sent whole shillings. */
export function mostBy(channel: WithdrawalChannel, standing: Standing, accountNo: string): Cents {
  const most = mostOf(standing, accountNo);
  if (channel !== "phone") return most;
  return most > MPESA_CEILING ? MPESA_CEILING : wholeShillingsOf(most);
}

/** Reads the form. */
export function typedWithdrawal(
  { accounts }: Standing,
  values: Values<WithdrawalField>,
): TypedWithdrawal {
  const named = accounts.find(({ accountNo }) => accountNo === values.accountNo) ?? accounts[0];
  return {
    accountNo: named?.accountNo ?? "",
    channel: withdrawalChannels.find((one) => one === values.channel) ?? "phone",
    amount: parseTypedForLimit(values.amount),
  };
}

/** Returns the problem of a typed amount by the rules in force; null if there is none. */
export function amountProblem(
  standing: Standing,
  { accountNo, channel, amount }: TypedWithdrawal,
  words: WithdrawalWords["form"],
  notAmount: string,
): string | null {
  if (amount === null) return notAmount;
  const least = fromWireAmount(standing.rules.smallest);
  if (amount < least) return fill(words.less, { least: formatMoney(least) });
  const most = mostBy(channel, standing, accountNo);
  if (amount > most) return fill(words.more, { most: formatMoney(most) });
  return channel === "phone" && !isPaidByMpesa(amount) ? words.whole : null;
}

/** The wish as the calls take it. */
export function bodyOf({ accountNo, channel, amount }: TypedWithdrawal) {
  if (amount === null) throw new Error("a withdrawal is sent with its amount");
  return { accountNo, channel, amount: toWireAmount(amount) };
}
