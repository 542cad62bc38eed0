import * as z from "zod/mini";
import { formatMoney, cents } from "#shared/money.ts";
import { moneyInSql } from "#server/kernel/platform/money-in-sql.ts";
import { importedRowsBelowFloor } from "#server/ledger/journal/import-journal.ts";
import { chartRow } from "#server/ledger/journal/chart-of-accounts.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import type { ImportFinding, ImportFindings } from "./findings.ts";
import { ofKnownReceipts } from "./known-receipts.ts";
import { loanEnd } from "./loan-end.ts";
import { ofMembers } from "./member-checks.ts";
import { leftMember, type StagedCheck, twice, unknownMember } from "./staged-check.ts";

/** The declared total of a loan. */
const totalOf = `${moneyInSql("k.total_cents")} as total`;

/** Nothing is imported for a member who has left: their exit has settled everything. */
const ofLeavers: readonly StagedCheck[] = [
  leftMember("staged_entry"),
  leftMember("staged_loan"),
  leftMember("staged_guarantee", "guarantor"),
  leftMember("staged_withdrawable"),
];

const ofLoans: readonly StagedCheck[] = [
  unknownMember("staged_loan"),
  twice("staged_loan", "loan_no", "loan_no", "loan_no is not null"),
  {
    column: "loan_no",
    code: "books.known-loan",
    text: `select file, row, loan_no as loan
      from staged_loan join loan using (loan_no)`,
  },
  loanEnd,
  {
    column: "first_due_on",
    code: "books.due-early",
    text: `select file, row, start_date as start
      from staged_loan where first_due_on < start_date`,
  },
  {
    column: "loan_no",
    code: "books.not-paid-out",
    text: `select file, row
      from staged_loan s where loan_no is not null and not exists (
        select from staged_entry e where e.account = s.loan_no
          and e.kind in ('loan_disbursed', 'loan_brought_forward'))`,
  },
  unknownMember("staged_guarantee", "guarantor"),
  twice("staged_guarantee", "guarantor", "loan_no, member_no", "loan_no is not null"),
  {
    column: "loan_no",
    code: "books.no-loan",
    text: `select file, row, loan_no as loan
      from staged_guarantee s where loan_no is not null
        and not exists (select from known_loan k where k.loan_no = s.loan_no)`,
  },
  {
    column: "guarantor",
    code: "books.own-loan",
    text: `select s.file, s.row
      from staged_guarantee s join known_loan k using (loan_no, member_no)`,
  },
  {
    column: "guarantor",
    code: "books.known-guarantee",
    text: `select s.file, s.row, s.member_no as member, s.loan_no as loan
      from staged_guarantee s join loan l using (loan_no) join member m using (member_no)
        join guarantee g on g.loan_id = l.id and g.guarantor_id = m.id
          and g.state <> 'cancelled'`,
  },
  {
    column: "amount",
    code: "books.over-loan",
    text: `select s.file, s.row, ${totalOf}
      from staged_guarantee s join known_loan k using (loan_no)
      where s.amount_cents > k.total_cents`,
  },
  unknownMember("staged_withdrawable"),
  twice("staged_withdrawable", "account_no", "acc_no", "acc_no is not null"),
  {
    column: "account_no",
    code: "books.known-account",
    text: `select file, row, acc_no as account
      from staged_withdrawable s join ledger_account a
        on a.code = 'withdrawable-deposits' and a.reference = s.acc_no
        join member m on m.id = a.member_id
      where m.member_no <> s.member_no or a.balance_cents <> 0 or not exists (
        select from import_batch b where b.run_id = a.import_run_id and b.state = 'undone')`,
  },
];

