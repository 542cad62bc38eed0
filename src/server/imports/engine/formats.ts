import { DEFAULT_LANGUAGE, languages } from "#shared/language.ts";
import { LONGEST_TERM } from "#shared/loan-term.ts";
import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import { stagedEntryColumns } from "#server/ledger/journal/import-journal.ts";
import { importedKindNeeds } from "#server/ledger/journal/import-kinds.ts";
import { settleOpening, stagedOpeningColumns } from "./opening-balances.ts";
import {
  accountNoCell,
  amountCell,
  CellFault,
  dayToComeCell,
  emailCell,
  kindCell,
  kraPinCell,
  memberNoCell,
  mobileCell,
  pastDayCell,
  payrollNoCell,
  positiveCell,
  rateCell,
  type ReadCell,
  sexCell,
  shareCell,
  textCell,
  wholeCell,
  wordCell,
} from "./cells.ts";
import { synonyms } from "./headings.ts";

/** A column of a file: its name, its names in core systems, and how a cell is read. */
export interface ImportColumn {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly read: ReadCell;
  /** Whether the file must have the column, and each row a value in it. */
  readonly needed: boolean;
  /** The value of an empty cell, or of a column that is missing. */
  readonly otherwise: string | null;
}

/** The values of a row, one for each column in the order of the format; null if none. */
export type RowValues = (string | null)[];

/** An error of a row as a whole, at one of its columns. */
export interface RowFault {
  readonly column: string;
  readonly reason: ImportReason;
}

function rowFault(
  column: string,
  code: ImportReasonCode,
  given: ImportReason["given"] = {},
): RowFault {
  return { column, reason: { code, given } };
}

/** A kind of file. */
export interface ImportFormat {
  readonly kind: ImportFormatName;
  readonly columns: readonly ImportColumn[];
  /** The staging table's columns, which the first values of a row fill in their order. */
  readonly copy: { readonly table: string; readonly columns: string; readonly count: number };
  /** Columns of which one set must be there. */
  readonly either?: readonly (readonly string[])[];
  /**
   * Checks the row as a whole, once every cell was read, and may fill in values. A row of zero
   * moves nothing and is left out.
   */
  readonly settle?: (values: RowValues) => RowFault | "zero" | null;
  /** Whether it also checks rows in which a cell could not be read. */
  readonly settlesFaulty?: boolean;
}

export const importFormatNames = [
  "members",
  "next-of-kin",
  "entries",
  "loans",
  "guarantees",
  "withdrawables",
  "opening-balances",
  "control",
] as const;
export type ImportFormatName = (typeof importFormatNames)[number];

function needed(name: string, read: ReadCell, ...aliases: readonly string[]): ImportColumn {
  return { name, aliases, read, needed: true, otherwise: null };
}

function optional(
  name: string,
  read: ReadCell,
  otherwise: string | null,
  ...aliases: readonly string[]
): ImportColumn {
  return { name, aliases, read, needed: false, otherwise };
}

/** A payroll number identifies a member, but it is a separate column in the file of members. */
const memberOrPayroll = [...synonyms.member_no, ...synonyms.payroll_no];

const members: ImportFormat = {
  kind: "members",
  columns: [
    needed("member_no", memberNoCell, ...synonyms.member_no),
    optional("full_name", textCell(200), null, ...synonyms.full_name),
    needed("joined_on", pastDayCell, ...synonyms.joined_on),
    optional("mobile", mobileCell, "", ...synonyms.mobile),
    optional("email", emailCell, "", ...synonyms.email),
    optional("id_no", textCell(30), "", ...synonyms.id_no),
    optional("postal_address", textCell(200), "", ...synonyms.postal_address),
    optional("language", wordCell(languages), DEFAULT_LANGUAGE, ...synonyms.language),
    optional("surname", textCell(100), "", ...synonyms.surname),
    optional("first_names", textCell(100), "", ...synonyms.first_names),
    optional("payroll_no", payrollNoCell, "", ...synonyms.payroll_no),
    optional("kra_pin", kraPinCell, "", ...synonyms.kra_pin),
    optional("sex", sexCell, "", ...synonyms.sex),
  ],
  either: [["full_name"], ["surname", "first_names"]],
  copy: {
    table: "staged_member",
    columns:
      "file, row, member_no, full_name, joined_on, mobile_number, email, national_id, " +
      "postal_address, language, surname, first_names, payroll_no, kra_pin, gender",
    count: 13,
  },
  settle: settleName,
  settlesFaulty: true,
};

const nextOfKin: ImportFormat = {
  kind: "next-of-kin",
  columns: [
    needed("member_no", memberNoCell, ...memberOrPayroll),
    needed("position", wholeCell(1, 3), ...synonyms.position),
    needed("kin_name", textCell(200), ...synonyms.kin_name),
    optional("relation", textCell(60), "", ...synonyms.relation),
    optional("share", shareCell, null, ...synonyms.share),
  ],
  copy: {
    table: "staged_kin",
    columns: "file, row, member_no, position, full_name, relation, share_bp",
    count: 5,
  },
};

