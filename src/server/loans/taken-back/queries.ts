import * as z from "zod/mini";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";

// The money has left once a payout of this loan is settled in the books, or may leave while one is
// under way. A receipt that waits for a second person, or a cheque in clearing, shows that the
// member has received the money.
const findRecallable = statement({
  name: "loan-recallable",
  text: `select l.id, m.full_name, m.member_no, l.principal_cents, l.total_cents, l.start_date,
      (select max(e.id) from journal_entry e where e.kind = 'loan-disbursed'
        and e.reference_no = l.loan_no
        and not exists (select from journal_entry r where r.reverses = e.id)) as "entryId",
      a.balance_cents <> l.total_cents or exists (select from approval w
        where w.kind = 'loan-repayment' and w.state = 'waiting'
          and w.subject = 'loan:' || l.loan_no and w.expires_at > akiba_now())
        or exists (select from counter_receipt c
          where c.loan_id = l.id and c.state = 'clearing') as repaid,
      exists (select from journal_entry e where e.kind = 'payout-settled'
        and e.reference_no = l.loan_no
        and not exists (select from journal_entry r where r.reverses = e.id))
        or exists (select from payout p where p.loan_id = l.id and p.source = 'loan'
          and (p.state not in ('waiting', 'failed') or p.claimed_receipt <> '')) as left
    from loan l join member m on m.id = l.member_id
      join ledger_account a on a.code = 'loan-receivable' and a.member_id = l.member_id
        and a.reference = l.loan_no
    where l.loan_no = $1 and l.policy_id is not null and l.state = 'disbursed'`,
  row: z.object({
    id: z.bigint(),
    full_name: z.string(),
    member_no: z.string(),
    principal_cents: bigCents,
    total_cents: bigCents,
    start_date: z.string(),
    /** The current entry of the disbursement. */
    entryId: z.nullable(z.bigint()),
    repaid: z.boolean(),
    left: z.boolean(),
  }),
});

/** Returns a running loan with the obstacle to reversing its disbursement; null otherwise. */
export function recallable(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findRecallable, [loanNo]);
}

const findApproved = statement({
  name: "loan-returnable",
  text: `select m.full_name, m.member_no, l.principal_cents,
      coalesce((select st.full_name from loan_step s
          join staff st on 'staff:' || st.staff_no = s.taken_by
        where s.loan_id = l.id and s.step = 'approved' order by s.id desc limit 1), '') as approver
    from loan l join member m on m.id = l.member_id
    where l.loan_no = $1 and l.state = 'approved'`,
  row: z.object({
    full_name: z.string(),
    member_no: z.string(),
    principal_cents: bigCents,
    approver: z.string(),
  }),
});

/** Returns an approved loan with its approver; null for a loan in any other state. */
export function returnable(snapshot: Snapshot, loanNo: string) {
  return snapshot.first(findApproved, [loanNo]);
}
