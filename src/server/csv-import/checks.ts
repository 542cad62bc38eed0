import * as z from "zod/mini";
import { formatMoney, cents } from "#shared/money.ts";
import { importedRowsBelowFloor } from "#server/ledger/import-journal.ts";
import { chartRow } from "#server/ledger/chart-of-accounts.ts";
import { lastDueOn } from "#server/lending/import-loans.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/platform/database.ts";
import type { ImportFindings } from "./findings.ts";

/** One way in which staged rows may be wrong, as the SELECT that gives file, row and reason. */
interface StagedCheck {
  readonly column: string;
  readonly text: string;
}

/** Rows that have the same key as one before them. */
function twice(table: string, column: string, key: string, where = "true"): StagedCheck {
  return {
    column,
    text: `select file, row, 'is in row ' || earlier || ' already' as reason
      from (
        select file, row, row_number() over same as place, first_value(row) over same as earlier
        from ${table} where ${where}
        window same as (partition by ${key} order by file, row)
      ) t where place > 1`,
  };
}

function unknownMember(table: string, column = "member_no"): StagedCheck {
  return {
    column,
    text: `select file, row, 'there is no member ' || member_no as reason
      from ${table} s where member_no is not null
        and not exists (select from known_member k where k.member_no = s.member_no)`,
  };
}

const ofMembers: readonly StagedCheck[] = [
  twice("staged_member", "member_no", "member_no", "member_no is not null"),
  {
    column: "member_no",
    text: `select file, row, s.member_no || ' is on the register already' as reason
      from staged_member s join member m using (member_no)`,
  },
  twice("staged_member", "id_no", "national_id", "national_id <> ''"),
  {
    column: "id_no",
    text: `select file, row, 'is on the register already, as that of ' || m.member_no as reason
      from staged_member s join member m
        on m.national_id = s.national_id and m.member_no <> s.member_no
      where s.national_id <> ''`,
  },
  unknownMember("staged_kin"),
  twice("staged_kin", "position", "member_no, position", "member_no is not null"),
  {
    column: "position",
    text: `select file, row, s.member_no || ' has a next of kin ' || s.position || ' already'
        as reason
      from staged_kin s join member m using (member_no)
        join next_of_kin k on k.member_id = m.id and k.position = s.position`,
  },
];

const ofLoans: readonly StagedCheck[] = [
  unknownMember("staged_loan"),
  twice("staged_loan", "loan_no", "loan_no", "loan_no is not null"),
  {
    column: "loan_no",
    text: `select file, row, 'there is a loan ' || loan_no || ' already' as reason
      from staged_loan join loan using (loan_no)`,
  },
  {
    column: "end_date",
    text: `select file, row, 'the schedule ends on ' || ${lastDueOn} || ', not in the month of '
        || s.end_date as reason
      from staged_loan s
      where date_trunc('month', s.end_date::timestamp)
        <> date_trunc('month', ${lastDueOn}::timestamp)`,
  },
  {
    column: "first_due_on",
    text: `select file, row, 'is before the loan started on ' || start_date as reason
      from staged_loan where first_due_on < start_date`,
  },
  {
    column: "loan_no",
    text: `select file, row,
        'no entry pays it out: loan_disbursed or loan_brought_forward' as reason
      from staged_loan s where loan_no is not null and not exists (
        select from staged_entry e where e.account = s.loan_no
          and e.kind in ('loan_disbursed', 'loan_brought_forward'))`,
  },
  unknownMember("staged_guarantee", "guarantor"),
  twice("staged_guarantee", "guarantor", "loan_no, member_no", "loan_no is not null"),
  {
    column: "loan_no",
    text: `select file, row, 'there is no loan ' || loan_no as reason
      from staged_guarantee s where loan_no is not null
        and not exists (select from known_loan k where k.loan_no = s.loan_no)`,
  },
  {
    column: "guarantor",
    text: `select s.file, s.row, 'nobody guarantees a loan of their own' as reason
      from staged_guarantee s join known_loan k using (loan_no, member_no)`,
  },
  {
    column: "guarantor",
    text: `select s.file, s.row, s.member_no || ' guarantees ' || s.loan_no || ' already' as reason
      from staged_guarantee s join loan l using (loan_no) join member m using (member_no)
        join guarantee g on g.loan_id = l.id and g.guarantor_id = m.id`,
  },
  {
    column: "amount",
    text: `select s.file, s.row, 'is more than the loan, which comes to '
        || to_char(k.total_cents / 100.0, 'FM999,999,999,990.00') as reason
      from staged_guarantee s join known_loan k using (loan_no)
      where s.amount_cents > k.total_cents`,
  },
  unknownMember("staged_withdrawable"),
  twice("staged_withdrawable", "account_no", "acc_no", "acc_no is not null"),
  {
    column: "account_no",
    text: `select file, row, 'there is an account ' || acc_no || ' already' as reason
      from staged_withdrawable s join ledger_account a
        on a.code = 'withdrawable-deposits' and a.reference = s.acc_no`,
  },
];