const entries: ImportFormat = {
  kind: "entries",
  columns: [
    optional("member_no", memberNoCell, null, ...memberOrPayroll),
    needed("date", pastDayCell, ...synonyms.date),
    needed("kind", kindCell, ...synonyms.kind),
    optional("account", accountNoCell, null, ...synonyms.account),
    optional("amount", amountCell(), null, ...synonyms.amount),
    optional("narration", textCell(200), "", ...synonyms.narration),
    optional("reference", textCell(60), "", ...synonyms.reference),
    optional("receipt", textCell(60), "", ...synonyms.receipt),
    optional("debit", amountCell(), null, ...synonyms.debit),
    optional("credit", amountCell(), null, ...synonyms.credit),
  ],
  either: [["amount"], ["debit", "credit"]],
  copy: { table: "staged_entry", columns: stagedEntryColumns, count: 8 },
  settle: settleEntry,
};

const loans: ImportFormat = {
  kind: "loans",
  columns: [
    needed("loan_no", accountNoCell, ...synonyms.loan_no),
    needed("member_no", memberNoCell, ...memberOrPayroll),
    needed("category", textCell(60), ...synonyms.category),
    optional("purpose", textCell(200), null, ...synonyms.purpose),
    needed("principal", positiveCell(), ...synonyms.principal),
    optional("fee", positiveCell(true), null, ...synonyms.fee),
    optional("total", positiveCell(), null, ...synonyms.total),
    needed("monthly_deduction", positiveCell(), ...synonyms.monthly_deduction),
    needed("term_months", wholeCell(1, LONGEST_TERM), ...synonyms.term_months),
    needed("start_date", pastDayCell, ...synonyms.start_date),
    optional("first_due_on", dayToComeCell, null, ...synonyms.first_due_on),
    optional("end_date", dayToComeCell, null, ...synonyms.end_date),
  ],
  copy: {
    table: "staged_loan",
    columns:
      "file, row, loan_no, member_no, category, purpose, principal_cents, fee_cents, " +
      "total_cents, monthly_deduction_cents, term_months, start_date, first_due_on, end_date",
    count: 12,
  },
  settle: settleLoan,
};

const guarantees: ImportFormat = {
  kind: "guarantees",
  columns: [
    needed("loan_no", accountNoCell, ...synonyms.loan_no),
    needed("guarantor", memberNoCell, ...synonyms.guarantor, ...memberOrPayroll),
    needed("amount", positiveCell(), ...synonyms.guaranteed),
    optional("level", wordCell(["Principal", "Secondary"]), "Principal", ...synonyms.level),
    optional("given_on", pastDayCell, null, ...synonyms.given_on),
    optional("released_on", pastDayCell, null, ...synonyms.released_on),
  ],
  copy: {
    table: "staged_guarantee",
    columns: "file, row, loan_no, member_no, amount_cents, level, given_on, released_on",
    count: 6,
  },
  settle: ([, , , , given, released]) =>
    given != null && released != null && released < given
      ? rowFault("released_on", "row.released-early", { released, given })
      : null,
};

const withdrawables: ImportFormat = {
  kind: "withdrawables",
  columns: [
    needed("account_no", accountNoCell, ...synonyms.account_no),
    needed("member_no", memberNoCell, ...memberOrPayroll),
    needed("opened_on", pastDayCell, ...synonyms.opened_on),
  ],
  copy: {
    table: "staged_withdrawable",
    columns: "file, row, acc_no, member_no, opened_on",
    count: 3,
  },
};

/** One row a member with all balances; the loan's details are needed only with a loan. */
const openingBalances: ImportFormat = {
  kind: "opening-balances",
  columns: [
    needed("member_no", memberNoCell, ...memberOrPayroll),
    optional("as_of", pastDayCell, null, ...synonyms.as_of),
    needed("deposits", positiveCell(true), ...synonyms.deposits),
    needed("share_capital", positiveCell(true), ...synonyms.share_capital),
    optional("withdrawable", positiveCell(true), null, ...synonyms.withdrawable),
    optional("account_no", accountNoCell, null, "withdrawable_no"),
    optional("loan_balance", positiveCell(true), null, ...synonyms.loan_balance),
    optional("loan_no", accountNoCell, null, ...synonyms.loan_no),
    optional("principal", positiveCell(true), null, ...synonyms.principal),
    optional("rate", rateCell, null, ...synonyms.rate),
    optional("term_months", wholeCell(0, LONGEST_TERM), null, ...synonyms.term_months),
    optional("start_date", pastDayCell, null, ...synonyms.start_date),
    optional("monthly_deduction", positiveCell(true), null, ...synonyms.monthly_deduction),
    optional("category", textCell(60), "Loan", ...synonyms.category),
  ],
  copy: { table: "staged_opening", columns: stagedOpeningColumns, count: 14 },
  settle: settleOpening,
};

