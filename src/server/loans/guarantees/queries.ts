import * as z from "zod/mini";
import { loanStates } from "#shared/contract/loans/instant-loans.ts";
import type { MemberNo } from "#shared/member-number.ts";
import type { Cents } from "#shared/money.ts";
import type { MemberScope } from "#server/kernel/http/actor.ts";
import { pledgedBy } from "#server/loans/lending/guarantees.ts";
import { pledgeLimit, type UseOfDeposits } from "#server/loans/lending/pledge-bounds.ts";
import {
  accountOfLoan,
  isOverdue,
  uncoveredInstalments,
} from "#server/loans/lending/instalments-due.ts";
import { memberSummaryOf } from "#server/members/membership/member-summary.ts";
import { type Snapshot, statement, type UnitOfWork } from "#server/kernel/platform/database.ts";
import { Problem } from "#server/kernel/platform/problem.ts";
import { bigCents, storedDate } from "#server/kernel/platform/row-fields.ts";
import { nairobiDay } from "#server/kernel/platform/nairobi.ts";

const requestRow = z.object({
  id: z.bigint(),
  asked_on: z.string(),
  borrower: z.string(),
  borrower_no: z.string(),
  loan_no: z.string(),
  purpose: z.string(),
  principal_cents: bigCents,
  fee_cents: bigCents,
  total_cents: bigCents,
  term_months: z.int(),
  monthly_deduction_cents: bigCents,
  amount_cents: bigCents,
});

export type RequestRow = z.infer<typeof requestRow>;

const findRequests = statement({
  name: "guarantee-requests",
  text: `select g.id, ${nairobiDay("g.asked_at")} as asked_on,
      b.full_name as borrower, b.member_no as borrower_no, l.loan_no, l.purpose,
      l.principal_cents, l.fee_cents, l.total_cents, l.term_months, l.monthly_deduction_cents,
      g.amount_cents
    from member m join guarantee g on g.guarantor_id = m.id
      join loan l on l.id = g.loan_id join member b on b.id = l.member_id
    where m.member_no = $1 and g.state = 'asked' order by g.id`,
  row: requestRow,
});

/** The requests that a member has not answered, the oldest first. */
export function requestsTo(snapshot: Snapshot, { memberNo }: MemberScope): Promise<RequestRow[]> {
  return snapshot.rows(findRequests, [memberNo]);
}

const standingRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  borrower: z.string(),
  amount_cents: bigCents,
  accepted_on: z.nullable(z.string()),
  state: z.enum(loanStates),
  total_cents: bigCents,
  paid_cents: bigCents,
  next_due_on: z.nullable(z.string()),
  next_cents: bigCents,
  late_since: z.nullable(z.string()),
  late_cents: bigCents,
  missed: z.int(),
});

export type StandingRow = z.infer<typeof standingRow>;

const findStanding = statement({
  name: "guarantee-standing",
  text: `select g.id, l.loan_no, b.full_name as borrower, g.amount_cents, l.state, l.total_cents,
      ${nairobiDay("g.answered_at")} as accepted_on,
      coalesce(l.total_cents - a.balance_cents, 0)::bigint as paid_cents, due.*
    from member m join guarantee g on g.guarantor_id = m.id
      join loan l on l.id = g.loan_id join member b on b.id = l.member_id
      left join ${accountOfLoan}
      cross join lateral (
        select min(u.due_on) filter (where not ${isOverdue}) as next_due_on,
          coalesce((array_agg(u.owed_cents order by u.number)
            filter (where not ${isOverdue}))[1], 0)::bigint as next_cents,
          min(u.due_on) filter (where ${isOverdue}) as late_since,
          coalesce(sum(u.owed_cents) filter (where ${isOverdue}), 0)::bigint
            as late_cents,
          (count(*) filter (where ${isOverdue}))::int as missed
        from ${uncoveredInstalments("n.loan_id = l.id")} u
      ) due
    where m.member_no = $1 and g.state = 'accepted' order by g.id`,
  row: standingRow,
});

/** The loans a member guarantees, with how each is being repaid. */
export function guaranteedLoansOf(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
): Promise<StandingRow[]> {
  return snapshot.rows(findStanding, [memberNo]);
}

const findCapacity = statement({
  name: "guarantee-capacity",
  text: `select
      coalesce((select a.balance_cents * a.normal_side from ledger_account a
        where a.member_id = m.id and a.code = 'member-deposits'), 0)::bigint as deposits,
      ${pledgedBy("m.id")} as pledged,
      deposits_of_own_loans(m.id) as securing
    from member m where m.id = $1`,
  row: z.object({ deposits: bigCents, pledged: bigCents, securing: bigCents }),
});

