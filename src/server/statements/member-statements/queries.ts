import * as z from "zod/mini";
import type { CalendarDate } from "#shared/calendar-date.ts";
import {
  type IssuedFormat,
  type DocumentStatement,
} from "#shared/contract/statements/member-statements.ts";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import type { Language } from "#shared/language.ts";
import type { Cents } from "#shared/money.ts";
import {
  isRunningStatement,
  type RunningStatement,
  runningStatementKinds,
} from "#shared/statement-columns.ts";
import { readHeading } from "#server/kernel/documents/heading.ts";
import type { Issue } from "#server/kernel/documents/issue.ts";
import {
  accountsTable,
  contributionsTable,
  guaranteesTable,
  loansTable,
} from "#server/statements/tables/list-tables.ts";
import { runningTable } from "#server/statements/tables/running-table.ts";
import { wordedMovements } from "#server/statements/tables/worded-narrations.ts";
import type { StatementTable } from "#server/kernel/documents/statement-document.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import {
  accountMovements,
  type AccountMovements,
  broughtForwardInto,
  type MovementPeriod,
} from "#server/ledger/journal/movements.ts";
import type { MemberAccountCode } from "#server/ledger/journal/chart-of-accounts.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { type DatedList, datedList, datedStatement } from "#server/kernel/platform/dated-list.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, intCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";
import { paidContributions } from "#server/check-off/payroll/contributions.ts";
import { outstandingOfLoan } from "#server/statements/loan-statement/loan-rows.ts";
import { loansOnPaper } from "./loans-on-paper.ts";

/** Calendar months shown on the statement of deposits. */
const SAVINGS_MONTHS = 6;

/** The account of each running statement; one that is not in the chart does not compile. */
const kinds: Readonly<Record<RunningStatement, { readonly account: MemberAccountCode }>> =
  runningStatementKinds;

/** A running statement of a period; null if there is no such member. */
export function runningStatement(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
  name: RunningStatement,
  period: MovementPeriod = {},
): Promise<AccountMovements | null> {
  return accountMovements(snapshot, memberNo, { code: kinds[name].account }, period);
}

/** The movements of deposits in the last six months, up to today in Nairobi. */
export function recentSavings(
  snapshot: Snapshot,
  scope: MemberScope,
): Promise<AccountMovements | null> {
  return runningStatement(snapshot, scope, "savings", { lastMonths: SAVINGS_MONTHS });
}

/** The balance of the deposits before those six months. */
export function savingsBroughtForward(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
): Promise<Cents> {
  return broughtForwardInto(snapshot, memberNo, kinds.savings.account, SAVINGS_MONTHS);
}

const loanRow = z.object({
  id: z.int(),
  loan_no: z.string(),
  purpose: z.string(),
  start_date: z.nullable(z.string()),
  end_date: z.nullable(z.string()),
  term_months: z.int(),
  principal: intCents,
  outstanding: intCents,
});

export type LoanRow = z.infer<typeof loanRow>;

const findLoans = datedStatement(
  "statement-loans",
  `select o.id, o.loan_no, o.purpose, o.start_date, o.end_date, o.term_months,
      o.principal_cents as principal, o.outstanding
    from (
      select l.*, ${outstandingOfLoan} as outstanding
      from member m join loan l on l.member_id = m.id where m.member_no = $1
    ) o
    where o.state in ('applied', 'approved') or o.outstanding <> 0`,
  loanRow,
);

/** A member's loans with a balance, including overpaid ones, and waiting applications. */
export function openLoans(snapshot: Snapshot, scope: MemberScope): Promise<DatedList<LoanRow>> {
  return datedList(snapshot, findLoans, scope.memberNo);
}

const guaranteeRow = z.object({
  id: z.int(),
  given_on: z.string(),
  level: z.string(),
  amount: intCents,
  loan_no: z.string(),
  purpose: z.string(),
  borrower: z.string(),
  principal: intCents,
  state: z.enum(loanStates),
  outstanding: intCents,
});

export type GuaranteeRow = z.infer<typeof guaranteeRow>;

const findGuarantees = datedStatement(
  "statement-guarantees",
  `select o.id, o.given_on, o.level, o.amount, o.loan_no, o.purpose, o.borrower, o.principal,
      o.state, o.outstanding
    from (
      select g.id, g.given_on, g.level, g.amount_cents as amount, l.loan_no, l.purpose,
        b.full_name as borrower, l.principal_cents as principal, l.state,
        ${outstandingOfLoan} as outstanding
      from member m join guarantee g on g.guarantor_id = m.id
        join loan l on l.id = g.loan_id join member b on b.id = l.member_id
      where m.member_no = $1 and g.state = 'accepted'
    ) o
    where o.state in ('applied', 'approved') or o.outstanding > 0`,
  guaranteeRow,
);

/** The member's open guarantees: for loans that are owed or applied for. */
export function openGuarantees(
  snapshot: Snapshot,
  scope: MemberScope,
): Promise<DatedList<GuaranteeRow>> {
  return datedList(snapshot, findGuarantees, scope.memberNo);
}

const withdrawableRow = z.object({
  id: z.int(),
  reference: z.string(),
  opened_on: z.string(),
  full_name: z.string(),
  balance: intCents,
});

export type WithdrawableRow = z.infer<typeof withdrawableRow>;

const findWithdrawable = datedStatement(
  "statement-withdrawable",
  `select a.id, a.reference, a.opened_on, m.full_name,
      a.balance_cents * a.normal_side as balance
    from member m join ledger_account a on a.member_id = m.id
      and a.code = 'withdrawable-deposits'
    where m.member_no = $1`,
  withdrawableRow,
);

