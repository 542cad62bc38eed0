import * as z from "zod/mini";
import {
  type LoanPayment,
  loanPayments,
  loanStates,
  loanSteps,
} from "#shared/contract/loans/instant-loans.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { type OpenAmendment, openAmendmentOf } from "#server/loans/lending/amendments.ts";
import { type GuarantorRow, guarantorsOf } from "#server/loans/lending/name-guarantors.ts";
import { type Snapshot, statement } from "#server/kernel/platform/database.ts";
import { bigCents } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay, nairobiTime } from "#server/kernel/platform/nairobi.ts";
import { applicationByNo, type ApplicationRow, loanByNo } from "#server/loans/lending/loan-rows.ts";

const loanListRow = z.object({
  id: z.bigint(),
  member_no: z.string(),
  full_name: z.string(),
  category: z.string(),
  principal_cents: bigCents,
});

export type LoanListRow = z.infer<typeof loanListRow>;

const PAGE = 100;

const listColumns = `select l.id, m.member_no, m.full_name, l.category, l.principal_cents
    from loan l join member m on m.id = l.member_id`;

const findEverybodysLoans = statement({
  name: "loan-list",
  text: `${listColumns} order by l.id limit ${PAGE} offset $1`,
  row: loanListRow,
});

// Earlier clients poll this statement constantly. As its condition has no alternative, PostgreSQL
// plans it once for each connection, and each run is two index look-ups.
const findOwnLoans = statement({
  name: "loan-list-own",
  text: `${listColumns} where m.member_no = $1 order by l.id limit ${PAGE} offset $2`,
  row: loanListRow,
});

/** One page of loans, the oldest first: one member's, or everybody's without a scope. */
export function loanList(
  snapshot: Snapshot,
  scope: MemberScope | null,
  page: number,
): Promise<LoanListRow[]> {
  const skipped = (page - 1) * PAGE;
  return scope === null
    ? snapshot.rows(findEverybodysLoans, [skipped])
    : snapshot.rows(findOwnLoans, [scope.memberNo, skipped]);
}

const loanOfMember = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  member_no: z.string(),
  full_name: z.string(),
  category: z.string(),
  state: z.enum(loanStates),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  monthly_deduction_cents: bigCents,
  term_months: z.int(),
  applied_on: z.string(),
  is_application: z.boolean(),
  changed_on: z.string(),
});

export type LoanOfMember = z.infer<typeof loanOfMember>;

// A loan from before this portal has only the day of its import; it began when it was paid out.
const findLoansOf = statement({
  name: "loans-of-member",
  text: `with own as (
      select l.*, m.member_no, m.full_name, l.policy_id is not null as is_application,
        case when l.policy_id is null and l.start_date is not null then l.start_date
          else ${nairobiDay("l.applied_at")} end as applied_on
      from member m join loan l on l.member_id = m.id where m.member_no = $1
    )
    select id, loan_no, member_no, full_name, category, state, principal_cents, fee_cents,
      total_cents, monthly_deduction_cents, term_months, applied_on, is_application,
      coalesce((select max(${nairobiDay("s.taken_at")}) from loan_step s where s.loan_id = o.id),
        applied_on) as changed_on
    from own o
    where $2::bigint is null
      or (o.applied_on, o.id) < (select c.applied_on, c.id from own c where c.id = $2)
    order by o.applied_on desc, o.id desc limit $3`,
  row: loanOfMember,
});

const LIST_PAGE = 50;

/** Fifty loans of one member, the newest first, and where the next fifty begin. */
export async function loansOf(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
  after: bigint | undefined,
): Promise<{ readonly rows: LoanOfMember[]; readonly next: bigint | null }> {
  const found = await snapshot.rows(findLoansOf, [memberNo, after ?? null, LIST_PAGE + 1]);
  const rows = found.slice(0, LIST_PAGE);
  return { rows, next: found.length > LIST_PAGE ? (rows.at(-1)?.id ?? null) : null };
}

const findSteps = statement({
  name: "loan-steps",
  text: `select s.step, s.taken_by, s.reason, s.amount_cents,
      case s.step when 'arrived' then p.receipt_no else s.receipt_no end as receipt_no,
      ${nairobiDay("s.taken_at")} as taken_on,
      ${nairobiTime("s.taken_at")} as taken_time,
      coalesce(st.full_name, '') as staff_name
    from loan_step s left join staff st on 'staff:' || st.staff_no = s.taken_by
      left join payout p on p.id = s.payout_id
    where s.loan_id = $1 order by s.id`,
  row: z.object({
    step: z.enum(loanSteps),
    taken_by: z.string(),
    reason: z.string(),
    amount_cents: z.nullable(bigCents),
    receipt_no: z.string(),
    taken_on: z.string(),
    taken_time: z.string(),
    staff_name: z.string(),
  }),
});

export type StepRow = z.infer<typeof findSteps.row>;

const findPayment = statement({
  name: "loan-payment",
  text: `select case state when 'paid' then 'arrived' when 'unknown' then 'checking'
      when 'failed' then 'failed' when 'waiting' then
        case when channel = 'phone' then 'queued'
          when exists (select from eft_line e where e.payout_id = payout.id and e.state = 'open')
            then 'at-bank'
          when paid_at_bank(member_id) then 'to-bank' else 'office' end
      else 'sent' end as payment
    from payout where loan_id = $1 and source = 'loan'
    order by state = 'failed', id desc limit 1`,
  row: z.object({ payment: z.enum(loanPayments) }),
});

interface WholeApplication {
  readonly loan: ApplicationRow;
  readonly steps: StepRow[];
  readonly guarantors: GuarantorRow[];
  readonly amendment: OpenAmendment | null;
  /** Where the money of the latest disbursement is; null where none was queued. */
  readonly payment: LoanPayment | null;
}

/** An application with all its steps; null if it is outside the scope. */
export async function applicationWithSteps(
  snapshot: Snapshot,
  scope: MemberScope | null,
  loanNo: string,
): Promise<WholeApplication | null> {
  // The desk also records repayments of loans from before this portal.
  const find = scope === null ? loanByNo : applicationByNo;
  const loan = await find(snapshot, loanNo);
  if (loan === null || (scope !== null && loan.member_no !== scope.memberNo)) return null;
  const steps = await snapshot.rows(findSteps, [loan.id]);
  const guarantors = await guarantorsOf(snapshot, loan.id);
  const amendment = await openAmendmentOf(snapshot, loan.id);
  const payment = (await snapshot.first(findPayment, [loan.id]))?.payment ?? null;
  return { loan, steps, guarantors, amendment, payment };
}

const findAmender = statement({
  name: "loan-amended-by",
  text: `select exists (select from loan_step where loan_id = $1 and step = 'amended'
      and akiba_person(taken_by) = akiba_person($2)) as amended`,
  row: z.object({ amended: z.boolean() }),
});

/** Returns whether somebody amended a loan, under either of their names. */
export async function amendedBy(snapshot: Snapshot, loanId: bigint, actor: string) {
  return (await snapshot.first(findAmender, [loanId, actor]))?.amended ?? false;
}