/** The capacity to guarantee of the member whose record is read. */
export async function capacityOfScope(
  snapshot: Snapshot,
  { memberNo }: MemberScope,
): Promise<Capacity> {
  const standing = await memberSummaryOf(snapshot, memberNo);
  if (standing === null) throw new Problem("no-such-member");
  return capacityOf(snapshot, standing.memberId);
}

/** A member's deposits, pledges, use for their own loans, and the rest they can pledge. */
export async function capacityOf(snapshot: Snapshot, memberId: bigint): Promise<Capacity> {
  const found = await snapshot.first(findCapacity, [memberId]);
  if (found === null) throw new Problem("no-such-member");
  return { ...found, free: pledgeLimit(found) };
}

export type Capacity = UseOfDeposits & { readonly free: Cents };

const ownRow = z.object({
  id: z.bigint(),
  loan_id: z.bigint(),
  loan_no: z.string(),
  borrower_id: z.bigint(),
  borrower: z.string(),
  guarantor_id: z.bigint(),
  guarantor: z.string(),
  amount_cents: bigCents,
  state: z.string(),
});

export type OwnGuarantee = z.infer<typeof ownRow>;

const findOwn = statement({
  name: "guarantee-own",
  text: `select g.id, g.loan_id, l.loan_no, l.member_id as borrower_id,
      b.full_name as borrower, g.guarantor_id, m.full_name as guarantor, g.amount_cents, g.state
    from guarantee g join member m on m.id = g.guarantor_id join loan l on l.id = g.loan_id
      join member b on b.id = l.member_id
    where g.id = $1 and m.member_no = $2 and g.asked_at is not null`,
  row: ownRow,
});

/** A guarantee that this member was asked for; null for another member's, or if there is none. */
export function guaranteeOf(
  work: UnitOfWork,
  id: bigint,
  memberNo: MemberNo,
): Promise<OwnGuarantee | null> {
  return work.first(findOwn, [id, memberNo]);
}

const findPrinted = statement({
  name: "guarantee-printed",
  text: `select g.id, 'GR-' || lpad(g.id::text, greatest(6, length(g.id::text)), '0') as reference,
      l.loan_no, b.full_name as borrower, b.member_no as borrower_no, g.amount_cents, g.given_on,
      m.language
    from guarantee g join member m on m.id = g.guarantor_id join loan l on l.id = g.loan_id
      join member b on b.id = l.member_id
    where g.id = $1 and m.member_no = $2 and g.state = 'accepted' and g.answered_at is not null`,
  row: z.object({
    id: z.bigint(),
    reference: z.string(),
    loan_no: z.string(),
    borrower: z.string(),
    borrower_no: z.string(),
    amount_cents: bigCents,
    given_on: storedDate,
    language: z.enum(["en", "sw"]),
  }),
});

/** A guarantee as its receipt prints it. */
export type PrintedGuarantee = z.infer<typeof findPrinted.row>;

/** A guarantee that this member accepted in the portal and that is still valid; null otherwise. */
export function printedGuarantee(snapshot: Snapshot, { memberNo }: MemberScope, id: bigint) {
  return snapshot.first(findPrinted, [id, memberNo]);
}

const applicationRow = z.object({
  id: z.bigint(),
  loan_no: z.string(),
  full_name: z.string(),
  state: z.enum(loanStates),
  principal_cents: bigCents,
});

const findApplication = statement({
  name: "guarantee-application",
  text: `select l.id, l.loan_no, m.full_name, l.state, l.principal_cents
    from loan l join member m on m.id = l.member_id
    where l.loan_no = $1 and m.member_no = $2 and l.policy_id is not null`,
  row: applicationRow,
});

/** An application of this member; null for another member's, or if there is none. */
export function applicationOf(
  work: UnitOfWork,
  loanNo: string,
  memberNo: MemberNo,
): Promise<z.infer<typeof applicationRow> | null> {
  return work.first(findApplication, [loanNo, memberNo]);
}

const findPerson = statement({
  name: "guarantee-person",
  text: `select m.mobile_number, m.language from member m where m.member_no = $1`,
  row: z.object({
    mobile_number: z.string(),
    language: z.enum(["en", "sw"]),
  }),
});

/** The recipient of a guarantor's code, and the language. */
export function recipientOf(work: UnitOfWork, memberNo: MemberNo) {
  return work.first(findPerson, [memberNo]);
}
