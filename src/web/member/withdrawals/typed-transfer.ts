import {
  type TransferDestination,
  transferDestinations,
} from "#shared/contract/withdrawals/transfers.ts";
import {
  addCents,
  type Cents,
  fromWireAmount,
  negateCents,
  parseTypedAmount,
  parseTypedForLimit,
  ZERO_CENTS,
} from "#shared/money.ts";
import type { Values } from "#web/lib/form.ts";
import type { Accounts } from "./transfer-page.tsx";

export const MONTHLY = "monthly";
export const transferFields = ["accountNo", "to", "loanNo", "amount", "when", "day"] as const;
export type TransferField = (typeof transferFields)[number];

/** A typed transfer with the balances before and after it. */
export interface TypedTransfer {
  readonly accountNo: string;
  readonly to: TransferDestination;
  readonly loanNo: string;
  /** Null while no valid amount is typed. */
  readonly amount: Cents | null;
  /** The most that can be moved: the balance, or that of the loan if it is less. */
  readonly most: Cents;
  readonly account: Before;
  readonly destination: Before;
}

interface Before {
  readonly before: Cents;
  readonly after: Cents;
}

/** Reads the form with the accounts as they are. */
export function typedTransfer(accounts: Accounts, values: Values<TransferField>): TypedTransfer {
  const to = transferDestinations.find((one) => one === values.to) ?? "deposits";
  const { accountNo = "", balance = 0 } =
    accounts.accounts.find((one) => one.accountNo === values.accountNo) ??
    accounts.accounts[0] ??
    {};
  const loan = accounts.loans.find(({ loanNo }) => loanNo === values.loanNo);
  // Only an immediate transfer is compared with the balance.
  const parse = values.when === MONTHLY ? parseTypedAmount : parseTypedForLimit;
  const amount = parse(values.amount);
  const has = fromWireAmount(balance);
  const owed = fromWireAmount(loan?.owed ?? 0);
  const moved = amount ?? ZERO_CENTS;
  const target = { deposits: accounts.deposits, "share-capital": accounts.shareCapital };
  const held = to === "loan" ? owed : fromWireAmount(target[to]);
  const change = to === "loan" ? negateCents(moved) : moved;
  return {
    accountNo,
    to,
    loanNo: to === "loan" ? (loan?.loanNo ?? "") : "",
    amount,
    most: to === "loan" && loan !== undefined && owed < has ? owed : has,
    account: { before: has, after: addCents(has, negateCents(moved)) },
    destination: { before: held, after: addCents(held, change) },
  };
}
