import type { Incomes } from "#shared/dividend-tax.ts";
import { modeWords } from "#shared/split-modes.ts";
import {
  calculateSplit,
  type RowProblem,
  type Split,
  type SplitRow,
  type SplitTerms,
} from "#shared/dividend-split.ts";
import { addCents, type Cents, cents, formatMoney } from "#shared/money.ts";
import type { FieldError } from "#server/kernel/platform/problem.ts";
import { taxOf } from "#server/payouts/queue/tax-rows.ts";
import type { ShareRow } from "./queries.ts";

/** The components of a member's dividend. */
export const incomesOf = (share: ShareRow): Incomes => ({
  onShareCapital: share.on_share_capital_cents,
  onDeposits: share.on_deposits_cents,
});

/** The limits of a split of a member's share. */
export function termsOf(share: ShareRow): SplitTerms {
  return {
    gross: cents(share.gross_cents - share.held_cents),
    tax: taxOf(share.tax, incomesOf(share)),
    mobileMaximum: share.mobile_maximum_cents,
    mobileIsConfirmed: share.mobile_is_confirmed,
    loans: share.loans,
  };
}

/** The field of a row beside which its problem is shown. */
const fieldOfProblem: Readonly<Record<RowProblem, string>> = {
  amount: "amount",
  unconfirmed: "mode",
  "whole-shillings": "amount",
  "payment-maximum": "amount",
  "no-loan": "loanNo",
  "loan-balance": "amount",
  bill: "bill",
};

/** The errors of the rows, each beside its field. */
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

/** Whether two splits are the same, row by row. */
export function saysTheSame(one: readonly SplitRow[], other: readonly SplitRow[]): boolean {
  const said = (rows: readonly SplitRow[]) =>
    rows.map(({ mode, amount, loanNo, bill }) => `${mode} ${amount} ${loanNo} ${bill}`).join("|");
  return said(one) === said(other);
}

/** The part of a split that goes to the phone. */
export function toPhone(rows: readonly SplitRow[]): Cents {
  return addCents(...rows.filter(({ mode }) => mode === "mobile").map(({ amount }) => amount));
}

/** A split in one line, for a member whose own choice was superseded. */
export function inOneLine(rows: readonly SplitRow[]): string {
  return rows.map(({ mode, amount }) => `${modeWords[mode]} ${formatMoney(amount)}`).join(", ");
}

/** A stored split with its tax; shows an accepted one even if a loan has changed since. */
export function calculateStored(rows: readonly SplitRow[], share: ShareRow): Split {
  return calculateSplit(rows, termsOf(share));
}
