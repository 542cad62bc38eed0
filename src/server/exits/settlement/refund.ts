import type { ExitBlock } from "#shared/contract/exits/own.ts";
import { narrationOf } from "#server/ledger/journal/narrations.ts";
import type { ShownExitFact } from "#shared/contract/exits/settlement.ts";
import {
  addCents,
  type Cents,
  cents,
  formatMoney,
  negateCents,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import {
  type AccountKey,
  memberAccount,
  type MemberAccountCode,
  societyAccount,
} from "#server/ledger/journal/chart-of-accounts.ts";
import { credit, debit, type Entry } from "#server/ledger/journal/journal.ts";
import type { LeftPart } from "#server/payouts/queue/dividends-left-at-exit.ts";
import { digestOfShown } from "#server/kernel/platform/shown-facts.ts";
import { exitBlocks } from "./exit-blocks.ts";

/** One withdrawable account, or one loan that is not settled. */
export interface Balance {
  readonly reference: string;
  /** The loan number; empty for an account. */
  readonly purpose: string;
  readonly balance: Cents;
}

/** All facts about a member that decide their exit, from one snapshot. */
export interface Holdings {
  readonly deposits: Cents;
  readonly dividend: Cents;
  /** The remaining part from dividends declared here, each with its tax on payment. */
  readonly dividendParts: readonly LeftPart[];
  readonly shares: Cents;
  readonly withdrawable: readonly Balance[];
  /** Negative if overpaid. */
  readonly loans: readonly Balance[];
  /** Loans of others that the member guarantees. */
  readonly guarantees: number;
  /** The member's own applications that are undecided or not paid out. */
  readonly applications: number;
  /** Whether the member can still choose where a dividend goes. */
  readonly choiceIsOpen: boolean;
  /** Whether a dividend whose choices are closed, or other money, is on its way or held. */
  readonly isOnItsWay: boolean;
}

/** The totals of an exit. */
export interface Settlement {
  readonly withdrawable: Cents;
  /** On all loans together; negative if they are overpaid. */
  readonly owed: Cents;
  /** Tax withheld from the remaining dividends. */
  readonly tax: Cents;
  /** Zero or more. */
  readonly refund: Cents;
  /** The debt in excess of what the member owns. */
  readonly short: Cents;
  readonly blocks: readonly ExitBlock[];
}

/** Calculates what a member gets on leaving, and what prevents it. */
export function settle(holdings: Holdings): Settlement {
  const withdrawable = addCents(...holdings.withdrawable.map(({ balance }) => balance));
  const owed = addCents(...holdings.loans.map(({ balance }) => balance));
  const tax = addCents(...holdings.dividendParts.map((part) => part.tax));
  const paidIn = addCents(holdings.deposits, withdrawable, holdings.dividend);
  const left = cents(paidIn - owed - tax);
  const short = left < 0n ? negateCents(left) : ZERO_CENTS;
  const blocks = exitBlocks(holdings, short);
  return { withdrawable, owed, tax, refund: left > 0n ? left : ZERO_CENTS, short, blocks };
}

/** One fact of an exit, as named in the contract. */
export interface ExitFact {
  readonly name: ShownExitFact;
  readonly value: string;
}

const money = (amount: Cents) => String(toWireAmount(amount));

/** Returns the figures that an approval covers: every account, every loan and the refund. */
export function figuresOf(holdings: Holdings): ExitFact[] {
  const { tax, refund } = settle(holdings);
  const each = (name: ShownExitFact, balances: readonly Balance[]): ExitFact[] =>
    balances.map(({ reference, balance }) => ({
      name,
      value: `${reference}: ${formatMoney(balance)}`,
    }));
  return [
    { name: "deposits", value: money(holdings.deposits) },
    ...each("withdrawable", holdings.withdrawable),
    { name: "dividend", value: money(holdings.dividend) },
    ...(tax > 0n ? [{ name: "tax" as const, value: money(tax) }] : []),
    ...each("loan", holdings.loans),
    { name: "share-capital", value: money(holdings.shares) },
    { name: "refund", value: money(refund) },
  ];
}

/** Returns whether the figures of an exit differ from the approved ones. */
export function isStale(approved: readonly ExitFact[] | null, holdings: Holdings): boolean {
  return approved === null || digestOfShown(approved) !== digestOfShown(figuresOf(holdings));
}

/** The entry of a refund that is queued as a payout. */
export const QUEUED = "exit-refund-queued";

interface Leaving {
  readonly memberId: bigint;
  readonly memberNo: string;
  /** The recipient of the share capital; null if it stays. */
  readonly sharesTo: { readonly memberId: bigint; readonly memberNo: string } | null;
  /** The number of the transfer or cheque; null where the refund is queued as a payout. */
  readonly receiptNo: string | null;
}

/**
 * Returns the entries of an exit in order: transfers in, loans repaid, the refund, shares
 * transferred.
 */
export function entriesOf(holdings: Holdings, leaving: Leaving): Entry[] {
  const { memberId, memberNo, receiptNo } = leaving;
  const clearing = societyAccount("exit-clearing");
  const { refund, tax } = settle(holdings);
  const entry = (
    kind: Entry["kind"],
    narration: string,
    [from, to]: readonly [AccountKey, AccountKey],
    amount: Cents,
  ): Entry[] => {
    if (amount <= 0n) return [];
    const lines = [debit(from, amount), credit(to, amount)];
    return [{ kind, narration, referenceNo: memberNo, lines }];
  };
  const mine = (code: MemberAccountCode, reference = "") =>
    memberAccount(code, memberId, reference);
  // Each account of a member; without its entries, a new kind of account does not compile.
  const { "share-capital": shares, ...settled }: Readonly<Record<MemberAccountCode, Entry[]>> = {
    "member-deposits": entry(
      "deposits-on-exit",
      narrationOf("depositsOnLeaving"),
      [mine("member-deposits"), clearing],
      holdings.deposits,
    ),
    "withdrawable-deposits": holdings.withdrawable.flatMap(({ reference, balance }) => {
      const account = mine("withdrawable-deposits", reference);
      const label = narrationOf("withdrawableOnLeaving");
      return entry("withdrawable-on-exit", label, [account, clearing], balance);
    }),
    "dividend-payable": [
      ...holdings.dividendParts.flatMap((part) => {
        const accounts = [
          mine("dividend-payable"),
          societyAccount("withholding-tax-payable"),
        ] as const;
        const label = narrationOf("withholdingTax", { year: String(part.year) });
        return entry("withholding-tax", label, accounts, part.tax);
      }),
      ...entry(
        "dividend-on-exit",
        narrationOf("dividendOnLeaving"),
        [mine("dividend-payable"), clearing],
        cents(holdings.dividend - tax),
      ),
    ],
    // Last, since the debts are repaid out of the rest.
    "loan-receivable": [
      ...holdings.loans.flatMap(({ reference, balance }) => {
        const account = mine("loan-receivable", reference);
        const label = narrationOf("loanOverpaidOnLeaving", { loanNo: reference });
        return entry("loan-overpaid-on-exit", label, [account, clearing], cents(-balance));
      }),
      ...holdings.loans.flatMap(({ reference, balance }) => {
        const account = mine("loan-receivable", reference);
        const label = narrationOf("loanRepaidOnLeaving", { loanNo: reference });
        return entry("loan-repaid-on-exit", label, [clearing, account], balance);
      }),
    ],
    "share-capital": passingOn(entry, holdings.shares, leaving),
  };
  return [
    ...Object.values(settled).flat(),
    ...(receiptNo === null
      ? entry(QUEUED, "Refund on leaving", [clearing, societyAccount("payout-clearing")], refund)
      : entry("exit-refunded", "Refund on leaving", [clearing, societyAccount("bank")], refund).map(
          (refunded) => ({ ...refunded, receiptNo }),
        )),
    ...shares,
  ];
}

function passingOn(
  entry: (
    kind: Entry["kind"],
    narration: string,
    accounts: readonly [AccountKey, AccountKey],
    amount: Cents,
  ) => Entry[],
  shares: Cents,
  { memberId, memberNo, sharesTo }: Leaving,
): Entry[] {
  if (sharesTo === null) return [];
  const between = societyAccount("share-transfers");
  const own = memberAccount("share-capital", memberId);
  const theirs = memberAccount("share-capital", sharesTo.memberId);
  return [
    ...entry(
      "share-capital-given",
      narrationOf("sharesTo", { memberNo: sharesTo.memberNo }),
      [own, between],
      shares,
    ),
    ...entry(
      "share-capital-received",
      narrationOf("sharesFrom", { memberNo }),
      [between, theirs],
      shares,
    ),
  ];
}