/** A member's withdrawable accounts, oldest first. */
export function withdrawableAccounts(
  snapshot: Snapshot,
  scope: MemberScope,
): Promise<DatedList<WithdrawableRow>> {
  return datedList(snapshot, findWithdrawable, scope.memberNo);
}

const savingsMonth = z.object({ month: z.string(), change: bigCents, balance: bigCents });

export type SavingsMonth = z.infer<typeof savingsMonth>;

const findSavingsByMonth = statement({
  name: "statement-savings-by-month",
  // Entries dated after this month count in this month, so that the last balance is the total.
  text: `with moved as (
      select least(date_trunc('month', l.value_date), date_trunc('month', akiba_today()))::date
          as first, sum(l.amount_cents * a.normal_side)::bigint as cents
      from member m
        join ledger_account a on a.member_id = m.id and a.code = 'member-deposits'
        join journal_line l on l.account_id = a.id
      where m.member_no = $1 group by 1
    )
    select to_char(s.first, 'YYYY-MM') as month,
      coalesce((select cents from moved where moved.first = s.first::date), 0) as change,
      coalesce((select sum(cents) from moved where moved.first <= s.first::date), 0)::bigint
        as balance
    from generate_series(date_trunc('month', akiba_today()::timestamp) - interval '24 months',
      date_trunc('month', akiba_today()::timestamp), interval '1 month') as s (first)
    order by s.first`,
  row: savingsMonth,
});

/** Deposits at the ends of 25 months, the last one as of today. */
export function savingsByMonth(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
): Promise<SavingsMonth[]> {
  return snapshot.rows(findSavingsByMonth, [memberNo]);
}

const lastSaving = z.object({
  date: z.string(),
  narration: z.string(),
  isImported: z.boolean(),
  amount: intCents,
});

const openApplication = z.object({
  loanNo: z.string(),
  state: z.enum(["applied", "approved"]),
  amount: intCents,
  appliedOn: z.string(),
});

const standing = z.object({
  as_at: z.string(),
  mobile_confirmed: z.boolean(),
  last_saving: z.nullable(lastSaving),
  application: z.nullable(openApplication),
});

export type MemberStanding = z.infer<typeof standing>;

const findStanding = statement({
  name: "statement-standing",
  // A reversed deposit does not count as saving, nor does a reversal that restored one.
  text: `select akiba_today() as as_at, m.mobile_confirmed_at is not null as mobile_confirmed,
      (select json_build_object('date', l.value_date, 'narration', e.narration,
          'isImported', e.import_run_id is not null, 'amount', l.amount_cents * a.normal_side)
        from ledger_account a join journal_line l on l.account_id = a.id
          join journal_entry e on e.id = l.entry_id
        where a.member_id = m.id and a.code = 'member-deposits'
          and l.amount_cents * a.normal_side > 0 and e.kind <> 'reversal'
          and not exists (select from journal_entry r where r.reverses = e.id)
        order by l.value_date desc, l.entry_id desc, l.line_no desc limit 1) as last_saving,
      (select json_build_object('loanNo', o.loan_no, 'state', o.state, 'amount', o.principal_cents,
          'appliedOn', ${nairobiDay("o.applied_at")})
        from loan o where o.member_id = m.id and o.policy_id is not null
          and o.state in ('applied', 'approved') order by o.id limit 1) as application
    from member m where m.member_no = $1`,
  row: standing,
});

/**
 * Returns today, the member's details, last saving and waiting requests; null if there is no
 * member.
 */
export function memberStanding(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
): Promise<MemberStanding | null> {
  return snapshot.first(findStanding, [memberNo]);
}

interface AskedDocument {
  readonly statement: DocumentStatement;
  readonly format: IssuedFormat;
  readonly language: Language;
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  readonly search: string;
  readonly publicUrl: string;
}

/** Reads a statement to be given out, from one snapshot. */
export async function statementToIssue(
  snapshot: Snapshot,
  scope: MemberScope,
  asked: AskedDocument,
): Promise<Issue> {
  const heading = await readHeading(snapshot, scope);
  if (heading === null) throw new Problem("no-such-member");
  const read = await readTable(snapshot, scope, asked);
  if (read === null) throw new Problem("no-such-member");
  return { ...asked, ...read, heading };
}

interface ReadTable {
  readonly table: StatementTable;
  readonly from: CalendarDate | null;
  readonly to: CalendarDate;
  readonly ofPeriod: boolean;
}

async function readTable(
  snapshot: Snapshot,
  scope: MemberScope,
  { statement, language, from, to, search }: AskedDocument,
): Promise<ReadTable | null> {
  if (isRunningStatement(statement)) {
    const read = await runningStatement(snapshot, scope, statement, { from, to });
    const found = wordedMovements(language, read);
    const table = found && runningTable(language, statement, found, search);
    return found && table && { table, from: found.from, to: found.to, ofPeriod: true };
  }
  switch (statement) {
    case "loans":
      return listed(loansOnPaper(await openLoans(snapshot, scope)), loansTable, language, search);
    case "guarantor":
      return listed(await openGuarantees(snapshot, scope), guaranteesTable, language, search);
    case "withdrawable":
      return listed(await withdrawableAccounts(snapshot, scope), accountsTable, language, search);
    case "contributions": {
      const paid = await paidContributions(snapshot, scope.memberNo);
      return listed(paid, contributionsTable, language, search);
    }
  }
}

/** A list of today's position; it has no period. */
function listed<Row>(
  { curDate, rows }: DatedList<Row>,
  draw: (language: Language, rows: readonly Row[], search: string) => StatementTable,
  language: Language,
  search: string,
): ReadTable {
  const table = draw(language, rows, search);
  return { table, from: null, to: curDate as CalendarDate, ofPeriod: false };
}
