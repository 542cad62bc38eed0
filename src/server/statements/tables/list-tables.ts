import {
  documentGuaranteeLevel,
  documentLoanName,
} from "#shared/messages/statements/loan-names.ts";
import type { LoanState } from "#shared/contract/loans/instant-loans.ts";
import type { ContributionKind } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import { documentWords } from "#shared/messages/kernel/documents.ts";
import { shortMonth } from "#shared/written-days.ts";
import { addCents, type Cents, cents, ZERO_CENTS } from "#shared/money.ts";
import {
  hasText,
  type ListStatement,
  listStatementColumns,
  type ListValue,
  type StatementColumn,
} from "#shared/statement-columns.ts";
import type { Cell, StatementTable } from "#server/kernel/documents/statement-document.ts";
import { confirmedColumn, documentColumns } from "./document-columns.ts";

/** The details of one loan in a statement of loans. */
export interface ListedLoan {
  readonly loan_no: string;
  readonly purpose: string;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly term_months: number;
  readonly principal: Cents;
  readonly outstanding: Cents;
}

/** The details of one loan in a guarantor's statement. */
export interface ListedGuarantee {
  readonly given_on: string;
  readonly loan_no: string;
  readonly purpose: string;
  readonly borrower: string;
  readonly principal: Cents;
  readonly amount: Cents;
  readonly state: LoanState;
  readonly outstanding: Cents;
  readonly level: string;
}

/** The details of one account in a statement of withdrawable deposits. */
export interface ListedAccount {
  readonly reference: string;
  readonly full_name: string;
  readonly opened_on: string;
  readonly balance: Cents;
}

/** The details of one entry in a statement of contributions. */
export interface ListedContribution {
  readonly date: string;
  readonly kind: ContributionKind;
  readonly month: string;
  readonly reference: string;
  readonly amount: Cents;
}

type Readers<Statement extends ListStatement, Item> = Readonly<
  Record<ListValue<Statement>, (item: Item) => Cell>
>;

/** A member's loans as a table. */
export function loansTable(language: Language, loans: readonly ListedLoan[], search: string) {
  const readers: Readers<"loans", ListedLoan> = {
    loanNo: (loan) => loan.loan_no,
    purpose: (loan) => documentLoanName(language, loan.purpose),
    startDate: (loan) => loan.start_date,
    endDate: (loan) => loan.end_date,
    months: (loan) => loan.term_months,
    principal: (loan) => loan.principal,
    outstanding: (loan) => loan.outstanding,
  };
  return listTable(language, "loans", readers, loans, search);
}

/** The loans of others that a member guarantees, as a table. */
export function guaranteesTable(
  language: Language,
  guarantees: readonly ListedGuarantee[],
  search: string,
) {
  const readers: Readers<"guarantor", ListedGuarantee> = {
    givenOn: (guarantee) => guarantee.given_on,
    loanNo: (guarantee) => guarantee.loan_no,
    purpose: (guarantee) => guaranteedLoanName(language, guarantee),
    borrower: (guarantee) => guarantee.borrower,
    principal: (guarantee) => guarantee.principal,
    guaranteed: (guarantee) => guarantee.amount,
    outstanding: (guarantee) => {
      return isApplication(guarantee) ? null : guarantee.outstanding;
    },
    level: (guarantee) => documentGuaranteeLevel(language, guarantee.level),
  };
  return listTable(language, "guarantor", readers, guarantees, search);
}

/** Returns the name of a guaranteed loan; an application is named with its state. */
function guaranteedLoanName(language: Language, guarantee: ListedGuarantee): string {
  const name = documentLoanName(language, guarantee.purpose);
  if (!isApplication(guarantee)) return name;
  return `${name}: ${documentWords(language).applications[guarantee.state]}`;
}

/** Whether nothing was paid out yet: a balance of zero would look repaid. */
function isApplication<Item extends { readonly state: LoanState }>(
  item: Item,
): item is Item & { readonly state: Exclude<LoanState, "disbursed" | "settled"> } {
  return item.state !== "disbursed" && item.state !== "settled";
}

/** A member's withdrawable accounts as a table. */
export function accountsTable(
  language: Language,
  accounts: readonly ListedAccount[],
  search: string,
) {
  const readers: Readers<"withdrawable", ListedAccount> = {
    accountNo: (account) => account.reference,
    holder: (account) => account.full_name,
    openedOn: (account) => account.opened_on,
    balance: (account) => account.balance,
  };
  return listTable(language, "withdrawable", readers, accounts, search);
}

/** Check-off payments of a member that are not on their accounts, as a table. */
export function contributionsTable(
  language: Language,
  contributions: readonly ListedContribution[],
  search: string,
) {
  const { contributions: kinds } = documentWords(language);
  const readers: Readers<"contributions", ListedContribution> = {
    date: (paid) => paid.date,
    paidFor: (paid) => kinds[paid.kind],
    month: (paid) => shortMonth(language, paid.month),
    reference: (paid) => paid.reference,
    amount: (paid) => paid.amount,
  };
  return listTable(language, "contributions", readers, contributions, search);
}

/** Lays out a list; a search keeps some of its rows, and the totals remain those of all. */
function listTable<Statement extends ListStatement, Item>(
  language: Language,
  statement: Statement,
  readers: Readers<Statement, Item>,
  items: readonly Item[],
  search: string,
): StatementTable {
  const columns: readonly StatementColumn<ListValue<Statement>>[] = listStatementColumns[statement];
  const texts = columns.filter(({ kind }) => kind === "text");
  const textsOf = (item: Item) => texts.map(({ value }) => String(readers[value](item)));
  const kept = items.filter((item) => hasText(textsOf(item), search));
  return {
    columns: documentColumns(language, columns),
    broughtForward: null,
    rows: kept.map((item) => columns.map(({ value }) => readers[value](item))),
    total: {
      label: documentWords(language).totalAmount,
      sums: columns.map(({ value, total }) => {
        if (total === undefined) return null;
        return addCents(...items.map((item) => amountIn(readers[value](item))));
      }),
      tied: confirmedColumn(columns),
    },
    proof: null,
  };
}

/** The amount in a cell; an empty cell adds nothing to the total. */
function amountIn(cell: Cell): Cents {
  return cell === null ? ZERO_CENTS : cents(cell as bigint);
}
