import type { Language } from "#shared/language.ts";
import { accountNames, exportHeads } from "#shared/messages/statements/exports.ts";
import {
  addCents,
  type Cents,
  cents,
  negateCents,
  toWireAmount,
  ZERO_CENTS,
} from "#shared/money.ts";
import type { CsvCell } from "#server/kernel/documents/csv.ts";
import type {
  accountEntries,
  entryLines,
  EntryRow,
} from "#server/ledger/journal/account-entries.ts";
import { type AddedNames, codesOf } from "#server/ledger/journal/added-accounts.ts";
import { type AccountCode, normalSign } from "#server/ledger/journal/chart-of-accounts.ts";
import type { lastRuns } from "#server/ledger/journal/reconcile.ts";
import type { controlAccounts, TrialRow } from "#server/ledger/journal/trial-balance.ts";
import type { tiesOf } from "./queries.ts";

type Rows<Ask extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Ask>>;

/** The office's name for an account; its code if it is not in the chart. */
export function nameOf(code: string, language: Language): string {
  // Every account of the chart needs a name here, or this does not compile.
  const names: Readonly<Record<AccountCode, string>> = accountNames(language);
  return names[code as AccountCode] ?? code;
}

/** An account of a trial balance with the name that the office uses, and its codes. */
function namedAccount(row: TrialRow, names: AddedNames, language: Language) {
  const { code, added } = codesOf(row.code);
  return { code, added, name: names.get(added) ?? nameOf(code, language) };
}

const onDebit = (amount: Cents): Cents => (amount > 0n ? amount : ZERO_CENTS);
const onCredit = (amount: Cents): Cents => (amount < 0n ? negateCents(amount) : ZERO_CENTS);

/** An amount in its debit or credit column. */
function sides(amount: Cents) {
  return { debit: toWireAmount(onDebit(amount)), credit: toWireAmount(onCredit(amount)) };
}

/** The rows of a trial balance, with the names of the accounts that were added to the chart. */
interface Trial {
  readonly rows: readonly TrialRow[];
  readonly names: AddedNames;
}

export function presentTrialBalance({ rows, names }: Trial, language: Language) {
  const moved = rows.filter(({ debited, credited }) => debited !== 0n || credited !== 0n);
  return {
    rows: moved.map((row) => ({ ...namedAccount(row, names, language), ...sides(row.balance) })),
    debit: toWireAmount(addCents(...rows.map(({ balance }) => onDebit(balance)))),
    credit: toWireAmount(addCents(...rows.map(({ balance }) => onCredit(balance)))),
  };
}

/** The trial balance as rows of a file, with the total last. */
export function trialBalanceRows({ rows, names }: Trial, language: Language): CsvCell[][] {
  const { trialBalance, trialTotal } = exportHeads(language);
  const moved = rows.filter(({ debited, credited }) => debited !== 0n || credited !== 0n);
  return [
    trialBalance,
    ...moved.map((row) => {
      const { code, added, name } = namedAccount(row, names, language);
      return [added || code, name, onDebit(row.balance), onCredit(row.balance)];
    }),
    [
      trialTotal,
      "",
      addCents(...moved.map(({ balance }) => onDebit(balance))),
      addCents(...moved.map(({ balance }) => onCredit(balance))),
    ],
  ];
}

/** Control accounts with the members whose accounts the last run found wrong. */
export function presentControls(
  rows: Rows<typeof controlAccounts>,
  runs: Rows<typeof lastRuns>,
  language: Language,
) {
  const found = runs[0]?.findings.filter(({ check }) => check === "stored-balance") ?? [];
  return rows.map(({ code, accounts, control, members }) => {
    const sign = BigInt(normalSign(code));
    return {
      code,
      name: nameOf(code, language),
      accounts,
      control: toWireAmount(cents(control * sign)),
      members: toWireAmount(cents(members * sign)),
      difference: toWireAmount(cents((members - control) * sign)),
      offenders: found.filter(({ subject }) => subject.split(" ")[0] === code),
    };
  });
}

interface EntriesShown {
  readonly language: Language;
  readonly isSearch: boolean;
  /** The name of an added account; empty for one of the chart. */
  readonly addedName: string;
}

export function presentEntries(
  page: Rows<typeof accountEntries>,
  code: AccountCode,
  { language, isSearch, addedName }: EntriesShown,
) {
  const sign = BigInt(normalSign(code));
  const { next } = page;
  return {
    code,
    name: addedName || nameOf(code, language),
    side: sign === 1n ? ("debit" as const) : ("credit" as const),
    opening: toWireAmount(cents(page.opening * sign)),
    rows: page.rows.map((row) => ({
      entry: String(row.id),
      date: row.value_date,
      narration: row.narration,
      reference: row.reference_no,
      receipt: row.receipt_no,
      memberNo: row.member_no,
      member: row.full_name,
      ...sides(row.amount_cents),
      balance: toWireAmount(cents(row.balance * sign)),
      reversal: row.kind === "reversal",
      reversed: row.is_reversed,
    })),
    lookedTo: isSearch ? (next?.day ?? "") : "",
    next: next === null ? "" : `${next.day}_${next.entry}_${next.balance}`,
  };
}

/** An entry of an account as a row of a file. */
export function entryCells(row: EntryRow, code: AccountCode): CsvCell[] {
  return [
    String(row.id),
    row.value_date,
    row.narration,
    row.reference_no,
    row.receipt_no,
    row.member_no,
    row.full_name,
    onDebit(row.amount_cents),
    onCredit(row.amount_cents),
    cents(row.balance * BigInt(normalSign(code))),
  ];
}

export function presentEntry(lines: Rows<typeof entryLines>, language: Language) {
  const [first] = lines;
  if (first === undefined) return null;
  return {
    id: String(first.id),
    date: first.value_date,
    bookedAt: first.booked_at.toISOString(),
    by: first.actor,
    narration: first.narration,
    reference: first.reference_no,
    receipt: first.receipt_no,
    reverses: first.reverses === null ? "" : String(first.reverses),
    reversedBy: first.reversed_by === null ? "" : String(first.reversed_by),
    lines: lines.map((line) => ({
      code: line.code,
      name: line.added_name || nameOf(line.code, language),
      memberNo: line.member_no,
      member: line.full_name,
      reference: line.reference,
      ...sides(line.amount_cents),
    })),
  };
}

export function presentTies(rows: Rows<typeof tiesOf>, language: Language) {
  return rows.map(({ code, reference, shown_cents, journal_cents, lines }) => ({
    code,
    name: nameOf(code, language),
    reference,
    shown: toWireAmount(shown_cents),
    journal: toWireAmount(journal_cents),
    lines,
  }));
}

export function presentRun(run: Rows<typeof lastRuns>[number]) {
  const { id, ran_at, ran_by, took_ms, found, findings } = run;
  return {
    id: String(id),
    at: ran_at.toISOString(),
    by: ran_by,
    milliseconds: took_ms,
    found,
    findings: findings.map(({ check, subject, expected, found: was }) => {
      return { check, subject, expected, found: was };
    }),
  };
}
