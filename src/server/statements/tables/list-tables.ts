import type { ContributionKind } from "#shared/contract/statements/member-statements.ts";
import type { Language } from "#shared/language.ts";
import { documentWords, shortMonth } from "#shared/messages/kernel/documents.ts";
import { addCents, type Cents, cents } from "#shared/money.ts";
import { isIn } from "./running-table.ts";
import type { Cell, Column, StatementTable } from "#server/kernel/documents/statement-document.ts";

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

interface Shown<Item> extends Column {
  readonly of: (item: Item) => Cell;
  readonly summed?: true;
}

/** A member's loans in the specified columns. */
export function loansTable(language: Language, loans: readonly ListedLoan[], search: string) {
  const { heads } = documentWords(language);
  const shown: Shown<ListedLoan>[] = [
    { head: heads.loanNo, kind: "text", of: (loan) => loan.loan_no },
    { head: heads.purpose, kind: "text", grows: true, of: (loan) => loan.purpose },
    { head: heads.startDate, kind: "date", of: (loan) => loan.start_date },
    { head: heads.endDate, kind: "date", of: (loan) => loan.end_date },
    { head: heads.period, kind: "number", of: (loan) => loan.term_months },
    { head: heads.original, kind: "money", summed: true, of: (loan) => loan.principal },
    { head: heads.balance, kind: "money", summed: true, of: (loan) => loan.outstanding },
  ];
  return listTable(language, shown, loans, search, shown.length - 1);
}

/** The loans of others that a member guarantees, in the specified columns. */
export function guaranteesTable(
  language: Language,
  guarantees: readonly ListedGuarantee[],
  search: string,
) {
  const { heads } = documentWords(language);
  const shown: Shown<ListedGuarantee>[] = [
    { head: heads.inputDate, kind: "date", of: (item) => item.given_on },
    { head: heads.loanNo, kind: "text", of: (item) => item.loan_no },
    { head: heads.loanType, kind: "text", of: (item) => item.purpose },
    { head: heads.name, kind: "text", grows: true, of: (item) => item.borrower },
    { head: heads.loanAmount, kind: "money", of: (item) => item.principal },
    { head: heads.guaranteed, kind: "money", summed: true, of: (item) => item.amount },
    { head: heads.loanBalance, kind: "money", summed: true, of: (item) => item.outstanding },
    { head: heads.level, kind: "text", of: (item) => item.level },
  ];
  return listTable(language, shown, guarantees, search, shown.length - 2);
}

/** A member's withdrawable accounts in the specified columns. */
export function accountsTable(
  language: Language,
  accounts: readonly ListedAccount[],
  search: string,
) {
  const { heads } = documentWords(language);
  const shown: Shown<ListedAccount>[] = [
    { head: heads.accountNo, kind: "text", of: (account) => account.reference },
    { head: heads.name, kind: "text", grows: true, of: (account) => account.full_name },
    { head: heads.registered, kind: "date", of: (account) => account.opened_on },
    { head: heads.total, kind: "money", summed: true, of: (account) => account.balance },
  ];
  return listTable(language, shown, accounts, search, shown.length - 1);
}

/** Check-off payments of a member that are on none of their accounts. */
export function contributionsTable(
  language: Language,
  contributions: readonly ListedContribution[],
  search: string,
) {
  const { heads, contributions: kinds } = documentWords(language);
  const shown: Shown<ListedContribution>[] = [
    { head: heads.date, kind: "date", of: (item) => item.date },
    { head: heads.paidFor, kind: "text", grows: true, of: (item) => kinds[item.kind] },
    { head: heads.month, kind: "text", of: (item) => shortMonth(language, item.month) },
    { head: heads.ref, kind: "text", of: (item) => item.reference },
    { head: heads.amount, kind: "money", summed: true, of: (item) => item.amount },
  ];
  return listTable(language, shown, contributions, search, shown.length - 1);
}

function listTable<Item>(
  language: Language,
  shown: readonly Shown<Item>[],
  items: readonly Item[],
  search: string,
  tied: number,
): StatementTable {
  const texts = shown.filter(({ kind }) => kind === "text");
  const kept = items.filter((item) => texts.some(({ of }) => isIn(String(of(item)), search)));
  return {
    columns: shown.map(({ head, kind, grows }) => (grows ? { head, kind, grows } : { head, kind })),
    broughtForward: null,
    rows: kept.map((item) => shown.map(({ of }) => of(item))),
    total: {
      label: documentWords(language).totalAmount,
      sums: shown.map(({ of, summed }) => {
        return summed ? addCents(...items.map((item) => cents(of(item) as bigint))) : null;
      }),
      tied,
    },
    proof: null,
  };
}
