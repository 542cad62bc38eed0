import {
  type Cents,
  cents,
  formatMoney,
  fromWireAmount,
  isWholeShillings,
  parseTypedForLimit,
  shillings,
  ZERO_CENTS,
} from "#shared/money.ts";
import { fill } from "#shared/language.ts";
import type { PromptBasis, PromptDestination } from "#shared/pay-in-prompts.ts";
import type { Problems, Values } from "#web/lib/form.ts";
import type { AddressParameters } from "#web/paths.ts";
import type { Ways } from "./pay-in-page.tsx";

export const payInFields = ["target", "basis", "amount", "mobileNo"] as const;
export type PayInField = (typeof payInFields)[number];

/** An account or a loan that can be paid to, under a key of the form. */
export interface Target {
  readonly key: string;
  readonly to: PromptDestination;
  readonly accountNo: string;
  readonly loan: Ways["loans"][number] | null;
  /** The account number to type at the paybill. */
  readonly typed: string;
}

/** Everything that the member can pay to. */
export function targetsOf({ accounts, loans }: Ways): Target[] {
  return [
    ...accounts.map(({ to, accountNo, typed }) => {
      const key = accountNo === "" ? to : `${to} ${accountNo}`;
      return { key, to, accountNo, loan: null, typed };
    }),
    ...loans.map((loan) => {
      const { loanNo, typed } = loan;
      return { key: `loan ${loanNo}`, to: "loan" as const, accountNo: "", loan, typed };
    }),
  ];
}

/** The part of a loan that is due; undefined if all of it is due. */
export function partDue({ due, settle }: Ways["loans"][number]) {
  return due && due.pay < settle ? due : undefined;
}

/** The choice in the address of the page: an account or a loan, and which amount of it. */
export function chosenIn(ways: Ways, asked: AddressParameters<"payIn">) {
  const { loan: loanNo } = asked;
  const to = loanNo === undefined ? asked.to : "loan";
  const target = targetsOf(ways).find(
    (one) => one.to === to && (loanNo === undefined || one.loan?.loanNo === loanNo),
  );
  const basis = asked.basis === "settle" ? "settle" : "instalment";
  return { target: target?.key ?? "deposits", basis };
}

/** A typed payment, as far as it can be read. */
export interface TypedPayIn {
  readonly target: Target;
  readonly basis: PromptBasis;
  /** Null while no valid amount is typed. */
  readonly amount: Cents | null;
  /** The part that is more than the loan owes. */
  readonly over: Cents;
}

/** Reads the form with the accounts and loans as they are. */
export function typedPayIn(ways: Ways, values: Values<PayInField>): TypedPayIn {
  const targets = targetsOf(ways);
  const target = targets.find(({ key }) => key === values.target) ?? targets[0];
  if (target === undefined) throw new Error("every member has deposits");
  const basis = basisOf(target, values.basis);
  const amount = amountOf(target, basis, values.amount);
  const owed = target.loan === null ? null : fromWireAmount(target.loan.owed);
  const isOver = owed !== null && amount !== null && amount > owed;
  return { target, basis, amount, over: isOver ? cents(amount - owed) : ZERO_CENTS };
}

/** The words that a problem of the amount has. */
interface AmountWords {
  readonly notAmount: string;
  readonly whole: string;
  readonly more: string;
}

/**
 * Returns the problem of an amount that is known before anything is sent, at its field, or at the
 * basis of an amount that is not typed.
 */
export function amountProblems(
  { most }: Pick<Ways, "most">,
  { basis, amount }: Pick<TypedPayIn, "basis" | "amount">,
  words: AmountWords,
): Problems<PayInField> {
  const problem = amountProblem(fromWireAmount(most), amount, words);
  return problem === null ? {} : { [basis === "amount" ? "amount" : "basis"]: problem };
}

function amountProblem(most: Cents, amount: Cents | null, words: AmountWords): string | null {
  if (amount === null) return words.notAmount;
  if (amount > most) return fill(words.more, { most: formatMoney(most) });
  return isWholeShillings(amount) ? null : words.whole;
}

function basisOf({ loan }: Target, chosen: string): PromptBasis {
  if (loan === null) return "amount";
  if (chosen === "instalment" && partDue(loan)) return "instalment";
  return chosen === "settle" || (chosen === "instalment" && loan.due) ? "settle" : "amount";
}

function amountOf({ loan }: Target, basis: PromptBasis, typed: string): Cents | null {
  if (basis === "settle" && loan !== null) return shillings(loan.settle);
  if (basis === "instalment" && loan?.due !== undefined) return shillings(loan.due.pay);
  return parseTypedForLimit(typed);
}