const control: ImportFormat = {
  kind: "control",
  columns: [
    needed("what", wordCell(["file", "kind", "account"])),
    needed("of", textCell(60)),
    optional("rows", wholeCell(0, 999_999_999), null, ...synonyms.controlled_rows),
    optional("total", amountCell(15), null, ...synonyms.controlled_total),
  ],
  copy: { table: "staged_control", columns: "file, row, what, of, rows, total_cents", count: 4 },
};

/** Every kind of file there is; docs/import.md shows them with examples. */
export const importFormats: readonly ImportFormat[] = [
  members,
  nextOfKin,
  entries,
  loans,
  guarantees,
  withdrawables,
  openingBalances,
  control,
];

/** The places of a member's name among the columns. */
const [FULL_NAME, SURNAME, FIRST_NAMES] = [1, 8, 9];

/** A name comes whole or in two parts, which are joined for display. */
function settleName(values: RowValues): RowFault | null {
  const [surname, first] = [values[SURNAME] ?? "", values[FIRST_NAMES] ?? ""];
  if (surname === "" && first === "") {
    return values[FULL_NAME] == null ? rowFault("full_name", "cell.empty") : null;
  }
  if (surname === "") return rowFault("surname", "cell.empty");
  if (first === "") return rowFault("first_names", "cell.empty");
  values[FULL_NAME] ??= `${first} ${surname}`;
  return null;
}

/** An entry's amount has a sign or is under debit or credit; it is staged without a sign. */
function settleEntry(values: RowValues): RowFault | "zero" | null {
  const [member, , kind, account, amount, narration, , , debit, credit] = values;
  if (isZero([amount, debit, credit])) return "zero";
  const needs = importedKindNeeds.get(kind ?? "");
  if (needs === undefined) return null;
  if (needs.member && member == null) {
    return rowFault("member_no", "row.no-member", { kind: String(kind) });
  }
  if (!needs.member && member != null) {
    return rowFault("member_no", "row.society", { kind: String(kind) });
  }
  if (needs.reference !== null && account == null) {
    const code = needs.reference === "loan" ? "row.no-loan-no" : "row.no-account-no";
    return rowFault("account", code, { kind: String(kind) });
  }
  if (needs.reference === null) values[3] = null;
  const found = settleAmount(String(kind), amount ?? null, debit ?? null, credit ?? null);
  if (typeof found !== "string") return found;
  values[4] = found;
  if (narration === "") values[5] = wordsOf(String(kind));
  return null;
}

/** Whether an amount is given and all given ones are zero. */
function isZero(amounts: readonly (string | null | undefined)[]): boolean {
  const given = amounts.filter((amount) => amount != null);
  return given.length > 0 && given.every((amount) => amount === "0");
}

function settleAmount(
  kind: string,
  amount: string | null,
  debit: string | null,
  credit: string | null,
): string | RowFault {
  const needs = importedKindNeeds.get(kind);
  const debited = debit === "0" ? null : debit;
  const credited = credit === "0" ? null : credit;
  const given = [amount, debited, credited].filter((value) => value !== null);
  const [value = ""] = given;
  if (given.length > 1) {
    return rowFault("amount", "row.two-amounts");
  }
  if (given.length === 0) return rowFault("amount", "row.no-amount");
  const side = credited === null ? "debit" : "credit";
  if (
    amount === null &&
    (value.startsWith("-") || (needs?.credited ?? side === "credit") !== (side === "credit"))
  ) {
    return rowFault(side, "row.wrong-side", { kind, side });
  }
  if (value.startsWith("-") && needs?.grows !== false) {
    return rowFault("amount", "row.below-nought", { kind });
  }
  return value.replace("-", "");
}

function wordsOf(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Two of principal, fee and total give the third; a missing fee is zero. */
function settleLoan(values: RowValues): RowFault | null {
  const [, , category, purpose, principalText, feeText, totalText, monthlyText, termText] = values;
  if ([principalText, monthlyText, termText].some((value) => value == null)) return null;
  const principal = BigInt(principalText ?? 0);
  const fee = feeText == null ? BigInt(totalText ?? principal) - principal : BigInt(feeText);
  const total = totalText == null ? principal + fee : BigInt(totalText);
  if (fee < 0n) return rowFault("total", "row.under-principal");
  if (total !== principal + fee) {
    return rowFault("total", "row.total");
  }
  const monthly = BigInt(monthlyText ?? 0);
  const last = total - monthly * BigInt(Number(termText) - 1);
  if (last <= 0n || last >= monthly * 2n) {
    return rowFault("monthly_deduction", "row.instalments", { months: String(termText) });
  }
  values[3] = purpose ?? category ?? null;
  values[5] = String(fee);
  values[6] = String(total);
  return null;
}

/** The message for an empty cell of a required column. */
export const emptyCell = new CellFault("cell.empty");