const ofOpenings: readonly StagedCheck[] = [
  unknownMember("staged_opening"),
  leftMember("staged_opening"),
  twice("staged_opening", "member_no", "member_no", "member_no is not null"),
  {
    column: "member_no",
    code: "books.opened",
    text: `select o.file, o.row, o.member_no as member, min(e.value_date) as day
      from staged_opening o join member m using (member_no)
        join ledger_account a on a.member_id = m.id
        join journal_line l on l.account_id = a.id
        join journal_entry e on e.id = l.entry_id
      where e.kind in ('deposits-brought-forward', 'share-capital-brought-forward',
          'withdrawable-brought-forward', 'loan-brought-forward')
        and not exists (select from journal_entry v where v.reverses = e.id)
      group by o.file, o.row, o.member_no`,
  },
];

/** Rows with neither reference nor receipt may well be alike: two deposits on one day. */
const isTellable = "(reference_no <> '' or receipt_no <> '')";

const ofEntries: readonly StagedCheck[] = [
  unknownMember("staged_entry"),
  {
    column: "date",
    code: "books.closed",
    text: `select e.file, e.row, b.until
      from staged_entry e join books_closed b on e.value_date <= b.until`,
  },
  {
    column: "date",
    code: "books.not-joined",
    text: `select e.file, e.row, k.joined_on as joined
      from staged_entry e join known_member k using (member_no)
      where e.value_date < k.joined_on`,
  },
  ...(
    [
      ["loan-receivable", "known_loan", "loan_no", "books.no-loan-of"],
      ["withdrawable-deposits", "known_withdrawable", "acc_no", "books.no-account-of"],
    ] as const
  ).map(([account, known, number, code]) => ({
    column: "account",
    code,
    text: `select e.file, e.row, e.account, e.member_no as member
      from staged_entry e
      where e.kind in (select kind from import_side where code = '${account}')
        and e.account is not null and e.member_no is not null
        and not exists (
          select from ${known} k where k.${number} = e.account and k.member_no = e.member_no)`,
  })),
  {
    column: "amount",
    code: "books.loan-comes-to",
    text: `select e.file, e.row, ${totalOf}
      from staged_entry e join known_loan k on k.loan_no = e.account
      where e.kind = 'loan_disbursed' and e.amount_cents <> k.total_cents`,
  },
  {
    column: "amount",
    code: "books.more-than-loan",
    text: `select e.file, e.row, ${totalOf}
      from staged_entry e join known_loan k on k.loan_no = e.account
      where e.kind = 'loan_brought_forward' and e.amount_cents > k.total_cents`,
  },
  {
    column: "date",
    code: "books.loan-started",
    text: `select e.file, e.row, k.start_date as start
      from staged_entry e join known_loan k on k.loan_no = e.account
      where e.kind = 'loan_disbursed' and e.value_date <> k.start_date
        or e.kind in (select kind from import_side where code = 'loan-receivable')
          and e.value_date < k.start_date`,
  },
  twice("staged_entry", "account", "account", "kind in ('loan_disbursed', 'loan_brought_forward')"),
  {
    column: "account",
    code: "books.paid-out",
    text: `select e.file, e.row
      from staged_entry e join known_loan k on k.loan_no = e.account and not k.is_new
      where e.kind in ('loan_disbursed', 'loan_brought_forward')`,
  },
  twice(
    "staged_entry",
    "reference",
    "reference_no, receipt_no, member_no, kind, value_date, amount_cents, account",
    isTellable,
  ),
  {
    column: "reference",
    code: "books.entry-known",
    text: `select e.file, e.row, min(j.id) as entry
      from staged_entry e
        join import_side s using (kind)
        join journal_entry j on j.kind = s.entry_kind and j.value_date = e.value_date
          and j.reference_no = e.reference_no and j.receipt_no = e.receipt_no
        join journal_line l on l.entry_id = j.id
        join ledger_account a on a.id = l.account_id and a.code = s.code
          and coalesce(a.reference = e.account, true)
        left join member m on m.id = a.member_id
      where (e.reference_no <> '' or e.receipt_no <> '') and s.line_no = 1
        and not exists (select from journal_entry v where v.reverses = j.id)
        and abs(l.amount_cents) = e.amount_cents
        and (m.member_no is null or m.member_no = e.member_no)
        and (e.member_no is null or m.member_no is not null or exists (
          select from journal_line o join ledger_account b on b.id = o.account_id
            join member n on n.id = b.member_id
          where o.entry_id = j.id and n.member_no = e.member_no))
      group by e.file, e.row`,
  },
];

