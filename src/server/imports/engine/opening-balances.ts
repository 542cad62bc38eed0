import * as z from "zod/mini";
import { cents } from "#shared/money.ts";
import { quoteLoan } from "#shared/instant-loan.ts";
import type { ImportReasonCode } from "#shared/messages/imports/reasons-en.ts";
import type { ImportReason } from "#shared/messages/imports/reasons.ts";
import { statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { ImportFindings } from "./findings.ts";
import { FIRST_ACCOUNT } from "#server/loans/lending/withdrawable-accounts.ts";

/** The columns of `staged_opening` that are copied in, in the order of the layout. */
export const stagedOpeningColumns =
  "file, row, member_no, as_of, deposits_cents, share_capital_cents, withdrawable_cents, " +
  "account_no, loan_balance_cents, loan_no, principal_cents, fee_cents, term_months, " +
  "start_date, monthly_deduction_cents, category";

type Values = (string | null)[];

interface Fault {
  readonly column: string;
  readonly reason: ImportReason;
}

function fault(
  column: string,
  code: ImportReasonCode,
  given: Readonly<Record<string, string | number>>,
): Fault {
  return { column, reason: { code, given } };
}

/** The positions of deposits, share capital and withdrawable savings. */
const SAVINGS = [2, 3, 4];
/** The positions of the loan's balance and of the details a loan needs. */
const BALANCE = 6;
const NEEDED = { loan_no: 7, principal: 8, rate: 9, term_months: 10, start_date: 11 } as const;
const MONTHLY = 12;
const MAY_BE_ZERO = [NEEDED.principal, NEEDED.term_months, MONTHLY];

/**
 * Calculates the fee and the monthly deduction of the loan in a row, and rejects a loan without
 * enough details to run. A row without a loan, or with a settled one, keeps no details of a loan; a
 * row with only zeros is left out.
 */
export function settleOpening(values: Values): Fault | "zero" | null {
  const balance = values[BALANCE] ?? null;
  // A member without a loan often has zeros in the columns of the loan.
  for (const place of MAY_BE_ZERO) if (values[place] === "0") values[place] = null;
  const missing = Object.entries(NEEDED).filter(([, place]) => values[place] == null);
  const hasLoan = missing.length < Object.keys(NEEDED).length;
  if (balance === null && hasLoan) return fault("loan_balance", "row.loan-balance", {});
  if (balance === null || balance === "0") {
    for (let place = BALANCE; place < values.length; place += 1) values[place] = null;
    return SAVINGS.every((place) => (values[place] ?? "0") === "0") ? "zero" : null;
  }
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(", ");
    return fault("loan_balance", "row.loan-facts", { missing: names });
  }
  return settleLoan(values);
}

function settleLoan(values: Values): Fault | null {
  const [principal, rate, term] = [NEEDED.principal, NEEDED.rate, NEEDED.term_months].map((at) =>
    BigInt(values[at] ?? 0),
  ) as [bigint, bigint, bigint];
  const months = Number(term);
  const tiers = [{ upTo: null, flatFee: cents(0n), rateBasisPoints: rate }];
  let quote;
  try {
    quote = quoteLoan(cents(principal), months, { tiers });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return fault("term_months", "row.instalments", { months });
  }
  const monthly = values[MONTHLY] == null ? quote.monthlyDeduction : BigInt(values[MONTHLY]);
  const last = quote.total - monthly * BigInt(months - 1);
  if (last <= 0n || last >= monthly * 2n) {
    return fault("monthly_deduction", "row.instalments", { months });
  }
  values[NEEDED.rate] = String(quote.fee);
  values[MONTHLY] = String(monthly);
  return null;
}

/** Makes the temporary table in which opening balances are staged. */
export async function openOpeningImport(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table staged_opening (
      file smallint, row integer, member_no text, as_of date, deposits_cents bigint,
      share_capital_cents bigint, withdrawable_cents bigint, account_no text,
      loan_balance_cents bigint, loan_no text, principal_cents bigint, fee_cents bigint,
      term_months smallint, start_date date, monthly_deduction_cents bigint, category text
    ) on commit drop`);
}

const findUndated = statement({
  text: "select distinct file from staged_opening where as_of is null",
  row: z.object({ file: z.int() }),
});

/**
 * Turns staged opening balances into their entries, loans and accounts, so that the checks of those
 * apply to them. `days` has the day given for each file; a row without its own day takes the
 * file's, and a file without either is a finding.
 */
export async function expandOpenings(
  work: UnitOfWork,
  files: readonly { readonly name: string; readonly asOf?: string }[],
  findings: ImportFindings,
): Promise<void> {
  for (const [number, { asOf }] of files.entries()) {
    if (asOf === undefined) continue;
    const text = "update staged_opening set as_of = $2 where file = $1 and as_of is null";
    await work.run(text, [number, asOf]);
  }
  for (const { file } of await work.rows(findUndated)) {
    const reason = { code: "file.no-day" } as const;
    findings.add({ file: files[file]?.name ?? "", row: null, column: "as_of", reason });
  }
  for (const text of expansions) await work.run(text);
}

/** Members with a withdrawable balance but no account number get a new one. */
const accountNo = `coalesce(o.account_no, o.member_no || '${FIRST_ACCOUNT}')`;

const expansions = [
  `insert into staged_entry (file, row, member_no, value_date, kind, account, amount_cents,
      narration, reference_no, receipt_no)
    select o.file, o.row, o.member_no, o.as_of, v.kind, v.account, v.cents,
      'Balance brought forward', '', ''
    from staged_opening o, lateral (values
      ('deposits_brought_forward', null, o.deposits_cents),
      ('share_capital_brought_forward', null, o.share_capital_cents),
      ('withdrawable_brought_forward', ${accountNo}, o.withdrawable_cents),
      ('loan_brought_forward', o.loan_no, o.loan_balance_cents)) as v (kind, account, cents)
    where v.cents > 0 and o.as_of is not null and o.member_no is not null`,
  `insert into staged_withdrawable (file, row, acc_no, member_no, opened_on)
    select o.file, o.row, ${accountNo}, o.member_no, o.as_of
    from staged_opening o
    where o.withdrawable_cents > 0 and o.as_of is not null and not exists (
      select from ledger_account a join member m on m.id = a.member_id
      where a.code = 'withdrawable-deposits' and a.reference = ${accountNo}
        and m.member_no = o.member_no)
      and not exists (select from staged_withdrawable w
        where w.acc_no = ${accountNo} and w.member_no = o.member_no)`,
  `insert into staged_loan (file, row, loan_no, member_no, category, purpose, principal_cents,
      fee_cents, total_cents, monthly_deduction_cents, term_months, start_date)
    select o.file, o.row, o.loan_no, o.member_no, o.category, o.category, o.principal_cents,
      o.fee_cents, o.principal_cents + o.fee_cents, o.monthly_deduction_cents, o.term_months,
      o.start_date
    from staged_opening o where o.loan_balance_cents > 0 and o.as_of is not null`,
];
