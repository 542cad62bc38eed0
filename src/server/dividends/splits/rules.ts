import {
  type Incomes,
  modeWords,
  reckonSplit,
  type RowProblem,
  type Split,
  type SplitRow,
  type SplitTerms,
} from "#shared/dividend-split.ts";
import { addCents, type Cents, cents, formatMoney } from "#shared/money.ts";
import type { FieldError } from "#server/kernel/platform/problem.ts";
import { taxOf } from "#server/payouts/queue/tax-rows.ts";
import type { ShareRow } from "./queries.ts";

/** What a member's dividend is made of. */
export const incomesOf = (share: ShareRow): Incomes => ({
  onShareCapital: share.on_share_capital_cents,
  onDeposits: share.on_deposits_cents,
});

/** What a split of a member's share is held to. */
export function termsOf(share: ShareRow): SplitTerms {
  return {
    gross: cents(share.gross_cents - share.held_cents),
    tax: taxOf(share.tax, incomesOf(share)),
    mobileMaximum: share.mobile_maximum_cents,
    mobileIsConfirmed: share.mobile_is_confirmed,
    loans: share.loans,
  };
}

/** Which field of a row its problem stands beside. */
const fieldOfProblem: Readonly<Record<RowProblem, string>> = {
  amount: "amount",
  unconfirmed: "mode",
  "whole-shillings": "amount",
  "payment-maximum": "amount",
  "no-loan": "loanNo",
  "loan-balance": "amount",
  bill: "bill",
};

/** What is wrong with the rows, each beside its field. */
export function faultsOf({ legs }: Split): FieldError[] {
  return legs.flatMap(({ problem }, index) =>
    problem === null
      ? []
      : [
          {
            field: `rows.${index}.${fieldOfProblem[problem]}`,
            problem: `split.${problem}` as const,
          },
        ],
  );
}

/** Whether two splits say the same, row by row. */
export function saysTheSame(one: readonly SplitRow[], other: readonly SplitRow[]): boolean {
  const said = (rows: readonly SplitRow[]) =>
    rows.map(({ mode, amount, loanNo, bill }) => `${mode} ${amount} ${loanNo} ${bill}`).join("|");
  return said(one) === said(other);
}

/** What of a split goes to the phone. */
export function toPhone(rows: readonly SplitRow[]): Cents {
  return addCents(...rows.filter(({ mode }) => mode === "mobile").map(({ amount }) => amount));
}

/** A split in one line, for who sees that theirs was overtaken. */
export function inOneLine(rows: readonly SplitRow[]): string {
  return rows.map(({ mode, amount }) => `${modeWords[mode]} ${formatMoney(amount)}`).join(", ");
}

/** A stored split with its tax; what was accepted once is shown though a loan has changed since. */
export function reckonStored(rows: readonly SplitRow[], share: ShareRow): Split {
  return reckonSplit(rows, termsOf(share));
}