const row = z.object({
  file: z.int(),
  row: z.int(),
  given: z.record(z.string(), z.union([z.string(), z.number()])),
  times: z.int(),
});

/** Collects the people and things on the register and in the files, for the checks to look up. */
export async function gatherKnown(work: UnitOfWork): Promise<void> {
  await work.run(`create temporary table known_member on commit drop as
    select distinct on (member_no) member_no, joined_on from (
      select member_no, joined_on from member
      union all select member_no, joined_on from staged_member where member_no is not null
    ) m order by member_no, joined_on`);
  await work.run(`create temporary table known_loan on commit drop as
    select l.loan_no, m.member_no, l.total_cents, l.start_date, false as is_new
      from loan l join member m on m.id = l.member_id
    union all
    select distinct on (loan_no) loan_no, member_no, total_cents, start_date, true
      from staged_loan s where not exists (select from loan l where l.loan_no = s.loan_no)`);
  await work.run(`create temporary table known_withdrawable on commit drop as
    select a.reference as acc_no, m.member_no
      from ledger_account a join member m on m.id = a.member_id
      where a.code = 'withdrawable-deposits'
    union select acc_no, member_no from staged_withdrawable`);
  for (const table of ["known_member", "known_loan", "known_withdrawable"]) {
    await work.run(`analyze ${table}`);
  }
  // The fee of a loan is the loan's; its entry has the total.
  await work.run(`update staged_entry e set fee_cents = s.fee_cents
    from staged_loan s
    where e.kind = 'loan_disbursed' and e.account = s.loan_no
      and s.fee_cents between 1 and e.amount_cents - 1`);
}

/** Checks the staged rows against each other and the database; adds the findings. */
export async function checkStaged(
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  await checkBy(
    [...ofMembers, ...ofOpenings, ...ofLeavers, ...ofLoans, ...ofEntries, ...ofKnownReceipts],
    snapshot,
    files,
    findings,
  );
}

/** Adds what others may have changed since the check, once accounts and payments are locked. */
export async function checkAgain(
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  await checkFloors(snapshot, files, findings);
  await checkBy([...ofLeavers, ...ofKnownReceipts], snapshot, files, findings);
}

async function checkBy(
  checks: readonly StagedCheck[],
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  for (const { column, code, text } of checks) {
    const counted = `select file, row, to_jsonb(f) - 'file' - 'row' as given,
        (count(*) over ())::int as times
      from (${text}) f order by file, row limit $1`;
    const found = await snapshot.rows(statement({ text: counted, row }), [findings.room + 1]);
    addFound(found, files, findings, ({ given }) => ({ column, reason: { code, given } }));
  }
}

/** Checks the floor of every account along the history; only useful for rows without errors. */
export async function checkFloors(
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  const found = await importedRowsBelowFloor(snapshot, findings.room + 1);
  addFound(found, files, findings, ({ code, standing }) => ({
    column: "amount",
    reason: {
      code: "books.floor",
      given: { account: chartRow(code).name, ledger: code, standing: formatMoney(cents(standing)) },
    },
  }));
}

function addFound<Found extends { file: number; row: number; times: number }>(
  found: readonly Found[],
  files: readonly string[],
  findings: ImportFindings,
  wordsOf: (one: Found) => Pick<ImportFinding, "column" | "reason">,
): void {
  for (const one of found) {
    findings.add({ file: files[one.file] ?? "", row: one.row, ...wordsOf(one) });
  }
  findings.addUnseen((found[0]?.times ?? 0) - found.length);
}