/** Rows with neither reference nor receipt may well be alike: two deposits on one day. */
const isTellable = "(reference_no <> '' or receipt_no <> '')";

const ofEntries: readonly StagedCheck[] = [
  unknownMember("staged_entry"),
  {
    column: "date",
    text: `select e.file, e.row, 'is before the member joined, on ' || k.joined_on as reason
      from staged_entry e join known_member k using (member_no)
      where e.value_date < k.joined_on`,
  },
  ...[
    ["loan-receivable", "known_loan", "loan_no", "loan"],
    ["withdrawable-deposits", "known_withdrawable", "acc_no", "withdrawable account"],
  ].map(([code, known, number, words]) => ({
    column: "account",
    text: `select e.file, e.row, 'there is no ${words} ' || e.account || ' of ' || e.member_no
        as reason
      from staged_entry e
      where e.kind in (select kind from import_side where code = '${code}')
        and e.account is not null and e.member_no is not null
        and not exists (
          select from ${known} k where k.${number} = e.account and k.member_no = e.member_no)`,
  })),
  {
    column: "amount",
    text: `select e.file, e.row, case e.kind
          when 'loan_disbursed' then 'the loan comes to ' else 'is more than the loan, ' end
        || to_char(k.total_cents / 100.0, 'FM999,999,999,990.00') as reason
      from staged_entry e join known_loan k on k.loan_no = e.account
      where e.kind = 'loan_disbursed' and e.amount_cents <> k.total_cents
        or e.kind = 'loan_brought_forward' and e.amount_cents > k.total_cents`,
  },
  {
    column: "date",
    text: `select e.file, e.row, 'the loan started on ' || k.start_date as reason
      from staged_entry e join known_loan k on k.loan_no = e.account
      where e.kind = 'loan_disbursed' and e.value_date <> k.start_date
        or e.kind in (select kind from import_side where code = 'loan-receivable')
          and e.value_date < k.start_date`,
  },
  twice("staged_entry", "account", "account", "kind in ('loan_disbursed', 'loan_brought_forward')"),
  {
    column: "account",
    text: `select e.file, e.row, 'the loan is in the books already' as reason
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
    text: `select e.file, e.row, 'is in the books already, as entry ' || min(j.id) as reason
      from staged_entry e
        join import_side s using (kind)
        join journal_entry j on j.kind = s.entry_kind and j.value_date = e.value_date
          and j.reference_no = e.reference_no and j.receipt_no = e.receipt_no
        join journal_line l on l.entry_id = j.id
        join ledger_account a on a.id = l.account_id and a.code = s.code
          and coalesce(a.reference = e.account, true)
        left join member m on m.id = a.member_id
      where (e.reference_no <> '' or e.receipt_no <> '') and s.line_no = 1
        and abs(l.amount_cents) = e.amount_cents
        and (m.member_no is null or m.member_no = e.member_no)
        and (e.member_no is null or m.member_no is not null or exists (
          select from journal_line o join ledger_account b on b.id = o.account_id
            join member n on n.id = b.member_id
          where o.entry_id = j.id and n.member_no = e.member_no))
      group by e.file, e.row`,
  },
];

const row = z.object({ file: z.int(), row: z.int(), reason: z.string(), times: z.int() });

/** Gathers who and what there is, on the register and in the files, for the checks to look up. */
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

/** Holds the staged rows to each other and to the database; gives nothing, adds what is wrong. */
export async function checkStaged(
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  for (const { column, text } of [...ofMembers, ...ofLoans, ...ofEntries]) {
    const counted = `select f.*, (count(*) over ())::int as times from (${text}) f
      order by file, row limit $1`;
    const found = await snapshot.rows(statement({ text: counted, row }), [findings.room + 1]);
    addFound(found, files, findings, ({ reason }) => ({ column, reason }));
  }
}

/** Holds every account to its floor along the history; only worth asking of rows without fault. */
export async function checkFloors(
  snapshot: Snapshot,
  files: readonly string[],
  findings: ImportFindings,
): Promise<void> {
  const found = await importedRowsBelowFloor(snapshot, findings.room + 1);
  addFound(found, files, findings, ({ code, standing }) => ({
    column: "amount",
    reason: `takes ${chartRow(code).name} to ${formatMoney(cents(standing))}`,
  }));
}

function addFound<Found extends { file: number; row: number; times: number }>(
  found: readonly Found[],
  files: readonly string[],
  findings: ImportFindings,
  wordsOf: (one: Found) => { readonly column: string; readonly reason: string },
): void {
  for (const one of found) {
    findings.add({ file: files[one.file] ?? "", row: one.row, ...wordsOf(one) });
  }
  findings.addUnseen((found[0]?.times ?? 0) - found.length);
}
