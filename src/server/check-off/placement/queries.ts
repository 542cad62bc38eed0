import * as z from "zod/mini";
import { batchStates } from "#shared/contract/check-off/files.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

const findSuspended = statement({
  name: "placement-line",
  text: `select b.state, to_char(b.month, 'YYYY-MM') as month, b.file_name, l.member_no, l.note,
      case when b.value_date > coalesce((select until from books_closed), '-infinity'::date)
        then b.value_date else akiba_today() end as value_date,
      p.amount_cents,
      exists (select from check_off_release r where r.batch_id = b.id and r.row_no = l.row_no
          and r.reversed_at is null)
        as placed,
      coalesce((select check_off_to_deposits from society), true) as takes_deposits
    from check_off_batch b join check_off_line l on l.batch_id = b.id
      join check_off_part p using (batch_id, row_no)
    where b.id = $1 and l.row_no = $2 and p.destination = 'suspense'`,
  row: z.object({
    state: z.enum(batchStates),
    month: z.string(),
    file_name: z.string(),
    /** The day of the file, or today if its month is closed. */
    value_date: z.string(),
    member_no: z.string(),
    note: z.string(),
    amount_cents: bigCents,
    placed: z.boolean(),
    takes_deposits: z.boolean(),
  }),
});

export type SuspendedLine = z.infer<typeof findSuspended.row>;

/** Returns a line of a file that left an amount in suspense; null if it did not. */
export function suspendedLine(snapshot: Snapshot, batch: bigint, row: bigint) {
  return snapshot.first(findSuspended, [batch, row]);
}

const findMember = statement({
  name: "placement-member",
  text: `select id, member_no, full_name from member
    where member_no = $1 and membership <> 'left'`,
  row: z.object({ id: z.bigint(), member_no: z.string(), full_name: z.string() }),
});

/** Returns a member by their number; null if there is no such member, or they have left. */
export function memberAt(snapshot: Snapshot, memberNo: string) {
  return snapshot.first(findMember, [memberNo]);
}

const findLoan = statement({
  name: "placement-loan",
  text: `select l.id, l.loan_no, l.state, l.member_id, l.start_date, m.member_no,
      m.full_name, coalesce(a.balance_cents, 0)::bigint as owed_cents
    from loan l join member m on m.id = l.member_id
      left join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where l.loan_no = $1 and m.membership <> 'left'`,
  row: z.object({
    id: z.bigint(),
    loan_no: z.string(),
    state: z.string(),
    start_date: z.nullable(z.string()),
    member_id: z.bigint(),
    member_no: z.string(),
    full_name: z.string(),
    owed_cents: bigCents,
  }),
});

/** Returns a loan with its balance; null if there is none, or its member has left. */
export function loanAt(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findLoan, [loanNo]);
}

/** Locks a posted file for a placement; no row if another holds it. */
export const lockFile = statement({
  name: "placement-lock",
  text: "select state from check_off_batch where id = $1 for no key update skip locked",
  row: z.object({ state: z.enum(batchStates) }),
});

const findFile = statement({
  name: "placement-file",
  text: "select id from check_off_batch where id = $1",
  row: z.object({ id: z.bigint() }),
});

/** Returns the id of a file; null if there is none. */
export function fileAt(snapshot: Snapshot, batch: bigint) {
  return snapshot.first(findFile, [batch]);
}
